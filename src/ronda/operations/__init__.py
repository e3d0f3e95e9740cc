"""What can be asked of a server beside the actions of a tournament (`ronda.desk.actions`): one row per operation."""
