"""Backends: a provider over the network, a model file in process, a script."""
