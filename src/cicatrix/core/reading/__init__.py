"""Reading a correction: its sentences, what each of them is, and in which language.

``sentences`` cuts with exact offsets; ``english`` (with ``english_orders``) and ``languages`` say what a sentence is
(``verdicts``), by the forms of ``english_forms`` and the words of ``grammar``; ``reasons`` finds the part that only
says why, ``signature`` what a text says, to be compared; ``permission`` knows what gives leave, ``no_answer`` what
replies say nothing.
"""
