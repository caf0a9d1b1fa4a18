"""The HTTP API: tables, records, deals, results and the rules, as JSON."""
