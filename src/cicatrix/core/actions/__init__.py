"""What an agent wants to do, in one form that every way of writing it comes to.

``action`` reads what a caller sends, ``call`` is the form that is judged. ``canonical`` makes one from the other, with
``unicode``, ``shell``, ``sql``, ``paths``, ``urls`` for the ways in which calls are written, ``tools`` for what the
name and the arguments of a tool say, and ``requests`` for actions asked for in plain words.
"""
