import { crc32 } from 'node:zlib';

/** The columns of a push config that its checksum is of: whose it is, where it leads, how far it is. */
export interface CheckedPush {
  readonly task_number: number;
  readonly id: string;
  readonly config: string;
  readonly seq: number;
}

/**
 * As `toChecksum` of events: what is sent to a receiver must not go to another, nor what is of one
 * task to the receiver of another task, because a bit has flipped.
 */
export function toPushChecksum({ task_number: task, id, config, seq }: CheckedPush): number {
  return crc32(`${task} ${seq} ${id}\n${config}`);
}
