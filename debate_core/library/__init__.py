"""What stored records mean: a record's facts under given rules and history, lists, search, judges' history, reviews."""
