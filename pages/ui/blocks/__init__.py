"""Shows blocks on a page: the one place where a page gets its findings, tables and pictures from."""
