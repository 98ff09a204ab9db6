import type { Json, SourceMessage, SourceEvent } from '@formwork/client';
import { expect } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { listen } from '../support/raw-agent.ts';

type Kind = SourceEvent['kind'];
type Of<Wanted extends Kind> = Extract<SourceEvent, { readonly kind: Wanted }>;

const LAST: ReadonlySet<Kind> = new Set([
  'result',
  'ended',
  'question',
  'authorization',
  'failure',
]);

const trip = { city: 'Lisbon', startDate: '2027-04-12' };

/**
 * Serves the card of the agent at `url` with `address` in place of that URL, and returns the URL of
 * the new server.
 */
export async function startMoved(url: string, address: string): Promise<string> {
  const card = await (await fetch(new URL('/.well-known/agent-card.json', url))).text();
  return listen((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(card.replaceAll(url, address));
  });
}

export function newId(): string {
  return crypto.randomUUID();
}

export function input(
  skillId: string,
  schema: string,
  data: Json,
): SourceMessage & { kind: 'input' } {
  return { kind: 'input', messageId: newId(), skillId, schema, data };
}

export function text(words: string, skillId?: string): SourceMessage {
  return {
    kind: 'text',
    messageId: newId(),
    text: words,
    ...(skillId !== undefined && { skillId }),
  };
}

export function fight(): SourceMessage & { kind: 'input' } {
  return input('fight-comparison', 'fightComparison', { a: 'Lion', b: 'Ant' });
}

export function plan(): SourceMessage {
  return input('plan-trip', 'cityTrip', trip);
}

export function isSent(event: SourceEvent): boolean {
  return event.kind === 'exchange' && event.direction === 'sent';
}

/**
 * Reads a stream to its end and returns its last event; fails the test unless exactly that event is
 * one that ends a stream.
 */
export async function end(events: AsyncIterable<SourceEvent>): Promise<SourceEvent> {
  const all = await collect(events);
  const last = all.at(-1);
  if (last === undefined || !LAST.has(last.kind)) throw new Error(`No end: ${last?.kind}`);
  expect(all.filter(({ kind }) => LAST.has(kind))).toHaveLength(1);
  return last;
}

export function only<Wanted extends Kind>(
  events: readonly SourceEvent[],
  kind: Wanted,
): Of<Wanted> {
  const found = events.filter((event): event is Of<Wanted> => event.kind === kind);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  throw new Error(`Expected one ${kind}: ${JSON.stringify(events).slice(0, 3000)}`);
}
