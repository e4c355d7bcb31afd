"""Every word sent to a model, as pure functions of nouns: `rendering.render`; the fence around what others
said; and `answers`, which finds the object in what comes back."""
