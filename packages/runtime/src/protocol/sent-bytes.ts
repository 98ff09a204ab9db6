import type { Message } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { measureBytes } from '../engine/stored-bytes.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';

/**
 * The size of the messages of a task, without the first one, from which on its caller adds no
 * further one, in bytes. Each call reads the whole task, and a caller may store 1 GiB: in one task,
 * that is gigabytes of memory for each of many calls at once. Sessions have the same limit.
 */
const MAX_BYTES = 16_777_216;

/**
 * The sizes of histories, by the last message of each, which later snapshots share: a long
 * conversation is not measured anew with each answer.
 */
const measured = new WeakMap<
  Message,
  {
    readonly end: number;
    readonly bytes: number;
  }
>();

/** Returns the error for a further message of the caller of a task; `undefined` if there is room. */
export function findFullError({ id, history }: TaskSnapshot): RequestMalformedError | undefined {
  const bytes = measureHistory(history);
  if (bytes < MAX_BYTES) return undefined;
  return new RequestMalformedError(
    `Cannot take the message because the messages after its first one have ${bytes} bytes in task ${id}: at most ${MAX_BYTES} are kept. Cancel the task, and begin another one.`,
  );
}

function measureHistory(history: readonly Message[]): number {
  const isMeasured = (message: Message, index: number): boolean =>
    measured.get(message)?.end === index + 1;
  const before = history.findLast(isMeasured);
  const { end, bytes: bytesBefore } = (before && measured.get(before)) ?? { end: 1, bytes: 0 };
  const bytes = bytesBefore + measureBytes(history.slice(end));
  const last = history.at(-1);
  if (last !== undefined && history.length > 1) measured.set(last, { end: history.length, bytes });
  return bytes;
}
