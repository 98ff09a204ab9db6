import { didYouMean } from '../problems/did-you-mean.ts';

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Names of types in other languages and libraries, and what a schema says in their place. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['any', 'leave "type" out'],
  ['bigint', 'did you mean "integer"?'],
  ['bool', 'did you mean "boolean"?'],
  ['char', 'did you mean "string"?'],
  ['date', 'write "type": "string", "format": "date"'],
  ['date-time', 'write "type": "string", "format": "date-time"'],
  ['datetime', 'write "type": "string", "format": "date-time"'],
  ['decimal', 'did you mean "number"?'],
  ['dict', 'did you mean "object"?'],
  ['double', 'did you mean "number"?'],
  ['email', 'write "type": "string", "format": "email"'],
  ['enum', 'leave "type" out, "enum" says it all'],
  ['file', 'write "type": "string", "contentMediaType": "..."'],
  ['float', 'did you mean "number"?'],
  ['int', 'did you mean "integer"?'],
  ['list', 'did you mean "array"?'],
  ['long', 'did you mean "integer"?'],
  ['map', 'did you mean "object"?'],
  ['none', 'did you mean "null"?'],
  ['record', 'did you mean "object"?'],
  ['str', 'did you mean "string"?'],
  ['text', 'did you mean "string"?'],
  ['time', 'write "type": "string", "format": "time"'],
  ['timestamp', 'write "type": "string", "format": "date-time"'],
  ['tuple', 'did you mean "array"?'],
  ['undefined', 'leave the name out of "required" instead'],
  ['uri', 'write "type": "string", "format": "uri"'],
  ['url', 'write "type": "string", "format": "uri"'],
  ['uuid', 'write "type": "string", "format": "uuid"'],
]);

/** Returns the advice for a value of `type` that JSON Schema does not know; `undefined` for none. */
export function adviseType(type: unknown): string | undefined {
  if (typeof type !== 'string') return undefined;
  const advice = SYNONYMS.get(type.toLowerCase());
  if (advice !== undefined) return advice;
  const suggestion = didYouMean(type, TYPES);
  return suggestion === undefined ? undefined : `did you mean ${JSON.stringify(suggestion)}?`;
}
