"""How these pages are built: Sphinx, MyST and furo, and nothing fetched from anywhere."""

import sys
from pathlib import Path

from ninetyeight import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "ninetyeight"
author = "The ninetyeight contributors"
project_copyright = f"2026, {author}"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "cli_reference", "insights", "rules_pages"]
exclude_patterns = ["_ext", "insights"]

# A reference to a page or heading that is not there is an error, as every warning is (`-W`).
nitpicky = True

# The pages under python/ are made from docstrings. What these name of other packages, and of
# modules that have no page, is no link.
nitpick_ignore_regex = [("py:.*", ".*")]
default_role = "literal"
autodoc_default_options = {"undoc-members": True}
add_module_names = False  # a name is imported from its room: `from ninetyeight.rules import Deal`
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_typehints_format = "short"
autodoc_use_type_comments = False
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"ninetyeight {release}"
html_copy_source = False
html_show_sphinx = False
