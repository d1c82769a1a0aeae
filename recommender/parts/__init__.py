"""The parts of the relevance score: each one small, fitted on one interest, explained to the last term."""
