/**
 * The Python code before the generated models: their base classes, and checks that Pydantic lacks.
 */
export const PRELUDE = `# Generated from the schemas in the folder above by "npm run schemas". Do not edit.
"""Models of the messages for Pydantic 2, on Python 3.10 or newer.

They accept what the schemas accept, and nothing else: types are not converted, closed objects take
no further fields, and what may be left out may not be null unless its schema says so. Ids and times
are texts, so that a message that is written again is the same to the letter, as signatures want it.
Use \`model_dump_json(exclude_unset=True)\` to write one: what was left out stays out.

How old a message may be, who signed it and whether it was seen before is not a matter of a model.
"""

import re
from datetime import datetime
from typing import Annotated, Any, Literal, TypeVar, Union

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
)


class _Closed(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class _Open(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow", allow_inf_nan=False)


def _check_given(value: Any) -> Any:
    if value is None:
        raise ValueError("must be left out, or be something else than null")
    return value


_Value = TypeVar("_Value")
MayBeAbsent = Annotated[Union[_Value, None], BeforeValidator(_check_given)]


def _to_integer(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


_INTEGRAL = BeforeValidator(_to_integer)

_DATE_TIME_FORM = re.compile(
    r"(\\d{4})-(\\d\\d)-(\\d\\d)[Tt ](\\d\\d):(\\d\\d):(\\d\\d)(?:\\.\\d+)?(?:[Zz]|([+-])(\\d\\d):(\\d\\d))",
    re.ASCII,
)


def _check_date_time(value: str) -> str:
    found = _DATE_TIME_FORM.fullmatch(value)
    if found is None:
        raise ValueError("must be a date and time with zone, such as 2025-12-09T15:30:00Z")
    year, month, day, hour, minute, second = (int(text) for text in found.groups()[:6])
    sign, *zone = found.groups()[6:]
    zone_hour, zone_minute = (int(text or 0) for text in zone)
    offset = (zone_hour * 60 + zone_minute) * (-1 if sign == "-" else 1)
    is_leap = second == 60 and (hour * 60 + minute - offset) % 1440 == 1439
    if zone_hour > 23 or zone_minute > 59:
        raise ValueError("must have a zone of less than a day")
    # The calendar repeats every 400 years, and the class has no year 0.
    datetime(2000 + year % 400, month, day, hour, minute, 59 if is_leap else second)
    return value


_DATE_TIME = AfterValidator(_check_date_time)

_URI_CHARACTER = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"
_URI_FORM = re.compile(
    rf"[A-Za-z][A-Za-z0-9+.-]*:(?://(?:{_URI_CHARACTER}*|(?:{_URI_CHARACTER}*@)?\\[[0-9A-Fa-f:.]+\\](?::[0-9]*)?))?"
    rf"(?:{_URI_CHARACTER}|/)*(?:\\?(?:{_URI_CHARACTER}|[/?])*)?(?:#(?:{_URI_CHARACTER}|[/?])*)?"
)


def _check_uri(value: str) -> str:
    if _URI_FORM.fullmatch(value) is None:
        raise ValueError("must be a URI with its scheme, such as https://example.com/")
    return value


_URI = AfterValidator(_check_uri)
`;
