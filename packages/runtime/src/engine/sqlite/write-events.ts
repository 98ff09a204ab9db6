import type { NewTaskEvent } from '../task-event.ts';
import { encodeEvent, type EncodedEvent } from './event-codec.ts';
import type { LongTexts } from './long-texts.ts';

/** Which events are written to which task. */
export interface EventsToWrite {
  readonly taskId: string;
  readonly events: readonly NewTaskEvent[];
}

/** Calls `commit` with the events as they go into rows, once their long texts are kept. */
export function writeEvents<Value>(
  longTexts: LongTexts,
  { taskId, events }: EventsToWrite,
  commit: (encoded: readonly EncodedEvent[]) => Promise<Value>,
): Promise<Value> {
  const encoded = events.map(encodeEvent);
  return longTexts.write(
    taskId,
    encoded.map(({ text }) => text),
    (stored) =>
      commit(encoded.map(({ event, text }, index) => ({ event, text: stored[index] ?? text }))),
  );
}
