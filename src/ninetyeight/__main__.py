"""`python -m ninetyeight` is the same as the command `ninetyeight`."""

from ninetyeight.cli import main

if __name__ == "__main__":
    main()
