import type { ConnectOptions, HeaderMap } from '@formwork/client';

/** The text that replaces a secret. */
const HIDDEN = '[hidden]';

/**
 * The length of the shortest secret that is removed. A shorter value would be found in ordinary
 * texts.
 */
const MIN_LENGTH = 8;

/**
 * The most values that are remembered of one function for headers; the one that it gave longest ago
 * is forgotten first. A function may give another one with each call, such as a server's own.
 */
const MAX_GIVEN = 50;

/** The most functions whose values are remembered: more than a bridge has agents. */
const MAX_FUNCTIONS = 1_000;

/** The forms of the secrets that one function has given, by their value. */
type FormsByValue = Map<string, readonly string[]>;

/** The operator's credentials, which must not appear in anything that leaves the bridge. */
export class Secrets {
  readonly #fixed = new Set<string>();
  readonly #functions = new Set<FormsByValue>();
  /** All secrets, the longest first, so that no part of one remains. */
  #all: readonly string[] = [];
  /** The same, as they stand in bytes. */
  #allBytes: readonly string[] = [];

  /**
   * Remembers the values of headers as secrets, and returns the headers; those of a function are
   * remembered whenever it is called.
   */
  watch(headers: ConnectOptions['headers']): ConnectOptions['headers'] {
    if (headers === undefined) return undefined;
    if (typeof headers !== 'function') {
      for (const form of readValues(headers).flatMap(toForms)) this.#fixed.add(form);
      this.#sort();
      return headers;
    }
    const formsByValue: FormsByValue = new Map();
    this.#functions.add(formsByValue);
    const [oldest] = this.#functions;
    if (this.#functions.size > MAX_FUNCTIONS && oldest !== undefined)
      this.#functions.delete(oldest);
    return async (call) => {
      const headerMap = await headers(call);
      // The client reports faulty headers.
      if (typeof headerMap === 'object' && headerMap !== null) this.#learn(headerMap, formsByValue);
      return headerMap;
    };
  }

  /** Returns a text with all secrets replaced. */
  readonly hide = (text: string): string =>
    this.#all.length === 0 ? text : hideCut(hideWhole(text, this.#all), this.#all);

  /** Returns bytes with all secrets replaced. */
  hideBytes(bytes: Buffer): Buffer {
    if (this.#all.length === 0) return bytes;
    const text = bytes.toString('latin1');
    const hidden = hideWhole(text, this.#allBytes);
    return hidden === text ? bytes : Buffer.from(hidden, 'latin1');
  }

  /** True if there are any secrets to remove. */
  readonly isNeeded = (): boolean => this.#all.length > 0;

  #learn(headers: HeaderMap | Headers, formsByValue: FormsByValue): void {
    let isNew = false;
    for (const value of readValues(headers)) {
      const forms = formsByValue.get(value) ?? toForms(value);
      isNew ||= !formsByValue.has(value);
      // The order of the map is that of the last use.
      formsByValue.delete(value);
      formsByValue.set(value, forms);
      const [oldest] = formsByValue.keys();
      if (formsByValue.size > MAX_GIVEN && oldest !== undefined) formsByValue.delete(oldest);
    }
    if (isNew) this.#sort();
  }

  #sort(): void {
    const dynamicForms = [...this.#functions].flatMap((values) => [...values.values()].flat());
    const forms = [...new Set([...this.#fixed, ...dynamicForms])];
    this.#all = forms.toSorted((a, b) => b.length - a.length);
    this.#allBytes = this.#all.map(toByteText);
  }
}

/** Returns a text whose characters are the bytes that the given text has in UTF-8. */
function toByteText(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function hideWhole(text: string, secrets: readonly string[]): string {
  let hidden = text;
  for (const secret of secrets) {
    if (hidden.includes(secret)) hidden = hidden.replaceAll(secret, HIDDEN);
  }
  return hidden;
}

function readValues(headers: HeaderMap | Headers): readonly string[] {
  return headers instanceof Headers ? [...headers.values()] : Object.values(headers);
}

/**
 * Lists the forms in which a secret may appear: the value of the header, its token without the
 * scheme, the password of `Basic`, and each of these in JSON and in a URL.
 */
function toForms(value: unknown): readonly string[] {
  if (typeof value !== 'string') return [];
  const [, scheme = '', token = ''] = /^([\w-]+)\s+(\S.*)$/u.exec(value.trim()) ?? [];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(token, 'base64').toString() : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  return [value.trim(), token, pair, password].flatMap((secret) =>
    secret.length < MIN_LENGTH
      ? []
      : [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)],
  );
}

/** Replaces the beginning of a secret at the end of a text that was cut inside it. */
function hideCut(text: string, secrets: readonly string[]): string {
  let hidden = text;
  for (const secret of secrets) {
    const start = secret.slice(0, MIN_LENGTH);
    let before = '';
    let from = 0;
    let next = 0;
    for (let at = hidden.indexOf(start); at !== -1; at = hidden.indexOf(start, next)) {
      next = at + 1;
      let end = at + MIN_LENGTH;
      while (end < hidden.length && hidden[end] === secret[end - at]) end += 1;
      if (end === hidden.length || hidden[end] === '…') {
        before += hidden.slice(from, at) + HIDDEN;
        from = end;
        next = end;
      }
    }
    hidden = before + hidden.slice(from);
  }
  return hidden;
}
