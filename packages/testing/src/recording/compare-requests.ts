import { appendPointer, isRecord } from '@formwork/schema/json';
import type { RecordedRequest } from './recorded-exchange.ts';
import { MASK } from './redaction.ts';
import { DATE_TIME, escapePattern, NOW, PLACEHOLDER } from './stable-text.ts';

/** A place at which a request differs from a recorded one. */
export interface Difference {
  /** The JSON pointer of the place, or `method`, `url` or `body`. */
  readonly location: string;
  readonly recorded: unknown;
  readonly actual: unknown;
}

/** The values of this run for ids that the recorded caller had made. */
export type Bindings = ReadonlyMap<string, string>;

/** The outcome of a comparison: the differences, and the values of ids if there are none. */
export interface Comparison {
  readonly differences: readonly Difference[];
  readonly bindings: Bindings;
}

/** The most differences that are looked for. */
const MAX_DIFFERENCES = 50;

/**
 * Compares a request with a recorded one: method, URL and body. Ids of the caller, times of a clock
 * and secrets match any value; ids of JSON-RPC do not count.
 */
export function compareRequests(
  recorded: RecordedRequest,
  request: RecordedRequest,
  {
    callerIds,
    bindings,
  }: {
    /** The ids of the recording that its caller had made, so that they are others in every run. */
    readonly callerIds: ReadonlySet<string>;
    readonly bindings: Bindings;
  },
): Comparison {
  const differences: Difference[] = [];
  const bound = new Map(bindings);

  function differ(location: string, pair: readonly [unknown, unknown]): void {
    if (differences.length < MAX_DIFFERENCES) {
      differences.push({ location, recorded: pair[0], actual: pair[1] });
    }
  }

  function matchesText(pattern: string, text: string): boolean {
    if (pattern.search(TOKEN) === -1) return pattern === text;
    const pieces = pattern.split(MASK);
    let from = 0;
    // Each piece takes its first place: a pattern for the whole would try all places of all pieces.
    for (const [index, piece] of pieces.entries()) {
      const { source, names } = toSource(piece);
      const end = index === pieces.length - 1 ? '$' : '';
      const finder = new RegExp(`${index === 0 ? '^' : ''}${source}${end}`, 'gu');
      finder.lastIndex = from;
      const match = finder.exec(text);
      if (match === null) return false;
      for (const [group, name] of names.entries()) {
        const value = match[group + 1];
        if (value !== undefined) bound.set(name, value);
      }
      from = finder.lastIndex;
    }
    return true;
  }

  /** Makes a pattern of a text between secrets. `names` are the ids that its groups find. */
  function toSource(piece: string): { readonly source: string; readonly names: readonly string[] } {
    const names: string[] = [];
    let source = '';
    let from = 0;
    for (const { 0: token, index } of piece.matchAll(TOKEN)) {
      source += escapePattern(piece.slice(from, index));
      from = index + token.length;
      const value = bound.get(token);
      if (token === NOW) source += DATE_TIME;
      else if (value !== undefined || !callerIds.has(token))
        source += escapePattern(value ?? token);
      else {
        names.push(token);
        source += String.raw`([^\s/"]+?)`;
      }
    }
    return { source: source + escapePattern(piece.slice(from)), names };
  }

  /** Compares ids of messages, which are the caller's whatever they look like. */
  function matchesMessageId(recordedId: string, sentId: string): boolean {
    const value = bound.get(recordedId);
    bound.set(recordedId, value ?? sentId);
    return value === undefined || value === sentId;
  }

  function compareMembers(expected: Fields, actual: Fields, location: string): void {
    const isRpc = location === '' && 'jsonrpc' in expected;
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      if (isRpc && name === 'id') continue;
      const at = appendPointer(location, name);
      const [left, right] = [expected[name], actual[name]];
      const isId = name === 'messageId' && typeof left === 'string' && typeof right === 'string';
      if (isId) {
        if (!matchesMessageId(left, right)) differ(at, [left, right]);
      } else compare(left, right, at);
    }
  }

  function compare(expected: unknown, actual: unknown, location: string): void {
    if (expected === MASK && actual !== undefined) return;
    if (typeof expected === 'string' && typeof actual === 'string') {
      if (!matchesText(expected, actual)) differ(location, [expected, actual]);
    } else if (Array.isArray(expected) && Array.isArray(actual)) {
      for (let index = 0; index < Math.max(expected.length, actual.length); index += 1) {
        compare(expected[index], actual[index], appendPointer(location, String(index)));
      }
    } else if (isRecord(expected) && isRecord(actual)) compareMembers(expected, actual, location);
    else if (expected !== actual) differ(location, [expected, actual]);
  }

  if (recorded.method !== request.method) differ('method', [recorded.method, request.method]);
  if (!matchesText(recorded.url, request.url)) differ('url', [recorded.url, request.url]);
  if (recorded.json !== undefined && request.json !== undefined)
    compare(recorded.json, request.json, '');
  else compare(toPlainBody(recorded), toPlainBody(request), 'body');
  return { differences, bindings: bound };
}

type Fields = Readonly<Record<string, unknown>>;

const TOKEN = new RegExp(
  [PLACEHOLDER.source, escapePattern(NOW), escapePattern(MASK)].join('|'),
  'gu',
);

function toPlainBody({ json, text, base64 }: RecordedRequest): unknown {
  return json ?? text ?? base64;
}
