# Generated from the schemas in the folder above by "npm run schemas". Do not edit.
"""Models of the messages for Pydantic 2, on Python 3.10 or newer.

They accept what the schemas accept, and nothing else: types are not converted, closed objects take
no further fields, and what may be left out may not be null unless its schema says so. Ids and times
are texts, so that a message that is written again is the same to the letter, as signatures want it.
Use `model_dump_json(exclude_unset=True)` to write one: what was left out stays out.

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
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))",
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
    rf"[A-Za-z][A-Za-z0-9+.-]*:(?://(?:{_URI_CHARACTER}*|(?:{_URI_CHARACTER}*@)?\[[0-9A-Fa-f:.]+\](?::[0-9]*)?))?"
    rf"(?:{_URI_CHARACTER}|/)*(?:\?(?:{_URI_CHARACTER}|[/?])*)?(?:#(?:{_URI_CHARACTER}|[/?])*)?"
)


def _check_uri(value: str) -> str:
    if _URI_FORM.fullmatch(value) is None:
        raise ValueError("must be a URI with its scheme, such as https://example.com/")
    return value


_URI = AfterValidator(_check_uri)


class AuthenticationTag(_Open):
    """Who sent the message, in a way that the recipient can check."""

    agent_id: str
    """Whose key signed; the same as `sender_id`."""

    timestamp: Annotated[str, _DATE_TIME]
    """When the message was signed."""

    nonce: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    """16 random bytes as 32 lower-case hex digits, never used twice."""

    signature: str
    """The signature in Base64, by the RSA or elliptic-curve key of the agent."""

    public_key_fingerprint: MayBeAbsent[str] = None
    """SHA-256 fingerprint of the public key to check with."""


class BaseMessage(_Closed):
    """What every message of the protocol has, whatever its type."""

    message_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")]
    """Names this message, globally and forever: a UUID of version 4 in lower case."""

    message_type: Literal["request", "response", "handshake", "handshake_ack", "error", "discover_agents", "agent_announcement", "goodbye"]
    """What kind of message this is; decides what the payload holds."""

    sender_id: Annotated[str, StringConstraints(min_length=3, max_length=128, pattern=r"^[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]$")]
    """Which agent sends. Letters, digits and hyphens, 3 to 128 of them, no hyphen at either end."""

    recipient_id: Annotated[str, StringConstraints(min_length=3, max_length=128, pattern=r"^[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]$")]
    """Which agent is to read this, or `registry`. Same form as `sender_id`."""

    timestamp: Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{3})?Z$"), _DATE_TIME]
    """When the message was made: UTC with `Z`, in whole seconds or with exactly three decimals."""

    payload: dict[str, Any]
    """The content; its shape depends on `message_type`."""

    correlation_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")] | None = None
    """The `message_id` of the message that this one answers; null or absent if it answers none."""

    auth: MayBeAbsent[AuthenticationTag] = None
    """Who sent the message, in a way that the recipient can check."""


class AgentInfo(_Open):
    """An agent as the registry knows it."""

    agent_id: str
    """The id of the agent."""

    name: str
    """The name of the agent, for people."""

    capabilities: list[str]
    """What the agent can do, by name."""

    status: Literal["healthy", "unhealthy"]
    """Whether the agent answers."""

    endpoint: Annotated[str, _URI]
    """Where the agent takes messages."""

    last_heartbeat: MayBeAbsent[Annotated[str, _DATE_TIME]] = None
    """When the registry last heard of the agent."""


class AgentAnnouncementPayload(_Closed):
    """The agents that were found."""

    agents: list[AgentInfo]
    """Agents that fit the query."""

    total_count: Annotated[int, _INTEGRAL, Field(ge=0)]
    """How many agents fit, returned or not."""

    query_time_ms: MayBeAbsent[Annotated[int | float, Field(ge=0)]] = None
    """How long the search took, in milliseconds."""


class AgentAnnouncementMessage(BaseMessage):
    """The registry's answer to a query."""

    message_type: Literal["agent_announcement"]
    """Always `agent_announcement`."""

    sender_id: Literal["registry"]
    """Always `registry`."""

    correlation_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")]
    """The `message_id` of the query."""

    payload: AgentAnnouncementPayload
    """The agents that were found."""


