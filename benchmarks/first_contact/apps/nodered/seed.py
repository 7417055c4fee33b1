"""The flows of a greenhouse: four of them, a subflow and a certificate. No hardware."""

import json
import sys
from pathlib import Path

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
FLOWS = CONTENT["flows"]
# flow, id, kind, name, row, column, wires, more
NODES = CONTENT["nodes"]


def main(folder: Path) -> None:
    """Writes the flows as the editor keeps them."""
    flows: list[dict[str, object]] = [
        {
            "id": f"{key:0<16}",
            "type": "tab",
            "label": label,
            "disabled": off,
            "info": about,
            "env": [{"name": "BEDS", "value": "12", "type": "num"}] if key == "watering" else [],
        }
        for key, label, about, off in FLOWS
    ]
    flows += [
        {
            "id": "thirst0000000000",
            "type": "subflow",
            "name": "Thirst",
            "info": "How dry a bed is.",
            "category": "greenhouse",
            "in": [{"x": 60, "y": 80, "wires": [{"id": "s100000000000000"}]}],
            "out": [{"x": 420, "y": 80, "wires": [{"id": "s100000000000000", "port": 0}]}],
            "env": [],
            "color": "#A6BBCF",
        },
        {
            "id": "s100000000000000",
            "type": "function",
            "z": "thirst0000000000",
            "name": "dryness",
            "func": "return msg;",
            "outputs": 1,
            "x": 240,
            "y": 80,
            "wires": [[]],
        },
        {
            "id": "tls0000000000000",
            "type": "tls-config",
            "name": "Certificate of the shed",
            "cert": "",
            "key": "",
            "ca": "",
            "verifyservercert": True,
        },
    ]
    for flow, key, kind, name, row, column, wires, more in NODES:
        node = {"id": f"{key:0<16}", "type": kind, "z": f"{flow:0<16}", "name": name, **more}
        if kind.startswith("subflow:"):
            node["type"] = "subflow:thirst0000000000"
        if kind == "inject":
            node |= {
                "props": [{"p": "payload"}, {"p": "topic", "vt": "str"}],
                "repeat": "",
                "once": False,
                "payloadType": "str",
            }
        if kind == "switch":
            node |= {
                "property": "payload",
                "propertyType": "msg",
                "rules": [{"t": "gte", "v": "28", "vt": "num"}, {"t": "else"}],
                "checkall": "true",
                "outputs": 2,
            }
        if kind == "change":
            node |= {"rules": [{"t": "set", "p": "payload", "pt": "msg", "to": name.split()[0], "tot": "str"}]}
        ports = [[f"{one:0<16}"] for one in wires] if kind == "switch" else [[f"{one:0<16}" for one in wires]]
        flows.append({**node, "x": 150 + 230 * column, "y": 80 + 80 * row, "wires": ports if wires else []})
    text = json.dumps(flows, indent=4, ensure_ascii=False)
    (folder / "flows.json").write_text(text, encoding="utf-8")
    # A phone's narrow window: the palette and the side bar are shut until they are wanted.
    menu = {"menu-menu-item-palette": False, "menu-menu-item-sidebar": False}
    mine = {"rosa": {"editor": {"view": {"view-show-tips": False, "view-show-welcome-tours": False}}, **menu}}
    (folder / ".config.users.json").write_text(json.dumps(mine, indent=4))
    (folder / "package.json").write_text('{"name": "greenhouse", "version": "1.0.0", "private": true}\n')


main(Path(sys.argv[1]))
