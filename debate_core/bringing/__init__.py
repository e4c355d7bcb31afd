"""What people bring from elsewhere: a transcript of any common form, or a debate that another store exported."""
