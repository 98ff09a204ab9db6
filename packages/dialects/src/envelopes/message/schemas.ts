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

const TYPES = {
  request,
  response,
  handshake,
  handshake_ack: ack,
  error: errorMessage,
  discover_agents: discover,
  agent_announcement: announcement,
  goodbye,
} satisfies Readonly<Record<MessageType, JsonSchema>>;

/** A document that says what messages have. */
type DocumentName = MessageType | 'base' | 'authenticated';

const DOCUMENTS: Readonly<Record<DocumentName, JsonSchema>> = { base, authenticated, ...TYPES };

const validators = new Map<DocumentName, Validator>();

/**
 * What messages of a type have; of `base` what every message has, and of `authenticated` what every
 * message with a tag has. Each is compiled for the first message that needs it:
 * an agent that is sent none starts without.
 */
export function toEnvelopeValidator(name: DocumentName): Validator {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const { definitions: _, ...rest } = toInner(DOCUMENTS[name]);
  const schema: JsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...rest,
    definitions: {
      base: toInner(base),
      agent_card: toInner(Reflect.get(Object(handshake['definitions']), 'agent_card')),
    },
  };
  const validator = createValidator(schema, { name: `${name.replaceAll('_', '-')}-message` });
  validators.set(name, validator);
  return validator;
}

/** True for the name of a type of messages. */
export function isMessageType(value: unknown): value is MessageType {
  return typeof value === 'string' && Object.hasOwn(TYPES, value);
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
