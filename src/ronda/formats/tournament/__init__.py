"""The tournament file: UTF-8 JSON, read strictly and written in one canonical way; and the history beside it."""
