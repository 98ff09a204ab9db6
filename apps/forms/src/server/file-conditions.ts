import type { IncomingHttpHeaders } from 'node:http';

/** A version of a file, as conditional requests name it. */
export interface FileVersion {
  /** The entity tag, such as `W/"1f-18c"`. */
  readonly tag: string;
  /** The time of the last change, as a header has it: without milliseconds. */
  readonly modified: string;
}

/**
 * Judges the conditions of a request (RFC 9110 section 13.2): `failed` if the file is not the one
 * that the sender means, `unchanged` if the sender has it, else `send`.
 */
export function judgeConditions(
  headers: IncomingHttpHeaders,
  version: FileVersion,
): 'send' | 'unchanged' | 'failed' {
  if (!isMeant(headers, version)) return 'failed';
  return isKept(headers, version) ? 'unchanged' : 'send';
}

function isMeant(headers: IncomingHttpHeaders, { tag, modified }: FileVersion): boolean {
  const match = headers['if-match'];
  if (match !== undefined && match !== '') return match === '*' || namesTag(match, tag);
  const unmodifiedSince = Date.parse(headers['if-unmodified-since'] ?? '');
  return Number.isNaN(unmodifiedSince) || Date.parse(modified) <= unmodifiedSince;
}

function isKept(headers: IncomingHttpHeaders, { tag, modified }: FileVersion): boolean {
  // Who loads a page anew wants all of it.
  const wishes = headers['cache-control']?.split(',') ?? [];
  if (wishes.some((wish) => wish.trim() === 'no-cache')) return false;
  const noneMatch = headers['if-none-match'] ?? '';
  if (noneMatch !== '') return noneMatch === '*' || namesTag(noneMatch, tag);
  return Date.parse(modified) <= Date.parse(headers['if-modified-since'] ?? '');
}

/** Returns true for a list of tags with a given one. Proxies that compress mark tags as weak. */
function namesTag(list: string, tag: string): boolean {
  const wanted = toStrong(tag);
  return list.split(',').some((item) => toStrong(item.trim()) === wanted);
}

const toStrong = (tag: string): string => tag.replace(/^W\//u, '');

/** The bytes of a file from the first to the last one, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads the part of a file that a request is for (RFC 9110 section 14.2); `all` if it names none or
 * several, or means another version, and `none` if the file has no such part.
 */
export function readRange(
  headers: IncomingHttpHeaders,
  { size, ...version }: FileVersion & { readonly size: number },
): ByteRange | 'all' | 'none' {
  const text = /^ *bytes=(?<ranges>.*)$/su.exec(headers.range ?? '')?.groups?.['ranges'];
  if (text === undefined) return 'all';
  const ranges = text.split(',').map((item) => parseRange(item, size));
  if (ranges.includes('wrong') || !isRangeOf(headers['if-range']?.toString(), version))
    return 'all';
  const joined = joinRanges(ranges.filter((range) => typeof range === 'object'));
  const [only] = joined;
  if (only === undefined) return 'none';
  return joined.length === 1 ? only : 'all';
}

/** Returns true if the part is wanted of this version of the file. */
function isRangeOf(condition: string | undefined, { tag, modified }: FileVersion): boolean {
  if (condition === undefined || condition === '') return true;
  if (condition.includes('"')) return condition.includes(tag);
  return Date.parse(modified) <= Date.parse(condition);
}

const RANGE = /^(?<start>\d*) *- *(?<end>\d*)$/u;

/** Parses one range; `empty` for one that the file does not have. */
function parseRange(text: string, size: number): ByteRange | 'empty' | 'wrong' {
  const { start = '', end = '' } = RANGE.exec(text.trim())?.groups ?? {};
  if (start === '' && end === '') return 'wrong';
  // A suffix that is longer than the file is all of it (RFC 9110 section 14.1.2).
  const first = start === '' ? Math.max(0, size - Number(end)) : Number(start);
  const last = start === '' || end === '' ? size - 1 : Math.min(Number(end), size - 1);
  return first > last ? 'empty' : { first, last };
}

/** Joins ranges that touch, in the order of the file. */
function joinRanges(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const joined: ByteRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1);
    if (before === undefined || range.first > before.last + 1) joined.push(range);
    else joined[joined.length - 1] = { ...before, last: Math.max(before.last, range.last) };
  }
  return joined;
}
