import { isRecord, SUBSCHEMA_PLACES, type JsonSchema } from '@formwork/core';

/** Words that alone name a secret. */
const SECRETS: ReadonlySet<string> = new Set(
  'password passwd pwd passphrase passcode secret token pin otp cvv cvc ssn mnemonic credential credentials'.split(
    ' ',
  ),
);

/** Words that name one together. */
const PAIRS =
  /\b(?:(?:api|private|secret|access|signing|encryption|recovery|ssh|license) ?keys?|(?:credit|debit|bank) ?cards?|card ?(?:number|security)|security ?code|one ?time ?code|seed ?phrase)\b/u;

const ASKS =
  /\b(?:your|enter|provide|type|send|give|share|paste|what is)\b[^.?!]{0,40}\b(?:password|passphrase|passcode|api key|secret key|private key|access token|cvv|credit card|one[- ]time code|seed phrase)\b/iu;

/**
 * The first field of a schema that looks like it asks for a secret; `undefined` if none does. Forms
 * of MCP must not ask for any: what is filled in passes through the host and stays in its logs.
 */
export function findSecretField(schema: JsonSchema): string | undefined {
  return find(schema, '');
}

/** True if a question in words asks for a secret. */
export function asksForSecret(text: string): boolean {
  return ASKS.test(text.slice(0, 5000));
}

function find(schema: unknown, name: string): string | undefined {
  if (!isRecord(schema)) return undefined;
  const { title, format, writeOnly } = schema;
  const words = [name, typeof title === 'string' ? title : ''];
  if (format === 'password' || writeOnly === true || words.some(namesSecret)) {
    return name === '' ? (typeof title === 'string' ? title : 'the whole answer') : name;
  }
  for (const [keyword, place] of SUBSCHEMA_PLACES) {
    const value = schema[keyword];
    const members: readonly (readonly [string, unknown])[] =
      place === 'map' && isRecord(value)
        ? Object.entries(value)
        : [value].flat().map((one) => [name, one] as const);
    for (const [inner, member] of members) {
      const isProperty = keyword === 'properties';
      const found = find(member, isProperty ? inner : name === '' ? '' : name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function namesSecret(text: string): boolean {
  const words = text
    .slice(0, 200)
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim();
  return words.split(' ').some((word) => SECRETS.has(word)) || PAIRS.test(words);
}
