import type { Message } from '@a2a-js/sdk';
import { compareTexts } from '@formwork/schema/json';
import { createHash } from 'node:crypto';
import type { Scope } from '../scope.ts';
import type { PushConfig } from './push-store.ts';
import type { TaskEvent } from './task-event.ts';
import type { Invocation } from './task-snapshot.ts';

/**
 * An exported push config with its position in the log. It contains secrets, so it must never be
 * logged.
 */
export interface ArchivedPush {
  readonly config: PushConfig;
  /** The position in the task's log up to which the receiver has been notified. */
  readonly after: number;
  /** The number of attempts that failed since the last successful delivery. */
  readonly failures: number;
  /**
   * The time of the first failed attempt after the last successful delivery, ISO 8601; absent
   * without failures.
   */
  readonly failingSince?: string;
  /**
   * The time from which the next notification may be sent, ISO 8601; absent if there is nothing to
   * send.
   */
  readonly dueAt?: string;
  /**
   * The time (ISO 8601) at which the receiver was given up, and the reason; absent unless the
   * config is a dead letter.
   */
  readonly death?: { readonly diedAt: string; readonly reason: string };
}

/** A whole task as an engine keeps it, except for leases and deliveries under way. */
export interface ArchivedTask {
  readonly id: string;
  readonly scope: Scope;
  readonly contextId: string;
  /** The time at which the task was created, ISO 8601 in UTC with milliseconds. */
  readonly createdAt: string;
  readonly message: Message;
  /** The metadata that the task was created with. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly invocation: Invocation;
  /**
   * The hash of the task's scope and idempotency key, made by `hashKey`, in hexadecimal; absent if
   * the task was created without a key.
   */
  readonly creationKey?: string;
  /**
   * The hash of the idempotency key of each accepted reply, made by `hashKey`, in hexadecimal,
   * sorted.
   */
  readonly replyKeys: readonly string[];
  /** All events of the log, from position 1. */
  readonly events: readonly TaskEvent[];
  /** The push configs of the task in the order in which they were set. */
  readonly pushes: readonly ArchivedPush[];
  /** The number of the task's last lease, which grows with every claim. */
  readonly epoch: number;
  /** The number of claims of the task since it began, or since its last reply. */
  readonly attempts: number;
  /** How many of them the handler ended with an error that may pass; absent if there is none. */
  readonly failures?: number;
  /** The task's place in the order of the tasks that wait for a runner: see `TaskEngine.claim`. */
  readonly turn: number;
  readonly cancelRequested: boolean;
  /**
   * The time before which a failed attempt is not repeated, ISO 8601; absent if the task need not
   * wait.
   */
  readonly restsUntil?: string;
}

/** A task in the list of an archive: its id, and its place in the order of creation. */
export interface ArchiveEntry {
  /** The place of the task in the order of creation: a positive integer, not always the next one. */
  readonly place: number;
  readonly taskId: string;
  /** The position of the last event in the task's log. */
  readonly seq: number;
}

/**
 * Moves whole tasks out of one engine and into another, so that the tasks can change to another
 * database. For operators. Every archive MUST pass `describeTaskArchive` (see
 * `@formwork/runtime/testing`).
 */
export interface TaskArchive {
  /**
   * Lists at most `limit` tasks of all scopes in the order of their creation, from the one after
   * the place `after`.
   */
  list(after: number, limit: number): Promise<readonly ArchiveEntry[]>;

  /**
   * Returns a task as of one moment; `undefined` if no task has this id. The result MUST equal what
   * was written, byte for byte.
   *
   * @throws TaskDamagedError if a stored part of the task, or of its push configs, is damaged
   */
  export(taskId: string): Promise<ArchivedTask | undefined>;

  /**
   * Adds an exported task in one transaction with the same ids, positions and times. The task has
   * no lease; a submitted or working task can be claimed after its `restsUntil`. Returns false,
   * with nothing written, if a task has this id. Later events MUST NOT get an earlier time than the
   * imported ones. Tasks that are imported one after the other MUST keep that order.
   *
   * @throws TypeError when another task has its creation key
   */
  import(task: ArchivedTask): Promise<boolean>;

  /** Returns the number of tasks that a lease protects at the moment. */
  countLeases(): Promise<number>;
}

/**
 * Returns the SHA-256, in hexadecimal, of all data of a task that its callers and receivers can
 * see: its origin, log, keys and push configs. Two engines whose digests of a task are equal hold
 * the same task.
 */
export function digestTask(task: ArchivedTask): string {
  const { events, replyKeys, pushes, id, scope, contextId, createdAt, creationKey } = task;
  const { message, metadata, invocation } = task;
  const digest = createHash('sha256');
  const origin = { id, scope, contextId, createdAt, creationKey, message, metadata, invocation };
  const receivers = pushes.map(({ config, after }) => ({ config, after }));
  for (const part of [origin, { replyKeys }, { receivers }, ...events]) {
    digest.update(JSON.stringify(sortNames(part)));
    digest.update('\n');
  }
  return digest.digest('hex');
}

/**
 * Copies a value, with the fields of all objects sorted by name, and with bytes as base64, so that
 * equal values give equal JSON.
 */
function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).toSorted(([a], [b]) => compareTexts(a, b));
  return Object.fromEntries(sorted.map(([name, entry]) => [name, sortNames(entry)]));
}
