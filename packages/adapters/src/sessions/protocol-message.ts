import { Role, type Message as ProtocolMessage, type Part } from '@a2a-js/sdk';
import { type Agent, fromSchemaMode, parseMediaType, toSchemaMode } from '@formwork/core';
import { matchUntagged } from '@formwork/core/internal';
import { cutText, parseUrl } from '@formwork/schema/json';
import type { Artifact, SendMessageRequest } from '@formwork/schemas/types/sessions-v1';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SessionError } from './session-error.ts';
import type { OpenTask, SessionRecord } from './session-record.ts';

/**
 * The key in the metadata of an A2A message, as handlers see it, under which the earlier system
 * messages of its session stand.
 */
export const SYSTEM_METADATA_KEY = 'formwork.system';

/**
 * Makes the A2A message of a session's message; the session becomes its context.
 *
 * @throws SessionError when an artifact does not fit its type
 */
export async function toProtocolMessage(
  request: SendMessageRequest,
  {
    agent,
    record,
    id,
    question,
  }: {
    readonly agent: Agent;
    /** The state of the session before this message. */
    readonly record: SessionRecord;
    /** The id of the message in the session. */
    readonly id: string;
    /** The task that the message answers; `undefined` if it answers none. */
    readonly question: OpenTask | undefined;
  },
): Promise<ProtocolMessage> {
  const system = record.messages
    .filter(({ message }) => message.role === 'system')
    .map(({ message }) => message.content);
  const metadata = {
    ...request.metadata,
    ...(system.length > 0 && { [SYSTEM_METADATA_KEY]: system }),
  };
  const message: ProtocolMessage = {
    messageId: id,
    contextId: record.id,
    taskId: question?.id ?? '',
    role: Role.ROLE_USER,
    parts: toMessageParts(request),
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
    extensions: [],
    referenceTaskIds: [],
  };
  return question === undefined ? withTag(message, agent) : message;
}

/**
 * Tags the data of a message that fits a schema, so that they count as input. Messages of sessions
 * must have text, so data seldom come alone: the only artifact of a message counts, if it fits
 * exactly one schema, as a lone data part does in A2A.
 */
async function withTag(message: ProtocolMessage, agent: Agent): Promise<ProtocolMessage> {
  const { parts } = message;
  const [index, second] = parts.flatMap((part, at) => (isText(part) ? [] : [at]));
  const part = index === undefined ? undefined : parts[index];
  if (index === undefined || part === undefined || second !== undefined) return message;
  if (part.content?.$case !== 'data' || fromSchemaMode(part.mediaType) !== undefined) {
    return message;
  }
  const match = await matchUntagged({ ...message, parts: [part] }, agent.inputSchemas, nextTurn);
  if (match.kind !== 'one') return message;
  return {
    ...message,
    parts: parts.with(index, { ...part, mediaType: toSchemaMode(match.schema) }),
  };
}

function isText({ content }: Part): boolean {
  return content?.$case === 'text';
}

/** The type of an artifact that is given as a URL ("URL Reference Artifact"). */
export const URL_TYPE = 'url/reference';

/** The prefix of an artifact's data that are bytes in base64 ("Image Artifact"). */
export const BASE64_PREFIX = 'base64:';

const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/u;
const BINARY_TYPE = /^(?:image|audio|video|font)\//u;

/**
 * Makes the A2A parts of a message from its content and artifacts.
 *
 * @throws SessionError for a wrong artifact
 */
export function toMessageParts({
  content,
  artifacts = [],
}: Pick<SendMessageRequest, 'content' | 'artifacts'>): Part[] {
  const parts = artifacts.map(toPart);
  // An A2A message needs a part; a message with artifacts may have an empty text.
  if (content === '' && parts.length > 0) return parts;
  return [createPart({ $case: 'text', value: content }, { mediaType: 'text/plain' }), ...parts];
}

/** True for an artifact type whose data are a JSON value. */
export function isJsonType(type: string): boolean {
  const name = parseMediaType(type)?.type ?? '';
  return name === 'application/json' || name.endsWith('+json');
}

function toPart(artifact: Artifact, index: number): Part {
  const { type, data, name = '' } = artifact;
  if (type === URL_TYPE) {
    const attributes = { filename: name, mediaType: '' };
    return createPart({ $case: 'url', value: readUrl(data, index) }, attributes);
  }
  const attributes = { filename: name, mediaType: type };
  if (isJsonType(type) || typeof data !== 'string') {
    return createPart({ $case: 'data', value: data }, attributes);
  }
  if (type !== 'text/plain' && data.startsWith(BASE64_PREFIX)) {
    return createPart({ $case: 'raw', value: parseBase64(data, index) }, attributes);
  }
  if (BINARY_TYPE.test(type)) {
    throw createArtifactError(
      index,
      `text that begins with "${BASE64_PREFIX}" for the type ${type}`,
      data,
    );
  }
  return createPart({ $case: 'text', value: data }, attributes);
}

function createPart(
  content: NonNullable<Part['content']>,
  { filename = '', mediaType }: { readonly filename?: string; readonly mediaType: string },
): Part {
  return { content, metadata: undefined, filename, mediaType };
}

/** Checks the URL of an artifact, which is never fetched here. */
function readUrl(data: unknown, index: number): string {
  const url = typeof data === 'string' ? parseUrl(data) : undefined;
  if (typeof data === 'string' && /^https?:$/u.test(url?.protocol ?? '')) return data;
  throw createArtifactError(index, `an http or https URL for the type ${URL_TYPE}`, data);
}

function parseBase64(data: string, index: number): Buffer {
  const text = data.slice(BASE64_PREFIX.length);
  if (BASE64.test(text)) return Buffer.from(text, 'base64');
  throw createArtifactError(index, `"${BASE64_PREFIX}" and then Base64`, data);
}

function createArtifactError(index: number, expected: string, value: unknown): SessionError {
  const pointer = `/artifacts/${index}/data`;
  const shown = cutText(JSON.stringify(value), 60);
  const description = `must be ${expected}: current value is ${shown}`;
  return new SessionError(
    'INVALID_REQUEST',
    `Cannot read the message because ${pointer} ${description}`,
    { details: { problems: [{ field: pointer, description }] } },
  );
}
