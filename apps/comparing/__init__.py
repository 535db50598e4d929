"""The comparison view: its models, its pictures, and the page that binds them."""
