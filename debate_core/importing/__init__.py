"""What people bring from elsewhere: transcripts, tables, documents, records of another store."""
