"""What several prompts share: the fence around what others said, and the debate as a model is shown it."""
