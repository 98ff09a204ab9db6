import type { Scope } from '../scope.ts';
import type { ClaimRequest } from './lease.ts';

/**
 * The receiver of the notifications of a task (A2A 1.0 section 4.3.1). Holds secrets: never to be
 * logged.
 */
export interface PushConfig {
  /** Names the config among those of its task. */
  readonly id: string;
  /** An `http` or `https` URL. */
  readonly url: string;
  /** Shows the receiver that a notification is meant for it; signs them, too. */
  readonly token?: string;
  /** Sent as `Authorization: <scheme> <credentials>`. */
  readonly authentication?: { readonly scheme: string; readonly credentials: string };
  /** The version of A2A that its notifications speak: that of the call which set the config. */
  readonly version: '0.3' | '1.0';
}

/** Options of {@link PushStore.setPushConfig}. */
export interface PushConfigChange {
  readonly config: PushConfig;
  /** How many configs the task may have at most, this one included. */
  readonly maxConfigs: number;
}

/** The outcome of {@link PushStore.setPushConfig}. */
export type SetPushConfigOutcome =
  | { readonly kind: 'set' }
  /** The task has as many configs as it may have, and none of this id; nothing was written. */
  | { readonly kind: 'full' }
  /** No such task in this scope. */
  | { readonly kind: 'not-found' };

/** The right to notify one receiver of one task, until it is given back or a newer one exists. */
export interface Delivery {
  readonly taskId: string;
  readonly scope: Scope;
  readonly contextId: string;
  readonly config: PushConfig;
  /**
   * True when the config, or whose it is, is not as it was written: then nothing MUST be sent, and
   * all of the config but its id is made up.
   */
  readonly isDamaged?: boolean;
  /** Position in the log up to which the receiver knows everything. */
  readonly after: number;
  /** How many attempts have failed since anything was delivered. */
  readonly failures: number;
  /** How long ago the first of them failed, in milliseconds; 0 without failures. */
  readonly failingForMs: number;
  /** Two deliveries with the same `number` and `epoch` are the same delivery. */
  readonly number: number;
  readonly epoch: number;
}

/** The outcome of a {@link Delivery}. */
export type DeliverySettlement =
  /** The receiver knows everything up to `seq`. The delivery goes on, for `ttlMs` milliseconds more. */
  | { readonly kind: 'delivered'; readonly seq: number; readonly ttlMs: number }
  /** As `delivered`, but given back; it is due again once the log goes beyond `seq`. */
  | { readonly kind: 'finished'; readonly seq: number }
  /** An attempt failed. Given back; due again after `retryInMs` milliseconds. */
  | { readonly kind: 'failed'; readonly retryInMs: number; readonly reason: string }
  /** Nothing more is sent to this receiver: a dead letter. */
  | { readonly kind: 'dead'; readonly reason: string }
  /** Given back as it was; due again after `dueInMs` milliseconds, by default at once. */
  | { readonly kind: 'released'; readonly dueInMs?: number };

/** A config that nothing is sent to any more. Holds no token and no credentials. */
export interface DeadLetter {
  readonly taskId: string;
  readonly scope: Scope;
  readonly configId: string;
  /** Empty when it is not as it was written. */
  readonly url: string;
  /** Position in the log up to which the receiver knows everything. */
  readonly after: number;
  /** How many attempts failed. */
  readonly failures: number;
  /** Why the last one did. */
  readonly reason: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly diedAt: string;
}

/**
 * Keeps where the notifications of tasks go and how far they are. The log of a task is the outbox:
 * a config holds its place in it, so nothing is stored twice and nothing can be forgotten.
 *
 * In all methods, besides what `TaskEngine` says of its own:
 * - a config MUST become due in the same transaction that adds to the log of its task;
 * - a task without configs MUST NOT cost anything;
 * - deleting a task, or pruning it, MUST delete its configs.
 */
export interface PushStore {
  /**
   * Adds a config to a task. It is told of what happens from now on. A config of the same id is
   * replaced and keeps its place in the log, also when it was dead: it goes on from there at once,
   * and deliveries of the old one are lost.
   */
  setPushConfig(
    scope: Scope,
    taskId: string,
    change: PushConfigChange,
  ): Promise<SetPushConfigOutcome>;

  /**
   * The configs of a task in the order of their making; `undefined` without such a task.
   *
   * @throws TaskDamagedError when one is not as it was written
   */
  listPushConfigs(scope: Scope, taskId: string): Promise<readonly PushConfig[] | undefined>;

  /**
   * Forgets a config, and loses its delivery. False only when this scope has no such task: a
   * config that is gone already is fine.
   */
  deletePushConfig(scope: Scope, taskId: string, configId: string): Promise<boolean>;

  /**
   * Takes up to `limit` deliveries that are due, the longest due first, of all scopes. Racing
   * claimers MUST never get the same one. Not settled within the time of the request, a delivery
   * is due again. MUST NOT write when nothing is due.
   */
  claimDeliveries(request: ClaimRequest, limit: number): Promise<readonly Delivery[]>;

  /**
   * Writes down what became of a delivery. False, with nothing written, when it was given back,
   * claimed anew or its config changed since. One whose time has run out still counts until then.
   */
  settleDelivery(delivery: Delivery, settlement: DeliverySettlement): Promise<boolean>;

  /** Up to `limit` (default 100) dead letters of all scopes, the newest first; for operators. */
  listDeadLetters(limit?: number): Promise<readonly DeadLetter[]>;

  /**
   * Lets a dead letter go on from where it stopped, for operators. False when there is no such one.
   */
  reviveDeadLetter(letter: Pick<DeadLetter, 'scope' | 'taskId' | 'configId'>): Promise<boolean>;
}
