import type { Scope } from '../scope.ts';
import type { ClaimRequest } from './lease.ts';

/**
 * The receiver of the notifications of a task (A2A 1.0 section 4.3.1). Holds secrets: never to be
 * logged.
 */
export interface PushConfig {
  /** The id of the push config among those of its task. */
  readonly id: string;
  /** The URL of the receiver: `http` or `https`. */
  readonly url: string;
  /**
   * The token by which the receiver knows that a notification is meant for it. It also signs
   * notifications.
   */
  readonly token?: string;
  /** The credentials for the receiver, sent as `Authorization: <scheme> <credentials>`. */
  readonly authentication?: { readonly scheme: string; readonly credentials: string };
  /** The version of A2A that its notifications speak: that of the call which set the config. */
  readonly version: '0.3' | '1.0';
}

/** Options of {@link PushStore.setPushConfig}. */
export interface PushConfigChange {
  readonly config: PushConfig;
  /** The maximum of push configs of the task, this one included. */
  readonly maxConfigs: number;
}

/** The outcome of {@link PushStore.setPushConfig}. */
export type SetPushConfigOutcome =
  | { readonly kind: 'set' }
  /** The task has the maximum of push configs, and none with this id. Nothing was written. */
  | { readonly kind: 'full' }
  /** The scope has no such task. */
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
  /** The number of attempts that failed since something was last delivered. */
  readonly failures: number;
  /** The time since the first of these failures, in milliseconds; 0 without failures. */
  readonly failingForMs: number;
  /**
   * The number of the push config in the engine. Two deliveries with the same `number` and `epoch`
   * are the same.
   */
  readonly number: number;
  readonly epoch: number;
}

/** The outcome of a {@link Delivery}. */
export type DeliverySettlement =
  /** The receiver knows everything up to `seq`. The delivery goes on, for `ttlMs` milliseconds more. */
  | { readonly kind: 'delivered'; readonly seq: number; readonly ttlMs: number }
  /**
   * The receiver knows everything up to `seq`, and the delivery is given back. It is due again once
   * the log goes beyond `seq`.
   */
  | { readonly kind: 'finished'; readonly seq: number }
  /**
   * An attempt failed. The delivery is given back, and due again after `retryInMs` milliseconds.
   */
  | { readonly kind: 'failed'; readonly retryInMs: number; readonly reason: string }
  /** Nothing more is sent to this receiver: a dead letter. */
  | { readonly kind: 'dead'; readonly reason: string }
  /**
   * The delivery is given back without an attempt. It is due again after `dueInMs` milliseconds, by
   * default at once.
   */
  | { readonly kind: 'released'; readonly dueInMs?: number };

/**
 * A push config whose receiver was given up after too many failures. Holds no token and no
 * credentials.
 */
export interface DeadLetter {
  readonly taskId: string;
  readonly scope: Scope;
  readonly configId: string;
  /** The URL of the receiver; empty if the stored config is damaged. */
  readonly url: string;
  /** Position in the log up to which the receiver knows everything. */
  readonly after: number;
  /** The number of attempts that failed. */
  readonly failures: number;
  /** The reason why the last attempt failed. */
  readonly reason: string;
  /** The time at which the receiver was given up, ISO 8601 in UTC with milliseconds. */
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

  /**
   * Lists up to `limit` (default 100) dead letters of all scopes, the newest first, for operators.
   */
  listDeadLetters(limit?: number): Promise<readonly DeadLetter[]>;

  /**
   * Lets notifications of a dead letter go on from where they stopped, for operators. Resolves to
   * false if there is no such letter.
   */
  reviveDeadLetter(letter: Pick<DeadLetter, 'scope' | 'taskId' | 'configId'>): Promise<boolean>;
}
