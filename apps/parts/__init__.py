"""What the views share: the look, the stage, the printing chooser, links and messages."""
