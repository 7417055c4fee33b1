"""Android's key codes, and the characters that they type."""

__all__ = ["KEY_NAMES", "character_of", "key_code"]

LAST = 330

_FIRST = """
UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND DPAD_UP DPAD_DOWN DPAD_LEFT
DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA CLEAR A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
COMMA PERIOD ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL GRAVE MINUS EQUALS
LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT NUM HEADSETHOOK FOCUS PLUS MENU NOTIFICATION
SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE PAGE_UP PAGE_DOWN
PICTSYMBOLS SWITCH_CHARSET BUTTON_A BUTTON_B BUTTON_C BUTTON_X BUTTON_Y BUTTON_Z BUTTON_L1 BUTTON_R1 BUTTON_L2
BUTTON_R2 BUTTON_THUMBL BUTTON_THUMBR BUTTON_START BUTTON_SELECT BUTTON_MODE ESCAPE FORWARD_DEL CTRL_LEFT CTRL_RIGHT
CAPS_LOCK SCROLL_LOCK META_LEFT META_RIGHT FUNCTION SYSRQ BREAK MOVE_HOME MOVE_END INSERT FORWARD MEDIA_PLAY
MEDIA_PAUSE MEDIA_CLOSE MEDIA_EJECT MEDIA_RECORD F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 NUM_LOCK NUMPAD_0 NUMPAD_1
NUMPAD_2 NUMPAD_3 NUMPAD_4 NUMPAD_5 NUMPAD_6 NUMPAD_7 NUMPAD_8 NUMPAD_9 NUMPAD_DIVIDE NUMPAD_MULTIPLY
NUMPAD_SUBTRACT NUMPAD_ADD NUMPAD_DOT NUMPAD_COMMA NUMPAD_ENTER NUMPAD_EQUALS NUMPAD_LEFT_PAREN NUMPAD_RIGHT_PAREN
VOLUME_MUTE INFO CHANNEL_UP CHANNEL_DOWN ZOOM_IN ZOOM_OUT TV WINDOW GUIDE DVR BOOKMARK CAPTIONS SETTINGS
""".split()  # noqa: SIM905 - a table
_LATER = {
    "APP_SWITCH": 187,
    "LANGUAGE_SWITCH": 204,
    "CONTACTS": 207,
    "CALENDAR": 208,
    "MUSIC": 209,
    "CALCULATOR": 210,
    "ASSIST": 219,
    "BRIGHTNESS_DOWN": 220,
    "BRIGHTNESS_UP": 221,
    "SLEEP": 223,
    "WAKEUP": 224,
    "VOICE_ASSIST": 231,
    "HELP": 259,
    "NAVIGATE_PREVIOUS": 260,
    "NAVIGATE_NEXT": 261,
    "SOFT_SLEEP": 276,
    "CUT": 277,
    "COPY": 278,
    "PASTE": 279,
    "ALL_APPS": 284,
    "REFRESH": 285,
}
KEY_NAMES = dict(enumerate(_FIRST)) | {code: name for name, code in _LATER.items()}
_CODES = {name: code for code, name in KEY_NAMES.items()}

_PLAIN = {
    "COMMA": ",<",
    "PERIOD": ".>",
    "SPACE": "  ",
    "GRAVE": "`~",
    "MINUS": "-_",
    "EQUALS": "=+",
    "LEFT_BRACKET": "[{",
    "RIGHT_BRACKET": "]}",
    "BACKSLASH": "\\|",
    "SEMICOLON": ";:",
    "APOSTROPHE": "'\"",
    "SLASH": "/?",
    "AT": "@@",
    "PLUS": "++",
    "STAR": "**",
    "POUND": "##",
    "NUMPAD_DIVIDE": "//",
    "NUMPAD_MULTIPLY": "**",
    "NUMPAD_SUBTRACT": "--",
    "NUMPAD_ADD": "++",
    "NUMPAD_DOT": "..",
    "NUMPAD_COMMA": ",,",
}


def key_code(word: str) -> int:
    """The key code for a number or a name, with or without `KEYCODE_`; 0 if unknown."""
    if word.isascii() and word.isdigit() and len(word) < 5:
        return int(word) if int(word) <= LAST else 0
    return _CODES.get(word.upper().removeprefix("KEYCODE_"), 0)


def character_of(code: int, shift: bool = False) -> str:
    """The character that a key types; empty for other keys."""
    name = KEY_NAMES.get(code, "")
    if len(name) == 1:
        return (")!@#$%^&*("[int(name)] if name.isdigit() else name) if shift else name.lower()
    if name.startswith("NUMPAD_") and name[7:].isdigit():
        return name[7:]
    return _PLAIN.get(name, "  ")[int(shift)] if name in _PLAIN else ""
