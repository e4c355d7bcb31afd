"""What the page Library shows, one function a thing."""
