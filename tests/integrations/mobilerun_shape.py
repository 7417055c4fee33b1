"""The shape of what is wrapped, as it was read in mobilerun: `real_mobilerun.py` compares it with the package."""

UI_STATE = (
    *("elements", "formatted_text", "focused_text", "phone_state", "screen_width", "screen_height", "use_normalized"),
    *("coordinate_scale_x", "coordinate_scale_y", "coordinate_contract_active"),
    *("model_screenshot_width", "model_screenshot_height"),
)
"""Parameters of `UIState.__init__`, in their order."""

STATE_PROVIDER = (
    *("get_state", "get_final_state", "supported", "screenshot_matches_input_coords", "resize_model_screenshot"),
)
"""What the base class of state providers has."""

DRIVER = {
    "tap": ("x", "y"),
    "swipe": ("x1", "y1", "x2", "y2", "duration_ms"),
    "press_button": ("button",),
    "start_app": ("package", "activity"),
    "input_text": ("text", "clear", "stealth", "wpm"),
}
"""Methods of `DeviceDriver` that are watched, with their parameters."""

ELEMENT = ("index", "resourceId", "className", "checkedState", "text", "bounds", "children")
"""Keys of an element as `IndexedFormatter` gives it."""
