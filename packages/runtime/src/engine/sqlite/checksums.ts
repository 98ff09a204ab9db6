import { crc32 } from 'node:zlib';

/** The columns of an event that its checksum covers. */
export interface CheckedEvent {
  readonly id: number;
  readonly time: number;
  readonly text: string;
}

/**
 * The columns of a task that callers see. The checksum of the task's first event covers them, too.
 */
export interface CheckedOwner {
  readonly id: string;
  readonly scope: string;
  readonly context_id: string;
}

/**
 * Computes a checksum of an event's row, so that a row with a flipped bit causes an error instead
 * of a wrong answer. It guards against faulty disks, not against people, who can compute a new one.
 */
export function computeChecksum({ id, time, text }: CheckedEvent, owner?: CheckedOwner): number {
  const columns = owner === undefined ? '' : `\n${owner.id}\n${owner.scope}\n${owner.context_id}`;
  return crc32(`${id} ${time} ${text}${columns}`);
}

/**
 * Computes the checksum of a push config's row: a flipped bit must not send notifications to
 * another receiver, nor send one task's events to another task's receiver.
 */
export function computePushChecksum({
  task_number: task,
  id,
  config,
  seq,
}: {
  readonly task_number: number;
  readonly id: string;
  readonly config: string;
  readonly seq: number;
}): number {
  return crc32(`${task} ${seq} ${id}\n${config}`);
}
