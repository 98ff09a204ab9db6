import type { Part } from '@a2a-js/sdk';
import { parseMediaType } from '@formwork/core';
import type { Artifact, SendMessageRequest } from '@formwork/schemas/types/sessions-v1';
import { SessionError } from './session-error.ts';

/** The type of an artifact that is elsewhere ("URL Reference Artifact"). */
export const URL_TYPE = 'url/reference';

/** What stands before bytes ("Image Artifact"). */
export const BASE64_PREFIX = 'base64:';

const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/u;
const BINARY_TYPE = /^(?:image|audio|video|font)\//u;

/** The content and artifacts of a message as parts of A2A. Throws `SessionError` for what is none. */
export function toMessageParts({
  content,
  artifacts = [],
}: Pick<SendMessageRequest, 'content' | 'artifacts'>): Part[] {
  const parts = artifacts.map(toPart);
  // A message has to have a part; the text of one with artifacts may be empty.
  if (content === '' && parts.length > 0) return parts;
  return [createPart({ $case: 'text', value: content }, { mediaType: 'text/plain' }), ...parts];
}

/** True for types whose data is a JSON value. */
export function isJsonType(type: string): boolean {
  const name = parseMediaType(type)?.type ?? '';
  return name === 'application/json' || name.endsWith('+json');
}

function toPart(artifact: Artifact, index: number): Part {
  const { type, data, name = '' } = artifact;
  if (type === URL_TYPE) {
    const rest = { filename: name, mediaType: '' };
    return createPart({ $case: 'url', value: parseUrl(data, index) }, rest);
  }
  const rest = { filename: name, mediaType: type };
  if (isJsonType(type) || typeof data !== 'string') {
    return createPart({ $case: 'data', value: data }, rest);
  }
  if (type !== 'text/plain' && data.startsWith(BASE64_PREFIX)) {
    return createPart({ $case: 'raw', value: parseBase64(data, index) }, rest);
  }
  if (BINARY_TYPE.test(type)) {
    throw refuse(index, `text that begins with "${BASE64_PREFIX}" for the type ${type}`, data);
  }
  return createPart({ $case: 'text', value: data }, rest);
}

function createPart(
  content: NonNullable<Part['content']>,
  { filename = '', mediaType }: { readonly filename?: string; readonly mediaType: string },
): Part {
  return { content, metadata: undefined, filename, mediaType };
}

/** Only looked at: nobody here fetches it. */
function parseUrl(data: unknown, index: number): string {
  const url = typeof data === 'string' ? URL.parse(data) : null;
  if (typeof data === 'string' && url !== null && /^https?:$/u.test(url.protocol)) return data;
  throw refuse(index, `an http or https URL for the type ${URL_TYPE}`, data);
}

function parseBase64(data: string, index: number): Buffer {
  const text = data.slice(BASE64_PREFIX.length);
  if (BASE64.test(text)) return Buffer.from(text, 'base64');
  throw refuse(index, `"${BASE64_PREFIX}" and then Base64`, data);
}

function refuse(index: number, expected: string, value: unknown): SessionError {
  const pointer = `/artifacts/${index}/data`;
  const shown = JSON.stringify(value);
  const cut = shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
  const description = `must be ${expected}: current value is ${cut}`;
  return new SessionError(
    'INVALID_REQUEST',
    `Cannot read the message as ${pointer} ${description}`,
    { details: { problems: [{ field: pointer, description }] } },
  );
}
