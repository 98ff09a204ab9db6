import { createValidator, isRecord, type JsonSchema, type Validator } from '@formwork/core';
import announcement from '@formwork/schemas/messages/v1/agent-announcement-message.json' with { type: 'json' };
import authenticated from '@formwork/schemas/messages/v1/authenticated-message.json' with { type: 'json' };
import base from '@formwork/schemas/messages/v1/base-message.json' with { type: 'json' };
import discover from '@formwork/schemas/messages/v1/discover-agents-message.json' with { type: 'json' };
import errorMessage from '@formwork/schemas/messages/v1/error-message.json' with { type: 'json' };
import goodbye from '@formwork/schemas/messages/v1/goodbye-message.json' with { type: 'json' };
import ack from '@formwork/schemas/messages/v1/handshake-ack-message.json' with { type: 'json' };
import handshake from '@formwork/schemas/messages/v1/handshake-message.json' with { type: 'json' };
import request from '@formwork/schemas/messages/v1/request-message.json' with { type: 'json' };
import response from '@formwork/schemas/messages/v1/response-message.json' with { type: 'json' };
import type { MessageType } from './envelope.ts';

/** Where references of the documents lead to in a schema that stands by itself. */
const TARGETS: Readonly<Record<string, string>> = {
  'base-message.json': '#/definitions/base',
  '#/definitions/agent_card': '#/definitions/agent_card',
  'handshake-message.json#/definitions/agent_card': '#/definitions/agent_card',
};

const DEFINITIONS = {
  base: toInner(base),
  agent_card: toInner(Reflect.get(Object(handshake['definitions']), 'agent_card')),
};

/** What every message has. Compiled once, like all of these. */
export const BASE: Validator = toValidator(base, 'base-message');

/** What every message with a tag has. */
export const AUTHENTICATED: Validator = toValidator(authenticated, 'authenticated-message');

/** What messages of each type have. */
export const TYPES: Readonly<Record<MessageType, Validator>> = {
  request: toValidator(request, 'request-message'),
  response: toValidator(response, 'response-message'),
  handshake: toValidator(handshake, 'handshake-message'),
  handshake_ack: toValidator(ack, 'handshake-ack-message'),
  error: toValidator(errorMessage, 'error-message'),
  discover_agents: toValidator(discover, 'discover-agents-message'),
  agent_announcement: toValidator(announcement, 'agent-announcement-message'),
  goodbye: toValidator(goodbye, 'goodbye-message'),
};

function toValidator(document: JsonSchema, name: string): Validator {
  const { definitions: _, ...rest } = toInner(document);
  const schema: JsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...rest,
    definitions: DEFINITIONS,
  };
  return createValidator(schema, { name });
}

/** A document without its own address, so that references can stay inside of one schema. */
function toInner(document: unknown): Readonly<Record<string, unknown>> {
  const {
    $id: _id,
    $schema: _schema,
    ...rest
  } = Object(rewrite(document)) as Record<string, unknown>;
  return rest;
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): readonly [string, unknown] => {
    if (key !== '$ref' || typeof inner !== 'string') return [key, rewrite(inner)];
    const target = TARGETS[inner];
    if (target === undefined) throw new TypeError(`There is no place for the reference ${inner}`);
    return [key, target];
  });
  return Object.fromEntries(entries);
}
