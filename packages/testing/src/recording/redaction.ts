import type { Json, JsonSchema } from '@formwork/schema';
import { hideSecrets, isSecretField, listSecretValues } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { isCard, listForms, readPart, readSchemas, type DataPart } from './card-schemas.ts';
import { type Exchange, listAnswers, type RecordedResponse } from './recorded-exchange.ts';

/** The text that stands in a recording for a secret. */
export const MASK = '[secret]';

/** The fewest characters of a secret that is hidden in the whole exchange, and in the whole file. */
const SHORT = 4;
const LONG = 6;

/** What is secret, apart from headers and `writeOnly` fields. */
export type RedactionRule = string | RegExp;

/** Hides the secrets of exchanges. */
export interface Redaction {
  /** Notes the schemas that an exchange shows, whose `writeOnly` fields are secret. */
  learn(exchange: Exchange): void;
  /** Notes the schemas of a card that was not fetched. */
  learnCard(card: object): void;
  /** Notes the credentials in the headers of a request, which are secret wherever they are. */
  learnHeaders(headers: Headers): void;
  /** Copies exchanges without secrets. */
  hide(exchanges: readonly Exchange[]): readonly Exchange[];
}

/** Makes a redaction with rules of the user. */
export function createRedaction(rules: readonly RedactionRule[]): Redaction {
  const names = new Set(rules.filter((rule) => typeof rule === 'string'));
  const patterns = rules
    .filter((rule) => rule instanceof RegExp)
    .map(({ source, flags }) => new RegExp(source, [...new Set(`${flags}g`)].join('')));
  const schemasByName = new Map<string, JsonSchema[]>();
  const forms: JsonSchema[] = [];
  const credentials = new Set<string>();

  /** Lists the secret values of a part: by the schema of its tag, else by every schema. */
  function listSecrets({ schema, data }: DataPart): readonly string[] {
    const all = schema === undefined ? [...forms, ...[...schemasByName.values()].flat()] : [];
    const schemas = schema === undefined ? [] : (schemasByName.get(schema) ?? []);
    return [
      ...new Set([...all, ...schemas].flatMap((candidate) => listSecretValues(candidate, data))),
    ];
  }

  function hideText(text: string, secrets: readonly string[]): string {
    const maskedText = patterns.reduce((masked, pattern) => masked.replaceAll(pattern, MASK), text);
    return secrets.length === 0 ? maskedText : hideSecrets(maskedText, secrets);
  }

  /** `isData` says that the names of members are the user's, and not those of A2A. */
  function copy(value: unknown, secrets: readonly string[], isData = false): unknown {
    if (typeof value === 'string') return hideText(value, secrets);
    if (typeof value === 'number') return secrets.includes(String(value)) ? MASK : value;
    if (Array.isArray(value)) return value.map((item) => copy(item, secrets, isData));
    // A card is public, and its schemas would not be the agent's any more.
    if (!isRecord(value) || isCard(value)) return value;
    const part = readPart(value);
    const partSecrets = part === undefined ? [] : listSecrets(part);
    const inner = partSecrets.length === 0 ? secrets : [...secrets, ...partSecrets];
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const isHidden = (isData && names.has(name)) || isCredential(value, name);
        if (isHidden && member !== null) return [name, MASK];
        return [name, copy(member, inner, isData || name === 'data' || name === 'metadata')];
      }),
    );
  }

  function hideExchange(exchange: Exchange, shared: readonly string[]): Exchange {
    const { request } = exchange;
    const exchangeSecrets = findSecrets(exchange, listSecrets).filter(
      (secret) => secret.length >= SHORT,
    );
    const secrets = [...shared, ...exchangeSecrets].filter((secret) => !MASK.includes(secret));
    const { response, ...hidden } = copy(exchange, secrets) as Exchange;
    const { text } = hidden.request;
    return {
      request: {
        ...hidden.request,
        method: request.method,
        url: hideQuery(hidden.request.url, names),
        ...(text !== undefined && isForm(text) && { text: hidePairs(text, names) }),
      },
      ...(response !== undefined && { response: hideLocation(response) }),
    };
  }

  function hideLocation(response: RecordedResponse): RecordedResponse {
    const { location, ...headers } = response.headers ?? {};
    if (location === undefined) return response;
    return { ...response, headers: { ...headers, location: hideQuery(location, names) } };
  }

  function learnCard(card: object): void {
    for (const [name, schema] of isRecord(card) ? readSchemas(card) : []) {
      schemasByName.set(name, [...(schemasByName.get(name) ?? []), schema]);
    }
  }

  return {
    learnCard,
    learn(exchange) {
      for (const answer of listAnswers(exchange)) {
        forms.push(...listForms(answer));
        const result: unknown = isRecord(answer) ? Reflect.get(answer, 'result') : undefined;
        for (const card of [answer, result].filter(isCard)) learnCard(card);
      }
    },
    learnHeaders(headers) {
      for (const [name, value] of headers) {
        for (const secret of listCredentials(name, value)) credentials.add(secret);
      }
    },
    hide(exchanges) {
      const secrets = exchanges.flatMap((exchange) => findSecrets(exchange, listSecrets));
      const shared = [...new Set([...secrets, ...credentials])].filter(
        (secret) => secret.length >= LONG,
      );
      return exchanges.map((exchange) => hideExchange(exchange, shared));
    },
  };
}

