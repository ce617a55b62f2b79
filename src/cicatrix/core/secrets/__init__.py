"""What a secret looks like: by its shape, by the place it stands in, and numbers of payment cards."""
