import { crc32 } from 'node:zlib';

/** The columns of an event that its checksum covers. */
export interface CheckedEvent {
  readonly id: number;
  readonly time: number;
  readonly text: string;
}

/** The columns of a task that callers see; the checksum of its first event covers them, too. */
export interface CheckedOwner {
  readonly id: string;
  readonly scope: string;
  readonly context_id: string;
}

/**
 * Computes a number that changes with any bit that flips in a row, so that an altered row is an
 * error and never an answer. It guards against disks, not against people, who could write another.
 */
export function computeChecksum({ id, time, text }: CheckedEvent, owner?: CheckedOwner): number {
  const columns = owner === undefined ? '' : `\n${owner.id}\n${owner.scope}\n${owner.context_id}`;
  return crc32(`${id} ${time} ${text}${columns}`);
}

/** The columns of a push config that its checksum is of: whose it is, where it leads, how far it is. */
interface CheckedPush {
  readonly task_number: number;
  readonly id: string;
  readonly config: string;
  readonly seq: number;
}

/**
 * Computes the checksum of a push config, as `computeChecksum` does for events: a flipped bit must
 * not send anything to another receiver, nor send one task's events to the receiver of another.
 */
export function computePushChecksum({ task_number: task, id, config, seq }: CheckedPush): number {
  return crc32(`${task} ${seq} ${id}\n${config}`);
}
