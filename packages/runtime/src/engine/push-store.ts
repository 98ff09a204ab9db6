import type { Scope } from '../scope.ts';
import type { ClaimRequest } from './lease.ts';

/**
 * The receiver of the notifications of a task (A2A 1.0 section 4.3.1). It contains secrets, so it
 * must never be logged.
 */
export interface PushConfig {
  /** The id of the push config among those of its task. */
  readonly id: string;
  /** The URL of the receiver: `http` or `https`. */
  readonly url: string;
  /**
   * The token by which the receiver knows that a notification is meant for it; notifications are
   * also signed with it. Default: none.
   */
  readonly token?: string;
  /**
   * The credentials for the receiver, sent as `Authorization: <scheme> <credentials>`. Default:
   * none.
   */
  readonly authentication?: { readonly scheme: string; readonly credentials: string };
  /**
   * The version of A2A in which the receiver gets notifications: that of the call which set the
   * config.
   */
  readonly version: '0.3' | '1.0';
}

/** Options of {@link PushStore.setPushConfig}. */
export interface PushConfigChange {
  readonly config: PushConfig;
  /** The largest number of push configs that the task may have, this one included. */
  readonly maxConfigs: number;
}

/** The outcome of {@link PushStore.setPushConfig}. */
export type SetPushConfigOutcome =
  | { readonly kind: 'set' }
  /**
   * The task already has the largest number of push configs, and none with this id. Nothing was
   * written.
   */
  | { readonly kind: 'full' }
  /** The scope has no such task. */
  | { readonly kind: 'not-found' };

/**
 * The right to send the notifications of one push config of a task, until the delivery is settled
 * or a newer one exists.
 */
export interface Delivery {
  readonly taskId: string;
  readonly scope: Scope;
  readonly contextId: string;
  readonly config: PushConfig;
  /**
   * True if the stored config or the task that owns it is damaged. Then a sender MUST NOT send
   * anything, and all fields of the config but its id are placeholders.
   */
  readonly isDamaged?: boolean;
  /** The position in the task's log up to which the receiver has been notified. */
  readonly after: number;
  /** The number of attempts that failed since the last successful delivery. */
  readonly failures: number;
  /**
   * The time since the first failed attempt after the last successful delivery, in milliseconds; 0
   * without failures.
   */
  readonly failingForMs: number;
  /**
   * The number by which the engine identifies the push config. Two deliveries with the same
   * `number` and `epoch` are the same.
   */
  readonly number: number;
  readonly epoch: number;
}

/** The outcome of a {@link Delivery}, which its sender reports to the engine. */
export type DeliveryReport =
  /**
   * The receiver was notified of all events up to `seq`. The delivery is not over, and its lease
   * lasts for `ttlMs` milliseconds more.
   */
  | { readonly kind: 'delivered'; readonly seq: number; readonly ttlMs: number }
  /**
   * The receiver was notified of all events up to `seq`, and the delivery ends. It is due again
   * once the log has later events.
   */
  | { readonly kind: 'finished'; readonly seq: number }
  /** An attempt failed, and the delivery ends. It is due again after `retryInMs` milliseconds. */
  | { readonly kind: 'failed'; readonly retryInMs: number; readonly reason: string }
  /** The engine gives the receiver up: the config becomes a dead letter. */
  | { readonly kind: 'dead'; readonly reason: string }
  /**
   * The delivery ends without an attempt. It is due again after `dueInMs` milliseconds, by default
   * at once.
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
  /** The position in the task's log up to which the receiver has been notified. */
  readonly after: number;
  /** The number of attempts to notify the receiver that failed in a row. */
  readonly failures: number;
  /** The reason why the last attempt failed. */
  readonly reason: string;
  /** The time at which the receiver was given up, ISO 8601 in UTC with milliseconds. */
  readonly diedAt: string;
}

/**
 * Keeps the push configs of tasks, and how far each receiver has been notified. The log of a task
 * is the outbox: a config only stores its position in the log, so no event is stored twice or lost.
 *
 * Besides the rules of `TaskEngine`, for all methods:
 * - a config MUST become due in the same transaction that adds to the log of its task;
 * - a task without configs MUST NOT cost anything;
 * - deleting a task, or pruning it, MUST delete its configs.
 */
export interface PushStore {
  /**
   * Adds a config to a task, whose receiver is notified of later events. A config with the same id
   * is replaced and keeps its position in the log, even if it was a dead letter: notifications go
   * on from there at once, and deliveries of the old config are lost.
   */
  setPushConfig(
    scope: Scope,
    taskId: string,
    change: PushConfigChange,
  ): Promise<SetPushConfigOutcome>;

  /**
   * Returns the configs of a task in the order in which they were set; `undefined` if the scope has
   * no such task.
   *
   * @throws TaskDamagedError if a stored config is damaged
   */
  listPushConfigs(scope: Scope, taskId: string): Promise<readonly PushConfig[] | undefined>;

  /**
   * Deletes a config and ends its delivery. Returns false only if the scope has no such task; a
   * config that does not exist is no fault.
   */
  deletePushConfig(scope: Scope, taskId: string, configId: string): Promise<boolean>;

  /**
   * Claims up to `limit` due deliveries of all scopes, the longest due first. Two claimers MUST
   * never get the same delivery. A delivery that is not settled within the time of the request is
   * due again. MUST NOT write when nothing is due.
   */
  claimDeliveries(request: ClaimRequest, limit: number): Promise<readonly Delivery[]>;

  /**
   * Stores the outcome of a delivery. Returns false, with nothing written, if the delivery has
   * ended, was claimed again, or its config has changed. A delivery whose time has run out still
   * counts until it is claimed again.
   */
  settleDelivery(delivery: Delivery, report: DeliveryReport): Promise<boolean>;

  /**
   * Lists up to `limit` (default 100) dead letters of all scopes, the newest first, for operators.
   */
  listDeadLetters(limit?: number): Promise<readonly DeadLetter[]>;

  /**
   * Resumes the notifications of a dead letter from where they stopped, for operators. Returns
   * false if there is no such dead letter.
   */
  reviveDeadLetter(letter: Pick<DeadLetter, 'scope' | 'taskId' | 'configId'>): Promise<boolean>;
}
