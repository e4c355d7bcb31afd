"""With `app.py` and the pages, the only code that may import streamlit."""
