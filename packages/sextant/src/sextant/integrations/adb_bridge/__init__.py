"""A world or a web page as an Android device that the `adb` client sees."""
