"""A second, deliberately simple implementation of the rules, for the product to be compared with.

It shares no code with the product and never imports it.
"""
