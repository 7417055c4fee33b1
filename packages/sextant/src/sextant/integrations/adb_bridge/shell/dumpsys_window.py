"""`dumpsys window`, `display` and `SurfaceFlinger`: windows, focus, the screen."""

import zlib
from collections.abc import Iterator

from sextant.integrations.adb_bridge.phone import PhoneView
from sextant.integrations.adb_bridge.shell.context import RecentTask, ShellContext, full

__all__ = ["DISPLAY", "configuration", "display_lines", "mark", "record", "surface_lines", "window_lines"]

DISPLAY = "4619827259835644672"


def mark(*parts: object) -> str:
    """A stable hexadecimal id in the form of Java's identity hash codes."""
    return f"{zlib.crc32(' '.join(map(str, parts)).encode()) & 0xFFFFFFF:x}"


def record(task: RecentTask) -> str:
    """An activity record in Android's notation."""
    return f"ActivityRecord{{{mark('record', task.component)} u0 {task.component} t{task.number}}}"


def configuration(machine: ShellContext) -> str:
    """The configuration in the form of all dumps."""
    phone = machine.phone
    width, height = phone.size
    wide, high = round(width / phone.model.scale), round(height / phone.model.scale)
    rect = f"Rect(0, 0 - {width}, {height})"
    return (
        f"{{1.0 310mcc260mnc [en_US] ldltr sw{min(wide, high)}dp w{wide}dp h{high}dp "
        f"{phone.model.density}dpi nrml long {'port' if high >= wide else 'land'} finger -keyb/v/h -nav/h "
        f"winConfig={{ mBounds={rect} mAppBounds={rect} mMaxBounds={rect} mDisplayRotation=ROTATION_0 "
        "mWindowingMode=fullscreen mActivityType=undefined mAlwaysOnTop=undefined mRotation=ROTATION_0} "
        "s.5 fontWeightAdjustment=0}"
    )


def window_lines(machine: ShellContext, words: list[str]) -> Iterator[str]:
    """`dumpsys window [windows|displays|policy|tokens|lastanr]`."""
    view = machine.view()
    tasks = machine.tasks.seen(view.component)
    parts = {
        "lastanr": _last_anr,
        "policy": _policy,
        "tokens": _tokens,
        "displays": _displays,
        "windows": _windows,
    }
    wanted = next((word for word in words if not word.startswith("-")), "")
    short = {"l": "lastanr", "p": "policy", "t": "tokens", "d": "displays", "w": "windows", "visible": "windows"}
    wanted = short.get(wanted, wanted)
    if wanted and wanted not in parts:
        yield f"Bad window command, or no windows match: {wanted}"
        yield "Use -h for help."
        return
    for name in [wanted] if wanted else parts:
        yield from parts[name](machine, view, tasks)
        if not wanted:
            yield ""


def _last_anr(_: ShellContext, __: PhoneView, ___: tuple[RecentTask, ...]) -> Iterator[str]:
    yield "WINDOW MANAGER LAST ANR (dumpsys window lastanr)"
    yield "  <no ANR has occurred since boot>"


def _policy(machine: ShellContext, view: PhoneView, _: tuple[RecentTask, ...]) -> Iterator[str]:
    awake = str(machine.phone.awake).lower()
    yield "WINDOW MANAGER POLICY STATE (dumpsys window policy)"
    yield "    mSafeMode=false mSystemReady=true mSystemBooted=true"
    yield "    mCameraLensCoverState=CAMERA_LENS_COVER_ABSENT"
    yield f"    mWakeGestureEnabledSetting=false mAwake={awake}"
    yield "    mShowingDream=false mDreamingLockscreen=false"
    yield f"    mLastFocusNeedsMenu=false mScreenOnEarly={awake} mScreenOnFully={awake}"
    yield f"    mKeyguardDrawComplete=true mWindowManagerDrawComplete={awake}"
    yield f"    isImeShowing={str(view.keyboard).lower()}"
    yield "    KeyguardServiceDelegate"
    yield "      showing=false"
    yield "      inputRestricted=false"
    yield "      occluded=false"
    yield "      secure=false"
    yield "      dreaming=false"
    yield "      systemIsReady=true"
    yield "      deviceHasKeyguard=true"
    yield f"      interactiveState=INTERACTIVE_STATE_{'AWAKE' if machine.phone.awake else 'SLEEP'}"
    yield f"      screenState=SCREEN_STATE_{'ON' if machine.phone.awake else 'OFF'}"
    yield "      isKeyguardShowing=false"


