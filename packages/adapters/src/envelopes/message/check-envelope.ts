import { createValidator, type JsonSchema, type Problem, type Validator } from '@formwork/schema';
import { REFERENCE_KEYWORD } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import announcement from '@formwork/schemas/messages/v1/agent-announcement-message.json' with { type: 'json' };
import authenticatedMessage from '@formwork/schemas/messages/v1/authenticated-message.json' with { type: 'json' };
import base from '@formwork/schemas/messages/v1/base-message.json' with { type: 'json' };
import discover from '@formwork/schemas/messages/v1/discover-agents-message.json' with { type: 'json' };
import errorMessage from '@formwork/schemas/messages/v1/error-message.json' with { type: 'json' };
import goodbye from '@formwork/schemas/messages/v1/goodbye-message.json' with { type: 'json' };
import ack from '@formwork/schemas/messages/v1/handshake-ack-message.json' with { type: 'json' };
import handshake from '@formwork/schemas/messages/v1/handshake-message.json' with { type: 'json' };
import request from '@formwork/schemas/messages/v1/request-message.json' with { type: 'json' };
import response from '@formwork/schemas/messages/v1/response-message.json' with { type: 'json' };
import type { Envelope, MessageType } from './envelope.ts';

/** Options of {@link checkEnvelope}. */
export interface CheckEnvelopeOptions {
  /**
   * True to require a tag with the members that the document names and no others. Default false.
   */
  readonly authenticated?: boolean;
}

/** The outcome of checking a message with {@link checkEnvelope}: the message, or its problems. */
export type EnvelopeResult =
  | { readonly kind: 'valid'; readonly envelope: Envelope }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/**
 * Checks a value by the schemas of the Message Schemas Reference: by the base schema, then by that
 * of its type. Lists every problem with its place.
 */
export function checkEnvelope(
  value: unknown,
  { authenticated = false }: CheckEnvelopeOptions = {},
): EnvelopeResult {
  const inBase = getEnvelopeValidator('base').check(value);
  if (inBase.length > 0) return { kind: 'invalid', problems: inBase };
  const type = isRecord(value) ? value['message_type'] : undefined;
  if (!isMessageType(type)) return { kind: 'invalid', problems: [] };
  const problems = [
    ...getEnvelopeValidator(type).check(value),
    ...(authenticated ? getEnvelopeValidator('authenticated').check(value) : []),
  ];
  // The value fits the base schema, which the type `Envelope` describes.
  return problems.length > 0
    ? { kind: 'invalid', problems }
    : { kind: 'valid', envelope: value as Envelope };
}

/**
 * The local references that replace the references between schema documents, by the original ones.
 */
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

/** The name of a schema document: a type of message, `base` or `authenticated`. */
type DocumentName = MessageType | 'base' | 'authenticated';

const DOCUMENTS: Readonly<Record<DocumentName, JsonSchema>> = {
  base,
  authenticated: authenticatedMessage,
  ...TYPES,
};

const validators = new Map<DocumentName, Validator>();

/**
 * Returns the validator for a type of message, for all messages (`base`), or for messages with a
 * tag (`authenticated`). It is compiled when it is first needed.
 */
function getEnvelopeValidator(name: DocumentName): Validator {
  const cachedValidator = validators.get(name);
  if (cachedValidator !== undefined) return cachedValidator;
  const { definitions: _, ...document } = withoutAddress(DOCUMENTS[name]);
  const schema: JsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...document,
    definitions: {
      base: withoutAddress(base),
      agent_card: withoutAddress(Reflect.get(Object(handshake['definitions']), 'agent_card')),
    },
  };
  const validator = createValidator(schema, { name: `${name.replaceAll('_', '-')}-message` });
  validators.set(name, validator);
  return validator;
}

/** True for a text that is the name of a message type. */
function isMessageType(value: unknown): value is MessageType {
  return typeof value === 'string' && Object.hasOwn(TYPES, value);
}

/** Copies a schema document without its `$id`, so that its references stay inside one schema. */
function withoutAddress(document: unknown): Readonly<Record<string, unknown>> {
  const {
    $id: _id,
    $schema: _schema,
    ...fields
  } = Object(redirectReferences(document)) as Record<string, unknown>;
  return fields;
}

function redirectReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redirectReferences);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): readonly [string, unknown] => {
    if (key !== REFERENCE_KEYWORD || typeof inner !== 'string')
      return [key, redirectReferences(inner)];
    const target = TARGETS[inner];
    if (target === undefined) throw new TypeError(`There is no place for the reference ${inner}`);
    return [key, target];
  });
  return Object.fromEntries(entries);
}
