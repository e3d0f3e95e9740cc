"""How each action is decided: the body of the request is put to the rules of the desk."""
