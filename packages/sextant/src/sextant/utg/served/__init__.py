"""What an app's served code says of it: the routes that it declares, read without running anything."""
