"""What reading answers is made of: the JSON in what came, the form it was asked for in, fields or faults, quotes."""
