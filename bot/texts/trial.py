"""What is said while two rankings are compared in live digests."""

TWO_ORDERS = "Trying two orders: this digest is drawn in turn from two rankings, and your answers tell which is better."
REFUSE = "Not for me"
OFF = "Your digests come in one order from now on."
ON = "Your digests take part in comparing two orders, whenever the admin does so."
