import { compareTexts } from '../json/compare-texts.ts';
/** The text that replaces a secret. */
const MARK = '[secret]';

/**
 * The number of first characters by which a secret is recognized in a text, so that a secret that
 * was cut off is hidden too; no message shows fewer characters of a long value.
 */
const TELLING = 24;

/** The characters that are compared for each one of a text; where they do not suffice, all is hidden. */
const COMPARED = 50;

/** The characters that are compared for any text, however short. */
const COMPARED_AT_LEAST = 100_000;

/**
 * Hides secrets in a text, also where they are escaped as in JSON or cut off. A secret of three
 * characters or less is hidden only where it stands alone. What several secrets cover is hidden
 * whole. The end of a text is hidden where it is as if made to be compared for ever.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  const index = toIndex(secrets);
  const room = { characters: COMPARED_AT_LEAST + COMPARED * text.length };
  let redacted = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!index.firsts.has(text.charCodeAt(at))) continue;
    const length = measureSecret(text, at, { index, room });
    if (length === 0) continue;
    if (at >= from) redacted += `${text.slice(from, at)}${MARK}`;
    from = Math.max(from, at + length);
    if (room.characters < 0) return redacted;
  }
  return redacted + text.slice(from);
}

/** True for a text that is one of the secrets. */
export function isOneOf(text: string, secrets: readonly string[]): boolean {
  return secrets.length > 0 && toIndex(secrets).all.has(text);
}

/** Secrets by their first characters, because several begin alike, such as tokens and keys. */
interface SecretIndex {
  readonly all: ReadonlySet<string>;
  /** The secrets with each head, in order. */
  readonly heads: ReadonlyMap<string, readonly string[]>;
  /** The lengths of the heads. */
  readonly lengths: readonly number[];
  /** The first units of all secrets. */
  readonly firsts: ReadonlySet<number>;
}

/** The indexes of lists of secrets, each with the length that its list had. */
const indexes = new WeakMap<readonly string[], SecretIndex & { readonly size: number }>();

function toIndex(secrets: readonly string[]): SecretIndex {
  const remembered = indexes.get(secrets);
  if (remembered?.size === secrets.length) return remembered;
  const all = new Set(secrets);
  const forms = new Set(
    [...all].flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]),
  );
  const heads = new Map<string, string[]>();
  for (const form of [...forms].toSorted(compareTexts)) {
    const head = form.slice(0, TELLING);
    const alike = heads.get(head);
    if (alike === undefined) heads.set(head, [form]);
    else alike.push(form);
  }
  const names = [...heads.keys()];
  const index = {
    all,
    heads,
    lengths: [...new Set(names.map(({ length }) => length))],
    firsts: new Set(names.map((head) => head.charCodeAt(0))),
    size: secrets.length,
  };
  indexes.set(secrets, index);
  return index;
}

/** Measures how much of a text is a secret, or the beginning of one, from a place on. */
function measureSecret(
  text: string,
  at: number,
  {
    index,
    room,
  }: {
    readonly index: SecretIndex;
    /** The number of characters that may still be compared. */
    readonly room: { characters: number };
  },
): number {
  let most = 0;
  for (const length of index.lengths) {
    const secrets = index.heads.get(text.slice(at, at + length));
    if (secrets === undefined || (length <= MAX_SHORT && !standsAlone(text, at, length))) continue;
    most = Math.max(most, measureAlike(text, at, { secrets, room }));
  }
  return most;
}

/**
 * Measures how much of a text, from a place on, is like the secret that is most like it. That is one
 * of the two beside which the text would stand in the order of the secrets.
 */
function measureAlike(
  text: string,
  at: number,
  { secrets, room }: { readonly room: { characters: number }; readonly secrets: readonly string[] },
): number {
  let most = 0;
  let low = 0;
  let high = secrets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const secret = secrets[middle] ?? '';
    let alike = 0;
    while (alike < secret.length && text[at + alike] === secret[alike]) alike += 1;
    room.characters -= alike;
    most = Math.max(most, alike);
    // A text that ends before the secret does stands before it.
    const isAfter =
      alike === secret.length || text.charCodeAt(at + alike) > secret.charCodeAt(alike);
    if (isAfter) low = middle + 1;
    else high = middle;
    if (room.characters < 0) return text.length - at;
  }
  return most;
}

/** The longest secret that is hidden only where it stands alone, in characters. */
const MAX_SHORT = 3;

const WORD = /[\p{L}\p{N}]/u;

function standsAlone(text: string, at: number, length: number): boolean {
  return !WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + length));
}
