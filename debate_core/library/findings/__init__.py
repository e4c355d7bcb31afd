"""What reviewers say of a text, put together: findings merged, the verdict called, all of it reported."""