def _tokens(_: ShellContext, __: PhoneView, tasks: tuple[RecentTask, ...]) -> Iterator[str]:
    yield "WINDOW MANAGER TOKENS (dumpsys window tokens)"
    for task in tasks:
        yield f"  {record(task)}"


def _window(task: RecentTask) -> str:
    name = full(task.component)
    return f"Window{{{mark('window', name, task.number)} u0 {name}}}"


_KEYBOARD = f"Window{{{mark('InputMethod')} u0 InputMethod}}"


def _displays(machine: ShellContext, view: PhoneView, tasks: tuple[RecentTask, ...]) -> Iterator[str]:
    width, height = machine.phone.size
    size, front = f"{width}x{height}", tasks[0]
    yield "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)"
    yield "  Display: mDisplayId=0 (organized)"
    density = machine.phone.model.density
    yield (
        f"    init={size} {density}dpi mMinSizeOfResizeableTaskDp=220 cur={size} app={size} "
        f"rng={width}x{width}-{height}x{height}"
    )
    yield f"    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion((0,0,{width},{height}))"
    yield ""
    yield "  mLayoutSeq=101"
    yield f"  mCurrentFocus={_window(front) if machine.phone.awake else 'null'}"
    yield f"  mFocusedApp={record(front)}"
    yield ""
    yield "  mHoldScreenWindow=null"
    yield f"  mTopFullscreenOpaqueWindowState={_window(front)}"
    yield "  DisplayRotation"
    yield "    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED"
    yield "    mLastOrientation=-1"
    yield "    mRotation=0 mDeferredRotationPauseCount=0"
    yield "    mLandscapeRotation=ROTATION_90 mSeascapeRotation=ROTATION_270"
    yield "    mPortraitRotation=ROTATION_0 mUpsideDownRotation=ROTATION_180"
    yield f"  mInputMethodWindow={_KEYBOARD if view.keyboard else 'null'}"
    yield "  Application tokens in top down Z order:"
    for task in tasks:
        yield f"    * {record(task)}"


def _windows(machine: ShellContext, view: PhoneView, tasks: tuple[RecentTask, ...]) -> Iterator[str]:
    width, height = machine.phone.size
    yield "WINDOW MANAGER WINDOWS (dumpsys window windows)"
    number = 0
    if view.keyboard:
        top = round(height - view.seen.keyboard_height)
        package = machine.input_method.partition("/")[0]
        yield f"  Window #{number} {_KEYBOARD}:"
        yield from _window_body(machine, package, (0, top, width, height), "INPUT_METHOD", shown=True)
        number += 1
    for task in tasks:
        shown = task is tasks[0]
        yield f"  Window #{number} {_window(task)}:"
        box = (0, 0, width, height)
        yield from _window_body(machine, task.component.package, box, "BASE_APPLICATION", shown=shown)
        number += 1
    yield ""
    yield f"  mGlobalConfiguration={configuration(machine)}"
    yield "  mHasPermanentDpad=false"
    yield "  mTopFocusedDisplayId=0"
    yield f"  mInputMethodTarget in display# 0 {_window(tasks[0]) if view.focused else 'null'}"
    yield "  mInTouchMode=true"
    yield f"  mLastDisplayFreezeDuration=0 due to {_window(tasks[0])}"
    yield "  mDisableSecureWindows=false"
    yield "  mAnimationsDisabled=false"
    yield f"  mInputMethodWindow={_KEYBOARD if view.keyboard else 'null'}"
    yield "  mSystemBooted=true mDisplayEnabled=true"
    yield "  mTransactionSequence=64"
    yield "  mRotation=0"
    yield "  mLastOrientation=-1"
    yield "  mWaitingForConfig=false"
    yield "  mWindowsInsetsChanged=0"
    yield "  Animation settings: disabled=false window=1.0 transition=1.0 animator=1.0"


