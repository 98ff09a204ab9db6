import type { ConnectOptions } from '@formwork/client';

/** The text that replaces a secret. */
const HIDDEN = '[hidden]';

/**
 * The length of the shortest secret that is removed. A shorter value would be found in ordinary
 * texts.
 */
const MIN_LENGTH = 8;

/** The operator's credentials, which must not appear in anything that leaves the bridge. */
export interface Secrets {
  /**
   * Remembers the values of headers as secrets, and returns the headers; those of a function are
   * remembered whenever it is called.
   */
  readonly watch: (headers: ConnectOptions['headers']) => ConnectOptions['headers'];
  /** Returns a text with all secrets replaced. */
  readonly hide: (text: string) => string;
  /** Returns bytes with all secrets replaced. */
  readonly hideBytes: (bytes: Buffer) => Buffer;
  /** True if there are any secrets to remove. */
  readonly isNeeded: () => boolean;
}

export function createSecrets(): Secrets {
  const known = new Set<string>();
  let pattern: RegExp | undefined;

  function learn(headers: Readonly<Record<string, string>> | Headers): void {
    const before = known.size;
    const values = headers instanceof Headers ? [...headers.values()] : Object.values(headers);
    for (const value of values) {
      for (const secret of toForms(value)) known.add(secret);
    }
    if (known.size === before) return;
    // The longest first, so that no part of a secret remains.
    const all = [...known].toSorted((a, b) => b.length - a.length);
    pattern = new RegExp(all.map(escape).join('|'), 'gu');
  }

  function hide(text: string): string {
    if (pattern === undefined) return text;
    return hideCut(text.replaceAll(pattern, HIDDEN), known);
  }

  return {
    watch(headers) {
      if (headers === undefined) return undefined;
      if (typeof headers !== 'function') {
        learn(headers);
        return headers;
      }
      return async (call) => {
        const given = await headers(call);
        // The client reports faulty headers.
        if (typeof given === 'object' && given !== null) learn(given);
        return given;
      };
    },
    hide,
    hideBytes(bytes) {
      if (pattern === undefined) return bytes;
      const text = bytes.toString('latin1');
      const hidden = text.replaceAll(pattern, HIDDEN);
      return hidden === text ? bytes : Buffer.from(hidden, 'latin1');
    },
    isNeeded: () => pattern !== undefined,
  };
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

/** Escapes a text so that a regular expression matches it literally. */
function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

/** Replaces the beginning of a secret at the end of a text that was cut inside it. */
function hideCut(text: string, known: ReadonlySet<string>): string {
  let hidden = text;
  for (const secret of known) {
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
