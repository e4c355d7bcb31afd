"""Many debates as one design; only its file and its debates are kept."""