function findSecrets(
  value: unknown,
  listSecrets: (part: DataPart) => readonly string[],
): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => findSecrets(item, listSecrets));
  if (!isRecord(value) || isCard(value)) return [];
  const part = readPart(value);
  const partSecrets = part === undefined ? [] : listSecrets(part);
  return [
    ...partSecrets,
    ...Object.values(value).flatMap((member) => findSecrets(member, listSecrets)),
  ];
}

/** The members of the answers of OAuth that hold secrets. */
const TOKENS: ReadonlySet<string> = new Set([
  'access_token',
  'refresh_token',
  'id_token',
  'device_code',
  'client_secret',
]);

/**
 * True for a member that holds a secret in A2A itself, such as the token of a webhook and
 * credentials for it, or in the answer of a server that signs callers in.
 */
function isCredential(holder: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = holder[name];
  if (typeof value !== 'string' || value === '') return false;
  return (
    TOKENS.has(name) ||
    (name === 'token' && typeof holder['url'] === 'string') ||
    // Some servers take the request for a token as JSON.
    ('grant_type' in holder && isSecretParameter(name)) ||
    (name === 'credentials' && (Array.isArray(holder['schemes']) || 'scheme' in holder))
  );
}

/** Matches the names of headers that say who calls. */
const CREDENTIAL_HEADER = /auth|cookie|key|token|secret|credential|session|signature/iu;

function listCredentials(name: string, value: string): readonly string[] {
  if (!CREDENTIAL_HEADER.test(name)) return [];
  // "Bearer abc" and "name=abc; other=def" hold their secrets at the end of each piece.
  const pieces = value
    .split(/;\s*/u)
    .flatMap((piece) => [piece, piece.replace(/^[^\s=]+[\s=]/u, '')]);
  const [, basic = ''] = /^basic (\S+)$/iu.exec(value) ?? [];
  const password = Buffer.from(basic, 'base64')
    .toString()
    .replace(/^[^:]*:/u, '');
  return [value, password, ...pieces].filter((piece) => piece.length >= LONG);
}

/** True for the text of a form, such as the request for a token. */
function isForm(text: string): boolean {
  return /^[\w.~%+-]+=[^\s&]*(?:&[^\s&]*)*$/u.test(text);
}

/** Hides the secret ones of the pairs in a query, and in a fragment, where OAuth returns tokens. */
function hideQuery(url: string, names: ReadonlySet<string>): string {
  const hide = (_: string, before: string, pairs: string): string =>
    `${before}${hidePairs(pairs, names)}`;
  return url.replace(/^([^?#]*\?)([^#]+)/u, hide).replace(/^([^#]*#)(.+)/u, hide);
}

/** Hides the secret ones of pairs, as in the query of a URL and in forms. */
function hidePairs(text: string, names: ReadonlySet<string>): string {
  const pairs = text.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return names.has(name) || isSecretParameter(name) ? `${name}=${MASK}` : pair;
  });
  return pairs.join('&');
}

/** Matches the parameters of OAuth that hold secrets, beside those whose names say so. */
const OAUTH = /^(?:code|code_verifier|client_assertion|assertion|subject_token)$/u;

function isSecretParameter(name: string): boolean {
  return isSecretField(undefined, name) || OAUTH.test(name);
}

/** True if a value holds the mark of a secret, so that no schema can judge it. */
export function isMasked(value: Json): boolean {
  if (typeof value === 'string') return value.includes(MASK);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member: Json) => isMasked(member));
}
