import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { isCard } from './card-schemas.ts';
import { type Exchange, listAnswers } from './recorded-exchange.ts';

/** The time that stands in a recording for every time that a clock has made. */
export const NOW = '2000-01-01T00:00:00.000Z';

/** Matches a date with a time of RFC 3339. */
export const DATE_TIME: string = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)`;

const WHOLE_DATE_TIME = new RegExp(`^${DATE_TIME}$`, 'u');

/** The furthest that a time may be from now and still count as made by a clock, in milliseconds. */
const NEAR_MS = 120_000;

/** Matches the ids that stand in a recording for those of one run. */
export const PLACEHOLDER: RegExp = /00000000-0000-4000-8000-\d{12}/gu;

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/giu;

/** The members of A2A that hold ids. */
const ID_NAMES: ReadonlySet<string> = new Set(['messageId', 'taskId', 'contextId', 'artifactId']);

/** The fewest characters of an id that is not a UUID and counts as random. */
const RANDOM_LENGTH = 16;

/**
 * Replaces the times that a clock has just made, in members called `timestamp` and wherever else a
 * time is close to now. Other times are data, and stay.
 */
export function markTimes<Value>(value: Value): Value {
  const now = Date.now();
  const isNear = (text: string): boolean => Math.abs(Date.parse(text) - now) < NEAR_MS;
  return mapTexts(value, (text, name) =>
    WHOLE_DATE_TIME.test(text) && (name === 'timestamp' || isNear(text)) ? NOW : text,
  );
}

/** Copies JSON with other texts. `name` is that of the member that holds the text, or ''. */
export function mapTexts<Value>(
  value: Value,
  change: (text: string, name: string) => string,
): Value {
  function copy(part: unknown, name: string): unknown {
    if (typeof part === 'string') return change(part, name);
    if (Array.isArray(part)) return part.map((item) => copy(item, name));
    if (!isRecord(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, member]) => [key, copy(member, key)]),
    );
  }
  return copy(value, '') as Value;
}

/**
 * Writes exchanges as text, with the same ids in every run: ids that are random get numbers, in the
 * order in which they come. Ids that an agent card has are part of the agent, and stay, and so do
 * those that the caller has put into data.
 */
export function toStableText(
  exchanges: readonly Exchange[],
  head: Readonly<Record<string, Json>>,
): string {
  const text = `${JSON.stringify({ ...head, exchanges }, undefined, 2)}\n`;
  const givenIds = listGivenIds(exchanges);
  const random = new Set<string>();
  for (const exchange of exchanges) {
    for (const answer of listAnswers(exchange)) {
      const card = isCard(answer) ? answer : isRecord(answer) ? answer['result'] : undefined;
      if (!isCard(card)) continue;
      for (const id of listUuids(JSON.stringify(card))) givenIds.add(id);
    }
    collectIds(exchange, random);
  }
  const patterns = [...random].toSorted((a, b) => b.length - a.length).map(escapePattern);
  const pattern = new RegExp([...patterns, UUID.source].join('|'), 'giu');
  const numbers = new Map<string, string>();
  return text.replaceAll(pattern, (id) => {
    const key = id.toLowerCase();
    if (givenIds.has(key)) return id;
    const placeholder = numbers.get(key) ?? toPlaceholder(numbers.size + 1);
    numbers.set(key, placeholder);
    return placeholder;
  });
}

/**
 * Lists the ids that the caller has put into the content of a message without having them from an
 * agent, such as that of a customer: a request with another one is another request.
 */
function listGivenIds(exchanges: readonly Exchange[]): Set<string> {
  const givenIds = new Set<string>();
  const earlierIds = new Set<string>();
  for (const { request, response } of exchanges) {
    const outside = JSON.stringify(request, (name, value: unknown) =>
      CONTENT.has(name) ? undefined : value,
    );
    for (const id of listUuids(outside)) earlierIds.add(id);
    for (const id of listUuids(JSON.stringify(request))) if (!earlierIds.has(id)) givenIds.add(id);
    for (const id of listUuids(JSON.stringify(response ?? null))) earlierIds.add(id);
  }
  return givenIds;
}

/** The members of messages whose content is the caller's. */
const CONTENT: ReadonlySet<string> = new Set(['data', 'text', 'metadata']);

function listUuids(text: string): readonly string[] {
  return [...text.matchAll(UUID)].map(([id]) => id.toLowerCase());
}

function toPlaceholder(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Collects the ids of messages, tasks and contexts that are random, and no UUIDs. */
function collectIds(value: unknown, ids: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectIds(item, ids);
  if (!isRecord(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const isId = ID_NAMES.has(name) || (name === 'id' && isTask(value));
    if (isId && typeof member === 'string' && isRandom(member)) ids.add(member);
    else if (name !== 'data') collectIds(member, ids);
  }
}

function isTask(value: Readonly<Record<string, unknown>>): boolean {
  return isRecord(value['status']) && typeof value['status']['state'] === 'string';
}

function isRandom(id: string): boolean {
  return id.length >= RANDOM_LENGTH && /^[\w.~-]+$/u.test(id) && /\d/u.test(id);
}

/** Escapes a text for a regular expression with the flag `u`. */
export function escapePattern(text: string): string {
  return text
    .replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`)
    .replaceAll('-', String.raw`\x2d`);
}
