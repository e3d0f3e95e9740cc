"""Categories, prizes, money and fees (PR). Amounts are whole numbers of the smallest unit of one currency."""
