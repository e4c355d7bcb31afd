"""One file a page: read, ask, show. No arithmetic, no model calls."""