class ClosedAuthenticationTag(_Closed):
    """Who sent the message, in a way that the recipient can check. Nothing but these fields."""

    agent_id: str
    """Whose key signed; the same as `sender_id`."""

    timestamp: Annotated[str, _DATE_TIME]
    """When the message was signed."""

    nonce: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    """16 random bytes as 32 lower-case hex digits, never used twice."""

    signature: str
    """The signature in Base64, by the RSA or elliptic-curve key of the agent."""

    public_key_fingerprint: MayBeAbsent[str] = None
    """SHA-256 fingerprint of the public key to check with."""


class AuthenticatedMessage(BaseMessage):
    """A message of any type with its authentication tag, which here is required and closed."""

    auth: ClosedAuthenticationTag
    """Who sent the message, in a way that the recipient can check. Nothing but these fields."""


class DiscoverFilters(_Open):
    """Further limits on what is returned."""

    status: MayBeAbsent[Literal["healthy", "unhealthy", "all"]] = None
    """Which state of health; `all` for any."""

    max_results: MayBeAbsent[Annotated[int, _INTEGRAL, Field(ge=1, le=100)]] = None
    """How many agents to return at most."""


class DiscoverAgentsPayload(_Closed):
    """What the agents must be like; empty asks for all."""

    capabilities: MayBeAbsent[list[str]] = None
    """Capabilities that an agent must have, every one of them."""

    filters: MayBeAbsent[DiscoverFilters] = None
    """Further limits on what is returned."""


class DiscoverAgentsMessage(BaseMessage):
    """Asks the registry for agents."""

    message_type: Literal["discover_agents"]
    """Always `discover_agents`."""

    recipient_id: Literal["registry"]
    """Always `registry`."""

    correlation_id: None = None
    """Null: a query answers nothing."""

    payload: DiscoverAgentsPayload
    """What the agents must be like; empty asks for all."""


class ErrorDetails(_Closed):
    """What went wrong, and what to do about it."""

    code: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*[A-Z0-9]$")]
    """The kind of error, for programs: capitals, digits and underscores."""

    message: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    """The error in words, for people; up to 500 characters."""

    details: MayBeAbsent[dict[str, Any]] = None
    """More about the error; its names are up to the code."""

    retry_after: MayBeAbsent[Annotated[int, _INTEGRAL, Field(ge=0)]] = None
    """How many seconds to wait before the next attempt."""

    documentation_url: MayBeAbsent[Annotated[str, _URI]] = None
    """Where the error is explained."""


class ErrorPayload(_Closed):
    """Holds the error."""

    error: ErrorDetails
    """What went wrong, and what to do about it."""


class ErrorMessage(BaseMessage):
    """Says that a message could not be processed."""

    message_type: Literal["error"]
    """Always `error`."""

    correlation_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")]
    """The `message_id` of the message that caused the error."""

    payload: ErrorPayload
    """Holds the error."""


class GoodbyePayload(_Open):
    """May say why. Open, as others may have more to say."""

    reason: MayBeAbsent[str] = None
    """Why the connection is closed, for people."""


class GoodbyeMessage(BaseMessage):
    """Closes a connection; nothing answers it."""

    message_type: Literal["goodbye"]
    """Always `goodbye`."""

    correlation_id: None = None
    """Null: a goodbye answers nothing."""

    payload: GoodbyePayload
    """May say why. Open, as others may have more to say."""