def _window_body(
    machine: ShellContext, package: str, box: tuple[int, int, int, int], kind: str, *, shown: bool
) -> Iterator[str]:
    left, top, right, bottom = box
    uid, process = machine.uid(package), machine.tasks.process(package) or 2999
    frame, on = f"[{left},{top}][{right},{bottom}]", str(shown).lower()
    session = f"Session{{{mark('session', package)} {process}:u0a{uid}}}"
    yield f"    mDisplayId=0 mSession={session} mClient=android.os.BinderProxy@{mark(package)}"
    yield f"    mOwnerUid={uid} showForAllUsers=false package={package} appop=NONE"
    yield f"    mAttrs={{(0,0)(fillxfill) sim={{adjust=resize forwardNavigation}} ty={kind} wanim=0x10302fc"
    yield "      fl=LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR SPLIT_TOUCH HARDWARE_ACCELERATED DRAWS_SYSTEM_BAR_BACKGROUNDS"
    yield "      pfl=NO_MOVE_ANIMATION FORCE_DRAW_STATUS_BAR_BACKGROUND USE_BLAST FIT_INSETS_CONTROLLED"
    yield "      bhv=DEFAULT"
    yield "      fitSides=}"
    yield f"    Requested w={right - left} h={bottom - top} mLayoutSeq=101"
    yield "    mBaseLayer=21000 mSubLayer=0"
    yield f"    mViewVisibility={'0x0' if shown else '0x8'} mHaveFrame=true mObscured=false"
    yield "    mGivenContentInsets=[0,0][0,0] mGivenVisibleInsets=[0,0][0,0]"
    yield f"    mFullConfiguration={configuration(machine)}"
    yield f"    mHasSurface={on} isReadyForDisplay()={on} mWindowRemovalAllowed=false"
    yield f"    Frames: parent={frame} display={frame} frame={frame} last={frame} insetsChanged=false"
    yield "     surface=[0,0][0,0]"
    yield f"    isOnScreen={on}"
    yield f"    isVisible={on}"


def display_lines(machine: ShellContext) -> Iterator[str]:
    """`dumpsys display`."""
    phone = machine.phone
    width, height = phone.size
    state, density = "ON" if phone.awake else "OFF", phone.model.density
    rect = f"Rect(0, 0 - {width}, {height})"
    mode = f"{{id=1, width={width}, height={height}, fps=60.0, alternativeRefreshRates=[], supportedHdrTypes=[]}}"
    yield "DISPLAY MANAGER (dumpsys display)"
    yield "  mOnlyCode=false"
    yield "  mSafeMode=false"
    yield "  mPendingTraversal=false"
    yield (
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive={str(phone.awake).lower()}, displayId=0, "
        f"uniqueId='local:{DISPLAY}', physicalPort=0, orientation=0, logicalFrame={rect}, physicalFrame={rect}, "
        f"deviceWidth={width}, deviceHeight={height}}}]"
    )
    yield "  mDefaultDisplayDefaultColorMode=0"
    yield "  mWifiDisplayScanRequestCount=0"
    yield ""
    yield "Display Devices: size=1"
    yield (
        f'  DisplayDeviceInfo{{"Built-in Screen": uniqueId="local:{DISPLAY}", {width} x {height}, modeId 1, '
        f"defaultModeId 1, supportedModes [{mode}], density {density}, {density}.0 x {density}.0 dpi, touch INTERNAL, "
        f"rotation 0, type INTERNAL, state {state}}}"
    )
    yield ""
    yield "Logical Displays: size=1"
    yield "  Display 0:"
    yield "    mDisplayId=0"
    yield "    mIsEnabled=true"
    info = (
        f'DisplayInfo{{"Built-in Screen", displayId 0, real {width} x {height}, largest app {height} x {height}, '
        f"smallest app {width} x {width}, appVsyncOff 1000000, presDeadline 16666666, mode 1, defaultMode 1, modes "
        f'[{mode}], rotation 0, state {state}, type INTERNAL, uniqueId "local:{DISPLAY}", app {width} x {height}, '
        f"density {density} ({density}.0 x {density}.0) dpi, layerStack 0, colorMode 0}}"
    )
    yield f"    mBaseDisplayInfo={info}"
    yield f"    mOverrideDisplayInfo={info}"
    yield "    mCurrentOrientation=0"
    yield f"  mScreenState={state}"
    yield f"Display Power Controller:\n  mScreenBrightness={0.5 if phone.awake else 0.0}"


def surface_lines(machine: ShellContext, words: list[str]) -> Iterator[str]:
    """`dumpsys SurfaceFlinger [--list|--display-id]`."""
    width, height = machine.phone.size
    if "--display-id" in words:
        yield f'Display {DISPLAY} (HWC display 0): port=0 pnpId=GGL displayName="Built-in Screen"'
        return
    view = machine.view()
    name = full(view.component)
    layers = [f"{name}#{101}", f"ActivityRecord{{{mark('record', view.component)} u0 {view.component}}}#100"]
    layers += ["InputMethod#90"] if view.keyboard else []
    layers += ["StatusBar#80", "NavigationBar0#81", 'Display 0 name="Built-in Screen"#3']
    if "--list" in words:
        yield from layers
        return
    yield f"Build configuration: [sf]\nDisplay {DISPLAY}: {width} x {height}"
    yield from (f"  Layer [{number}] {layer}" for number, layer in enumerate(layers))
