"""`dumpsys activity`: tasks, the activity in front with its fragments, recents, processes."""

import time
from collections.abc import Iterator

from sextant.integrations.adb_bridge.apps import LAUNCHER
from sextant.integrations.adb_bridge.phone import PhoneView
from sextant.integrations.adb_bridge.shell.context import RecentTask, ShellContext, full
from sextant.integrations.adb_bridge.shell.dumpsys_window import configuration, mark, record
from sextant.integrations.adb_bridge.shell.package_manager import apk_of

__all__ = ["activity_lines"]


def activity_lines(machine: ShellContext, words: list[str]) -> Iterator[str]:
    """`dumpsys activity [activities|top|recents|processes|PACKAGE|COMPONENT] [--all]`."""
    view = machine.view()
    tasks = machine.tasks.seen(view.component)
    wanted = next((word for word in words if not word.startswith("-")), "")
    parts = {"recents": _recents, "activities": _activities, "processes": _processes}
    short = {"a": "activities", "r": "recents", "p": "processes", "t": "top", "lastanr": "lastanr"}
    wanted = short.get(wanted, wanted)
    if wanted in parts:
        yield from parts[wanted](machine, view, tasks)
    elif wanted == "top":
        yield from _top(machine, view, tasks)
    elif wanted and "." not in wanted:
        yield f"ACTIVITY MANAGER {wanted.upper()} (dumpsys activity {wanted})"
        yield "  (nothing)"
    elif not wanted:
        for number, name in enumerate(parts):
            if number:
                yield "-" * 79
            yield from parts[name](machine, view, tasks)
    else:
        held = [task for task in tasks if wanted in (task.component.package, str(task.component), full(task.component))]
        if not held:
            yield f"Bad activity command, or no activities match: {wanted}"
            yield "Use -h for help."
        for task in held:
            yield from _activity(machine, view, task, front=task is tasks[0])
            if task.component == LAUNCHER and words[words.index(wanted) + 1 :][:1] == ["--all"]:
                yield from _all_apps(machine)


def _all_apps(machine: ShellContext) -> Iterator[str]:
    """The apps of the home screen, as Launcher3 prints them."""
    yield f"    All apps list: size={len(machine.phone.apps)}"
    for app in machine.phone.apps:
        icon = f"android.graphics.Bitmap@{mark('icon', app.package)}"
        yield f'       title="{app.label}" bitmapIcon={icon} componentName={app.package}'
    yield ""


def _task(task: RecentTask, *, front: bool) -> str:
    shown, uid = str(front).lower(), task.component.package
    kind = "home" if task.number == 1 else "standard"
    name = f"I={task.component}" if kind == "home" else f"A={uid}"
    return (
        f"Task{{{mark('task', task.number)} #{task.number} type={kind} {name} U=0 visible={shown} "
        f"visibleRequested={shown} mode=fullscreen translucent=false sz=1}}"
    )


def _intent(task: RecentTask) -> str:
    data = f"dat={task.component.data} " if task.component.data else ""
    category = "HOME" if task.number == 1 else "LAUNCHER"
    return (
        f"Intent {{ act=android.intent.action.MAIN cat=[android.intent.category.{category}] {data}flg=0x10000000 "
        f"cmp={task.component} }}"
    )


def _process(machine: ShellContext, package: str) -> str:
    number, uid = machine.tasks.process(package) or 0, machine.uid(package) - 10000
    return f"ProcessRecord{{{mark('process', package)} {number}:{package}/u0a{uid}}}"


def _activities(machine: ShellContext, _: PhoneView, tasks: tuple[RecentTask, ...]) -> Iterator[str]:
    awake = machine.phone.awake
    yield "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)"
    yield "Display #0 (activities from top to bottom):"
    for task in tasks:
        front = task is tasks[0]
        on = str(front and awake).lower()
        package = task.component.package
        yield f"  * {_task(task, front=front)}"
        yield f"    mLastPausedActivity: {record(task)}"
        yield f"    isSleeping={str(not awake).lower()}"
        if front and awake:
            yield f"    topResumedActivity={record(task)}"
        yield f"    * Hist  #0: {record(task)}"
        yield f"      packageName={package} processName={package}"
        yield "      launchedFromUid=10186 launchedFromPackage=sextant.launcher launchedFromFeature=null userId=0"
        yield f"      app={_process(machine, package)}"
        yield f"      {_intent(task)}"
        yield f"      rootOfTask=true task={_task(task, front=front)}"
        yield f"      taskAffinity={machine.uid(package)}:{package}"
        yield f"      mActivityComponent={task.component}"
        yield f"      baseDir={apk_of(machine, package)}"
        yield f"      dataDir=/data/user/0/{package}"
        yield "      stateNotNeeded=false componentSpecified=true mActivityType=standard"
        yield f"      CurrentConfiguration={configuration(machine)}"
        yield f"      state={'RESUMED' if front and awake else 'STOPPED'} finishing=false"
        yield f"      mVisibleRequested={on} mVisible={on} mClientVisible={on} reportedDrawn={on} reportedVisible={on}"
        yield f"      nowVisible={on}"
        yield ""
    if awake:
        yield f"  Resumed activities in task display areas (from top to bottom):\n   Resumed: {record(tasks[0])}"
        yield ""
        yield f"  ResumedActivity: {record(tasks[0])}"
    yield ""
    yield "ActivityTaskSupervisor state:"
    yield f"  topDisplayFocusedRootTask={_task(tasks[0], front=True)}"
    yield f"  mLastOrientationSource={record(tasks[0])}"
    yield "  KeyguardController:\n    mKeyguardShowing=false\n    mAodShowing=false\n    mKeyguardGoingAway=false"
    yield "  LockTaskController:\n    mLockTaskModeState=NONE"


