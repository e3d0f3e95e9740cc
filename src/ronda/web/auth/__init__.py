"""Who a request comes from and what it may do: roles, sessions, cookies, passwords, limits on guessing."""
