"""What answers: a provider over the network, a file in process, a script."""
