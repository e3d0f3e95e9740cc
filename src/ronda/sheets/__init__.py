"""Printed sheets as PDF: pairings, slips, standings, cards and more, each readable after photocopying.

    pdf(tournament, Order("tables", language="es", round=3, date=date(2026, 3, 14)))

gives the bytes of the PDF, or a refusal.
"""

from ronda.sheets.printing import pdf
from ronda.sheets.request import SHEETS, AuditLine, SheetOrder
from ronda.sheets.typesetting import check_code

__all__ = ["SHEETS", "AuditLine", "SheetOrder", "check_code", "pdf"]
