"""What pages show, one function a thing: `show_*`."""
