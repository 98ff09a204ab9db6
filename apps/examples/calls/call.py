"""Calls the agent of the README with Python's standard library alone.

python3 call.py http://127.0.0.1:4100
"""

import json
import sys
import urllib.request
import uuid

OBJECT_SCHEMAS = (
    "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"
)


class Refused(Exception):
    """The agent refused the input; `fields` are its pointers, each with what is wrong there."""

    def __init__(self, error: dict) -> None:
        super().__init__(error["message"])
        self.fields = {
            violation["field"]: violation["description"]
            for detail in error.get("data", [])
            for violation in detail.get("fieldViolations", [])
        }


def request(url: str, body: dict | None = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "A2A-Version": "1.0"}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as response:
        return json.load(response)


def read_schemas(card: dict) -> dict:
    """Returns the schemas that an agent publishes in its card, by name."""
    for extension in card["capabilities"]["extensions"]:
        if extension["uri"] == OBJECT_SCHEMAS:
            return extension["params"]["schemas"]
    return {}


def call(url: str, schema: str, data: dict) -> dict:
    """Sends data that should fit a schema, and returns the data of the result."""
    # The parameter "schema" of the media type names the schema.
    part = {"data": data, "mediaType": f"application/json;schema={schema}"}
    message = {"messageId": str(uuid.uuid4()), "role": "ROLE_USER", "parts": [part]}
    params = {
        "message": message,
        "configuration": {"acceptedOutputModes": ["application/json"]},
    }
    answer = request(
        url, {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": params}
    )
    if "error" in answer:
        raise Refused(answer["error"])
    task = answer["result"]["task"]
    if task["status"]["state"] != "TASK_STATE_COMPLETED":
        raise RuntimeError(f"The task ended as {task['status']['state']}.")
    return task["artifacts"][0]["parts"][0]["data"]


agent = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4100"
card = request(f"{agent}/.well-known/agent-card.json")
door = next(
    interface["url"]
    for interface in card["supportedInterfaces"]
    if interface["protocolBinding"] == "JSONRPC" and interface["protocolVersion"] == "1.0"
)
print("Schemas:", ", ".join(read_schemas(card)))

try:
    call(door, "fightComparison", {"a": "Lion", "bb": "Tiger"})
except Refused as refused:
    # The message is written for people and models, the fields are for programs.
    print(refused)
    assert list(refused.fields) == ["/b"]

print(call(door, "fightComparison", {"a": "Lion", "b": "Tiger"}))