class AgentCard(_Closed):
    """Who an agent is and what it can do."""

    agent_id: str
    """The id of the agent, as in `sender_id`."""

    name: str
    """The name of the agent, for people."""

    version: Annotated[str, StringConstraints(pattern=r"^[0-9]+\.[0-9]+\.[0-9]+$")]
    """The version of the agent: MAJOR.MINOR.PATCH, digits only."""

    description: str
    """What the agent is for."""

    capabilities: Annotated[list[str], Field(min_length=1, max_length=50)]
    """What the agent can do: 1 to 50 names."""

    supported_protocols: Annotated[list[str], Field(min_length=1)]
    """Protocols that the agent speaks, such as `A2A/1.0`; at least one."""

    schema_versions: MayBeAbsent[Annotated[list[Annotated[str, StringConstraints(pattern=r"^[0-9]+\.[0-9]+\.[0-9]+$")]], Field(min_length=1)]] = None
    """Versions of these schemas that the agent understands: MAJOR.MINOR.PATCH."""

    metadata: MayBeAbsent[dict[str, Any]] = None
    """Whatever else the agent tells of itself."""


class HandshakeAckPayload(_Open):
    """The introduction in return, and what was agreed. Open, as others may have more to say."""

    agent_card: MayBeAbsent[AgentCard] = None

    protocol: MayBeAbsent[str] = None
    """The one of the handshake's `supported_protocols` that is spoken from here on."""

    schema_version: MayBeAbsent[Annotated[str, StringConstraints(pattern=r"^[0-9]+\.[0-9]+\.[0-9]+$")]] = None
    """The one of the handshake's `schema_versions` that messages keep to from here on."""


class HandshakeAckMessage(BaseMessage):
    """Answers a handshake: the connection stands, by the versions named here."""

    message_type: Literal["handshake_ack"]
    """Always `handshake_ack`."""

    correlation_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")]
    """The `message_id` of the handshake."""

    payload: HandshakeAckPayload
    """The introduction in return, and what was agreed. Open, as others may have more to say."""


class HandshakePayload(_Closed):
    """The introduction."""

    agent_card: AgentCard


class HandshakeMessage(BaseMessage):
    """Opens a connection: the sender introduces itself."""

    message_type: Literal["handshake"]
    """Always `handshake`."""

    correlation_id: None = None
    """Null: a handshake answers nothing."""

    payload: HandshakePayload
    """The introduction."""


class RequestPayload(_Closed):
    """What is asked for."""

    method: Annotated[str, StringConstraints(min_length=1, max_length=128)]
    """What to do, by name."""

    parameters: MayBeAbsent[dict[str, Any]] = None
    """What the method needs; its names are up to the method."""


class RequestMessage(BaseMessage):
    """Asks another agent to do or tell something."""

    message_type: Literal["request"]
    """Always `request`."""

    correlation_id: None = None
    """Null: a request answers nothing."""

    payload: RequestPayload
    """What is asked for."""


class ErrorObject(_Open):
    """What went wrong; there whenever the status is `error`."""

    code: str
    """The kind of error, for programs."""

    message: str
    """The error in words, for people."""

    details: MayBeAbsent[dict[str, Any]] = None
    """More about the error; its names are up to the code."""


class SuccessResponsePayload(_Closed):
    """Success comes with data."""

    status: Literal["success"]
    """Whether the request succeeded."""

    data: dict[str, Any]
    """The result; there whenever the status is `success`."""

    error: MayBeAbsent[ErrorObject] = None
    """What went wrong; there whenever the status is `error`."""


class ErrorResponsePayload(_Closed):
    """An error comes with its description."""

    status: Literal["error"]
    """Whether the request succeeded."""

    data: MayBeAbsent[dict[str, Any]] = None
    """The result; there whenever the status is `success`."""

    error: ErrorObject
    """What went wrong; there whenever the status is `error`."""


ResponsePayload = Annotated[Union[SuccessResponsePayload, ErrorResponsePayload], Field(discriminator="status")]


class ResponseMessage(BaseMessage):
    """The one answer to a request."""

    message_type: Literal["response"]
    """Always `response`."""

    correlation_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")]
    """The `message_id` of the request."""

    payload: ResponsePayload
    """The outcome: data, or an error."""


