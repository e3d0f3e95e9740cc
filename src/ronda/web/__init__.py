"""The desk in the browser: pages, live updates and the HTTP API over the store."""
