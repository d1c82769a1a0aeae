"""A platform's rendered payload as a self-contained HTML page, drawn by our own templates, escaped by default."""
