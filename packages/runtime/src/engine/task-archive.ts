import type { Message } from '@a2a-js/sdk';
import { createHash } from 'node:crypto';
import type { Scope } from '../scope.ts';
import type { PushConfig } from './push-store.ts';
import type { TaskEvent } from './task-event.ts';
import type { Invocation } from './task-snapshot.ts';

/** A push config with its place in the log. Holds secrets: never to be logged. */
export interface ArchivedPush {
  readonly config: PushConfig;
  /** Position in the log up to which the receiver knows everything. */
  readonly after: number;
  /** The number of attempts that failed since something was last delivered. */
  readonly failures: number;
  /** The time of the first of these failures, ISO 8601; absent without failures. */
  readonly failingSince?: string;
  /** The time before which nothing is delivered, ISO 8601; absent if there is nothing to send. */
  readonly dueAt?: string;
  /** Present if the receiver was given up: a dead letter. `diedAt` is ISO 8601. */
  readonly death?: { readonly diedAt: string; readonly reason: string };
}

/** Everything that an engine keeps of a task, but for leases and deliveries under way. */
export interface ArchivedTask {
  readonly id: string;
  readonly scope: Scope;
  readonly contextId: string;
  /** The time of the creation, ISO 8601 in UTC with milliseconds. */
  readonly createdAt: string;
  readonly message: Message;
  /** The metadata that the task was created with. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly invocation: Invocation;
  /** The `hashKey` of scope and idempotency key, in hexadecimal; absent if it was made without one. */
  readonly creationKey?: string;
  /** The `hashKey` of the idempotency key of each reply that was accepted, in hexadecimal, sorted. */
  readonly replyKeys: readonly string[];
  /** The whole log, from 1. */
  readonly events: readonly TaskEvent[];
  /** The push configs in the order of their making. */
  readonly pushes: readonly ArchivedPush[];
  /** The number of the task's last lease. */
  readonly epoch: number;
  /** How often the task was claimed since it began, or since its last reply. */
  readonly attempts: number;
  /** The turn of the task among those that wait: see `TaskEngine.claim`. */
  readonly turn: number;
  readonly cancelRequested: boolean;
  /** The end of the rest after a failed attempt, ISO 8601; absent unless the task rests. */
  readonly restsUntil?: string;
}

/** A task of an archive, by its place. */
export interface ArchiveEntry {
  /** The place of the task in the order of creation: a positive integer, not always the next one. */
  readonly place: number;
  readonly taskId: string;
  /** The position of the last event in its log. */
  readonly seq: number;
}

/**
 * Takes whole tasks out of an engine and into another, so that the tasks can move to another
 * database. For operators. Every archive MUST pass `describeTaskArchive` (see
 * `@formwork/runtime/testing`).
 */
export interface TaskArchive {
  /** Lists tasks of all scopes in the order of their creation: at most `limit` behind a place. */
  list(after: number, limit: number): Promise<readonly ArchiveEntry[]>;

  /**
   * Reads a task as of one moment; `undefined` if there is none with this id. MUST give what
   * was written, to the byte.
   *
   * @throws TaskDamagedError when a part of it, or of its push configs, is not as it was written
   */
  export(taskId: string): Promise<ArchivedTask | undefined>;

  /**
   * Adds a task as it is, in one transaction: ids, positions and times stay. Nobody holds a lease on
   * it; a task that is submitted or working can be claimed, after its rest. False, with nothing
   * written, when there is a task of this id. What is added to its log MUST NOT have an earlier time
   * than what is there. Tasks that are imported one after the other MUST keep that order.
   *
   * @throws TypeError when another task has its creation key
   */
  import(task: ArchivedTask): Promise<boolean>;

  /** Counts the tasks that a lease protects at the moment. */
  countLeases(): Promise<number>;
}

/**
 * Digests what callers and receivers know of a task: its origin, its log, its keys, its push configs
 * and how far they are. Two engines that digest a task to the same text hold the same. SHA-256, in
 * hexadecimal.
 */
export function digestTask(task: ArchivedTask): string {
  const { events, replyKeys, pushes, id, scope, contextId, createdAt, creationKey, ...rest } = task;
  const { message, metadata, invocation } = rest;
  const digest = createHash('sha256');
  const origin = { id, scope, contextId, createdAt, creationKey, message, metadata, invocation };
  const receivers = pushes.map(({ config, after }) => ({ config, after }));
  for (const part of [origin, { replyKeys }, { receivers }, ...events]) {
    digest.update(JSON.stringify(sortNames(part)));
    digest.update('\n');
  }
  return digest.digest('hex');
}

/** Copies a value with the names of all objects in order, and bytes as base64. */
function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, entry]) => [name, sortNames(entry)]));
}
