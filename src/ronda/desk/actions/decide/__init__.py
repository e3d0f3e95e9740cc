"""How each action is decided: the body of the request is put to the rules of the desk. The table names the functions;
a module is imported when one of its actions is decided, since a command does one thing and should start at once."""
