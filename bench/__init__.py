"""Speed, as ratios within one run: `make bench`, or `python -m bench NAME`. No test asserts a speed."""
