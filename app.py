"""The page set-up and the router; nothing else."""

import streamlit as st

from pages.ui import router

st.set_page_config(page_title="Split Decision", page_icon=router.ICON, layout="wide")
router.run()
