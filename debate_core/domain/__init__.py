"""What a debate is made of: topics, transcripts, rubrics, score sheets, configurations, errors."""
