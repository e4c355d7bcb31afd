"""Split Decision's core: debates, judging and measuring, without a browser. The main path is `report.report`."""
