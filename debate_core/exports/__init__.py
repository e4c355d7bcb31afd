"""A report in forms other programs and people read. Everything a model wrote is neutralised as on the screen."""