def _recents(machine: ShellContext, _: PhoneView, tasks: tuple[RecentTask, ...]) -> Iterator[str]:
    yield "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)"
    yield f"mRecentsUid={machine.uid('sextant.launcher')}"
    yield "mRecentsComponent=ComponentInfo{sextant.launcher/sextant.launcher.LauncherActivity}"
    yield "  Recent tasks:"
    for number, task in enumerate(tasks):
        yield f"  * Recent #{number}: {_task(task, front=not number)}"
        yield f"    userId=0 effectiveUid=u0a{machine.uid(task.component.package) - 10000} mUserSetupComplete=true"
        yield f"    affinity={machine.uid(task.component.package)}:{task.component.package}"
        yield f"    intent={{act=android.intent.action.MAIN flg=0x10000000 cmp={task.component}}}"
        yield f"    realActivity={{{task.component}}}"
        yield f"    Activities=[{record(task)}]"
        yield f"    lastActiveTime={int((time.time() - machine.started) * 1000)} (inactive for 0s)"


def _processes(machine: ShellContext, _: PhoneView, tasks: tuple[RecentTask, ...]) -> Iterator[str]:
    yield "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)"
    yield "  All known processes:"
    for package in machine.tasks.processes():
        uid = machine.uid(package) - 10000
        yield f"  *APP* UID {uid + 10000} {_process(machine, package)}"
        yield f"    dir={apk_of(machine, package)} publicDir={apk_of(machine, package)}"
        yield f"    packageList={{{package}}}"
        yield f"    mCurSchedGroup={3 if package == tasks[0].component.package else 0}"
    yield f"  mTopProcess={_process(machine, tasks[0].component.package)}"


def _top(machine: ShellContext, view: PhoneView, tasks: tuple[RecentTask, ...]) -> Iterator[str]:
    """The activity in front comes last, as on a phone."""
    for task in reversed(tasks[:2]):
        yield from _activity(machine, view, task, front=task is tasks[0])


def _activity(machine: ShellContext, view: PhoneView, task: RecentTask, *, front: bool) -> Iterator[str]:
    package, uid = task.component.package, machine.uid(task.component.package)
    process = machine.tasks.process(package) or 0
    yield f"TASK {uid}:{package} id={task.number} userId=0 displayId=0(type=INTERNAL)"
    yield f"  ACTIVITY {task.component} {mark('record', task.component)} pid={process} userId=0 uid={uid} displayId=0"
    yield f"    Local Activity {mark('local', task.component)} State:"
    on = str(front and machine.phone.awake).lower()
    yield f"      mResumed={on} mStopped={str(not front).lower()} mFinished=false"
    yield "      mIsInMultiWindowMode=false mIsInPictureInPictureMode=false"
    yield "      mChangingConfigurations=false"
    yield f"      mCurrentConfig={configuration(machine)}"
    if front:
        yield from _fragments(view)
    yield "    View Hierarchy:"
    width, height = machine.phone.size
    yield f"      DecorView@{mark('decor', task.component)}[{task.component.activity.lstrip('.')}]"
    content = f"{mark('content')} V.E...... ........ 0,0-{width},{height} #1020002 android:id/content"
    yield f"        android.widget.FrameLayout{{{content}}}"
    yield ""


def _fragments(view: PhoneView) -> Iterator[str]:
    """The fragments of the activity: the dialogs and menus over it."""
    names = view.component.fragments
    if not names:
        return
    yield "    FragmentManager misc state:"
    yield "    Active Fragments:"
    marks = [f"{name}{{{mark('fragment', name)}}} (dialog tag={name})" for name in names]
    for text in marks:
        yield f"      {text}"
        yield "        mFragmentId=#0 mContainerId=#0 mTag=dialog"
        yield "        mState=7 mAdded=true mRemoving=false mFromLayout=false"
        yield "        mHidden=false mDetached=false mMenuVisible=true mHasMenu=false"
    yield "    Added Fragments:"
    for number, text in enumerate(marks):
        yield f"      #{number}: {text}"
