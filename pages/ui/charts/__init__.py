"""Figures as values: core data in, plotly Figure out. Imports no streamlit."""
