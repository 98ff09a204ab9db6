import type { TaskEvent } from '@formwork/runtime';
import type { Message } from '@formwork/schemas/types/sessions-v1';
import { fromStored } from './session-record.ts';
import type { SessionStore } from './session-store.ts';
import { toTimestamp } from './to-timestamp.ts';

/** A message, and where in the log of its session it stands. */
export interface PlacedMessage {
  readonly seq: number;
  readonly message: Message;
}

/** Which session is read. */
export interface SessionPlace {
  readonly scope: string;
  readonly id: string;
}

/** How many entries of a log are looked at once; each change of a session has three or four. */
const CHUNK = 100;

/** The message of an entry of a session's log; `undefined` for other entries. */
export function toPlacedMessage({ seq, timestamp, event }: TaskEvent): PlacedMessage | undefined {
  if (event.kind !== 'message') return undefined;
  const { message } = fromStored(event.message);
  return { seq, message: { ...message, created_at: toTimestamp(timestamp) } };
}

/** Messages above a place in the log, from the oldest on. */
export async function* readForward(
  store: SessionStore,
  { scope, id }: SessionPlace,
  after: number,
): AsyncGenerator<PlacedMessage, void, undefined> {
  let last = after;
  for (;;) {
    const entries = await store.read(scope, id, { after: last, limit: CHUNK });
    for (const entry of entries) {
      last = entry.seq;
      const placed = toPlacedMessage(entry);
      if (placed !== undefined) yield placed;
    }
    if (entries.length < CHUNK) return;
  }
}

/** Messages below a place in the log, from the newest on. */
export async function* readBackward(
  store: SessionStore,
  { scope, id }: SessionPlace,
  before: number,
): AsyncGenerator<PlacedMessage, void, undefined> {
  let end = before;
  while (end > 1) {
    const after = Math.max(0, end - 1 - CHUNK);
    const entries = await store.read(scope, id, { after, limit: end - 1 - after });
    for (const entry of entries.toReversed()) {
      const placed = toPlacedMessage(entry);
      if (placed !== undefined) yield placed;
    }
    end = after + 1;
  }
}

/** The first message above a place in the log that is the one looked for. */
export async function findMessage(
  store: SessionStore,
  place: SessionPlace & { readonly after: number },
  isWanted: (message: Message) => boolean,
): Promise<Message | undefined> {
  for await (const { message } of readForward(store, place, place.after)) {
    if (isWanted(message)) return message;
  }
  return undefined;
}
