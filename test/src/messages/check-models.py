"""Validates texts by the models: cases as JSON on stdin, verdicts as JSON on stdout.

    python3 check-models.py FOLDER_OF_MODELS

A case is {"schema": ADDRESS, "text": JSON}. A verdict is the list of its errors, each with the place
as "loc" and the kind as "type"; it is empty for what is valid. Texts that a model wrote again have
to say the same as before, or the verdict says so.
"""

import json
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

from models import MODELS, parse_message  # noqa: E402
from pydantic import Field, TypeAdapter, ValidationError  # noqa: E402
from typing import Annotated  # noqa: E402


def find_adapter(address):
    """The model of a schema, or the type of a field of one."""
    model = MODELS.get(address if "#" in address else f"{address}#")
    if model is not None:
        return TypeAdapter(model)
    parent, _, field = address.rpartition("/properties/")
    info = MODELS[parent if "/" in parent.partition("#")[2] else parent.partition("#")[0] + "#"].model_fields[field]
    return TypeAdapter(Annotated[info.annotation, *info.metadata, Field()])


adapters = {}


def check(address, text):
    adapter = adapters.get(address) or adapters.setdefault(address, find_adapter(address))
    try:
        value = adapter.validate_json(text)
    except ValidationError as error:
        return [{"loc": list(one["loc"]), "type": one["type"]} for one in error.errors()]
    written = json.loads(adapter.dump_json(value, exclude_unset=True))
    return [] if written == json.loads(text) else [{"loc": [], "type": "written_otherwise"}]


def check_any(text):
    """By the type that the message names."""
    try:
        parse_message(text)
        return []
    except ValidationError as error:
        return [{"loc": list(one["loc"]), "type": one["type"]} for one in error.errors()]


cases = json.load(sys.stdin)
json.dump(
    [check(case["schema"], case["text"]) if "schema" in case else check_any(case["text"]) for case in cases],
    sys.stdout,
)
