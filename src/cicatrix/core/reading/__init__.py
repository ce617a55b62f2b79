"""Reading a correction: its sentences, what each of them is, and in which language.

``sentences`` cuts with exact offsets; ``english`` and ``languages`` say what a sentence is (``verdicts``), by
the forms of ``english_forms`` and the words of ``grammar``; ``reasons`` finds the part that only says why.
"""