Message = Annotated[
    Union[
        AgentAnnouncementMessage,
        DiscoverAgentsMessage,
        ErrorMessage,
        GoodbyeMessage,
        HandshakeAckMessage,
        HandshakeMessage,
        RequestMessage,
        ResponseMessage,
    ],
    Field(discriminator="message_type"),
]

_MESSAGE: TypeAdapter[Any] = TypeAdapter(Message)


def parse_message(text: str | bytes) -> Any:
    """The message that a text of JSON holds, as the model of its type.

    Raises pydantic.ValidationError if it is no valid message.
    """
    return _MESSAGE.validate_json(text)


MODELS: dict[str, Any] = {
    "https://a2a-protocol.org/schemas/base-message.json#/properties/auth": AuthenticationTag,
    "https://a2a-protocol.org/schemas/base-message.json#": BaseMessage,
    "https://a2a-protocol.org/schemas/agent-announcement-message.json#/allOf/1/properties/payload/properties/agents/items": AgentInfo,
    "https://a2a-protocol.org/schemas/agent-announcement-message.json#/allOf/1/properties/payload": AgentAnnouncementPayload,
    "https://a2a-protocol.org/schemas/agent-announcement-message.json#": AgentAnnouncementMessage,
    "https://a2a-protocol.org/schemas/authenticated-message.json#/allOf/1/properties/auth": ClosedAuthenticationTag,
    "https://a2a-protocol.org/schemas/authenticated-message.json#": AuthenticatedMessage,
    "https://a2a-protocol.org/schemas/discover-agents-message.json#/allOf/1/properties/payload/properties/filters": DiscoverFilters,
    "https://a2a-protocol.org/schemas/discover-agents-message.json#/allOf/1/properties/payload": DiscoverAgentsPayload,
    "https://a2a-protocol.org/schemas/discover-agents-message.json#": DiscoverAgentsMessage,
    "https://a2a-protocol.org/schemas/error-message.json#/allOf/1/properties/payload/properties/error": ErrorDetails,
    "https://a2a-protocol.org/schemas/error-message.json#/allOf/1/properties/payload": ErrorPayload,
    "https://a2a-protocol.org/schemas/error-message.json#": ErrorMessage,
    "https://a2a-protocol.org/schemas/goodbye-message.json#/allOf/1/properties/payload": GoodbyePayload,
    "https://a2a-protocol.org/schemas/goodbye-message.json#": GoodbyeMessage,
    "https://a2a-protocol.org/schemas/handshake-message.json#/definitions/agent_card": AgentCard,
    "https://a2a-protocol.org/schemas/handshake-ack-message.json#/allOf/1/properties/payload": HandshakeAckPayload,
    "https://a2a-protocol.org/schemas/handshake-ack-message.json#": HandshakeAckMessage,
    "https://a2a-protocol.org/schemas/handshake-message.json#/allOf/1/properties/payload": HandshakePayload,
    "https://a2a-protocol.org/schemas/handshake-message.json#": HandshakeMessage,
    "https://a2a-protocol.org/schemas/request-message.json#/allOf/1/properties/payload": RequestPayload,
    "https://a2a-protocol.org/schemas/request-message.json#": RequestMessage,
    "https://a2a-protocol.org/schemas/response-message.json#/allOf/1/properties/payload/properties/error": ErrorObject,
    "https://a2a-protocol.org/schemas/response-message.json#/allOf/1/properties/payload/oneOf/0": SuccessResponsePayload,
    "https://a2a-protocol.org/schemas/response-message.json#/allOf/1/properties/payload/oneOf/1": ErrorResponsePayload,
    "https://a2a-protocol.org/schemas/response-message.json#/allOf/1/properties/payload": ResponsePayload,
    "https://a2a-protocol.org/schemas/response-message.json#": ResponseMessage,
}
"""Models by the address of their schemas."""
