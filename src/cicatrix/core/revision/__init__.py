"""Revision: what a new claim means for an old one. Similarity never decides; named signals do.

Start in :mod:`.procedure`, which asks the rules in order. A verdict says what code could see and why; in doubt both
stand and a person is asked.

==============  ====================================================================================================
what is read    :mod:`.wording` one spelling · :mod:`.values` times, sums, identifiers · :mod:`.verbs` finite verbs ·
                :mod:`.tables` opposites and near words · :mod:`.cues` words of a change · :mod:`.standing` what is
                asserted · :mod:`.subjects` of whom · :mod:`.classes` of which attribute · :mod:`.polarity` yes or no
what is shared  :mod:`.pair` the two side by side
what forbids    :mod:`.guards` and :mod:`.occasions`: another subject, another day, nothing asserted
what decides    :mod:`.extents`, :mod:`.ages`, :mod:`.opposites`, :mod:`.slot` and :mod:`.slots`, :mod:`.updates`,
                :mod:`.states`, :mod:`.sameness`
==============  ====================================================================================================

The words are English. In other languages identical statements are duplicates, a few cues of a change and a shared or
another number are a question, and all else stands apart.
"""
