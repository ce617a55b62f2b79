"""Observation: what a turn says of whom. Typed statements with the verbatim words, or why a sentence holds none.

Start in :mod:`.turns`, which goes through a turn sentence by sentence. A sentence is first asked what it is not
(:mod:`.passing`), then cut into clauses (:mod:`.clauses`); a clause has somebody it speaks of (:mod:`.subjects`), a
verb (:mod:`.heads`) and, where code knows the frame, an attribute with its value (:mod:`.frames`). Days come from
:mod:`.times`, old and new in one breath from :mod:`.switching`, orders from :mod:`.wishes`, other languages are kept
whole by :mod:`.foreign`.
"""
