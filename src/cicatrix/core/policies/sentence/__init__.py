"""Reading one sentence of a correction into the parts of a policy.

``tokens`` cuts it into words, paths, hosts, numbers; ``frames`` finds what kind of order it is and which words are
about what; ``limits`` and ``times`` take amounts and hours; ``phrases`` reads what is left as acts and things. Each
marks the tokens that it has read, so that what nobody read is known.
"""
