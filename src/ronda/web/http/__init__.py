"""What stands between the network and the desk: limits, fairness, headers, figures."""
