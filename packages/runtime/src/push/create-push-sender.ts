import type { TaskLogger } from '@formwork/core';
import { openTelemetry, type Telemetry } from '@formwork/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';
import { bindMethods } from '../bound-methods.ts';
import { Debounce } from '../engine/debounce.ts';
import type { ClaimRequest } from '../engine/lease.ts';
import type { Delivery, DeliveryReport } from '../engine/push-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { EngineClosedError, TaskDamagedError } from '../errors.ts';
import { findStorageLog, toStorageText, type StorageLog } from '../service-log.ts';
import { createHostQueues, type HostQueues } from './host-queues.ts';
import { createNotificationHeaders, readNotifications } from './notification.ts';
import type { PostOutcome } from './posting.ts';
import { parsePushOptions, type PushOptions, type PushSettings } from './push-options.ts';
import { RequestSender } from './request-sender.ts';
import { type TraceHeaders, tracePost } from './trace-post.ts';

/** Options of {@link createPushSender}. */
export interface PushSenderOptions extends PushOptions {
  readonly logger: TaskLogger;
  /** True shows the generation of the draft of A2A 1.1. Default false. */
  readonly generation?: boolean | undefined;
  /** Returns the time for signatures, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /**
   * Returns a random number from 0 to below 1, for the wait between attempts. Default
   * `Math.random`.
   */
  readonly random?: () => number;
  /** False tells no receiver which people answered the questions of tasks. Default true. */
  readonly namesAnswerers?: boolean;
  /** Default: that of the registered SDK of OpenTelemetry, if there is one. */
  readonly telemetry?: Telemetry | undefined;
}

/** A sender of the push notifications of an engine's tasks. */
export interface PushSender {
  /** Stops claiming deliveries and gives back those under way. Takes at most about a second. */
  stop(): Promise<void>;
}

type Engine = Pick<TaskEngine, 'get' | 'read' | 'watch' | 'claimDeliveries' | 'settleDelivery'>;

/**
 * The time for which hints of changed tasks are gathered, in milliseconds, so that one claim serves
 * all of them.
 */
const NOTICE_DELAY_MS = 20;

const STOP_GRACE_MS = 1_000;

/**
 * Makes a sender of push notifications to the receivers in tasks' push configs. Each receiver gets
 * every event at least once, in the order of the log, one at a time. Any number of senders, in any
 * processes, may work on one engine; the deliveries of a process that died are claimed again when
 * their leases end.
 */
export function createPushSender(engine: Engine, options: PushSenderOptions): PushSender {
  return bindMethods(new QueuedPushSender(engine, options));
}

/** The sender of the notifications of one engine. */
class QueuedPushSender implements PushSender {
  readonly #engine: Engine;
  readonly #logger: TaskLogger;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #telemetry: Telemetry | undefined;
  readonly #settings: Required<PushOptions>;
  readonly #reader: { namesAnswerers: boolean; generation: boolean | undefined };
  readonly #request: ClaimRequest;
  readonly #sender: RequestSender;
  readonly #storage: StorageLog;
  readonly #stopping = new AbortController();
  readonly #active = new Set<Promise<void>>();
  #stopped = false;
  #pulling: Promise<void> | undefined;
  readonly #queues: HostQueues;
  readonly #lookAround: Debounce;
  readonly #endWatch: () => void;
  readonly #timer: NodeJS.Timeout;

  constructor(
    engine: Engine,
    {
      logger,
      now = Date.now,
      random = Math.random,
      telemetry = openTelemetry(),
      namesAnswerers = true,
      generation,
      ...options
    }: PushSenderOptions,
  ) {
    this.#engine = engine;
    this.#logger = logger;
    this.#now = now;
    this.#random = random;
    this.#telemetry = telemetry;
    this.#settings = parsePushOptions(options);
    const { leaseMs, concurrency, pollMs } = this.#settings;
    this.#reader = { namesAnswerers, generation };
    this.#request = { worker: String(process.pid), ttlMs: leaseMs };
    this.#sender = new RequestSender(this.#settings);
    this.#storage = findStorageLog(engine, logger);
    this.#queues = createHostQueues({
      perHost: Math.min(this.#settings.concurrencyPerHost, concurrency),
      maxWaitMs: leaseMs / 4,
      send: (delivery) => this.#track(this.#work(delivery)),
      giveBack: (delivery, dueInMs) => void this.#track(this.#giveBack(delivery, dueInMs)),
    });
    this.#lookAround = new Debounce(() => {
      if (this.#stopped) return;
      if (this.#pulling !== undefined) {
        this.#lookAround.call();
        return;
      }
      this.#pulling = this.#pull().finally(() => {
        this.#pulling = undefined;
      });
    }, NOTICE_DELAY_MS);
    this.#endWatch = engine.watch(() => this.#lookAround.call());
    this.#timer = setInterval(() => this.#lookAround.call(), pollMs).unref();
    this.#lookAround.call();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#lookAround.cancel();
    this.#endWatch();
    await this.#pulling;
    this.#queues.clear();
    const grace = new AbortController();
    await Promise.race([
      Promise.all(this.#active),
      sleep(STOP_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
    this.#stopping.abort();
    await Promise.all(this.#active);
    this.#sender.close();
  }

  /**
   * Sends the notifications of a delivery and returns the outcome; returns `undefined` if another
   * process has claimed the delivery.
   */
  async #deliver(delivery: Delivery): Promise<DeliveryReport | undefined> {
    const { config, taskId, after } = delivery;
    if (delivery.isDamaged === true) throw new TaskDamagedError(taskId);
    let { failures, failingForMs } = delivery;
    let settled = after;
    let seq = after;
    const notifications = readNotifications(this.#engine, delivery, this.#reader);
    for await (const { body, ...notification } of untilDamaged(notifications)) {
      if (this.#stopped) break;
      if (body !== undefined) {
        // The outcome is stored before the next request, and with the end of the delivery for the
        // last one.
        if (seq > settled) {
          const delivered = { kind: 'delivered', seq, ttlMs: this.#settings.leaseMs } as const;
          if (!(await this.#engine.settleDelivery(delivery, delivered))) return undefined;
          [settled, failures, failingForMs] = [seq, 0, 0];
        }
        const id = `${taskId}:${notification.seq}`;
        const timestamp = Math.floor(this.#now() / 1000);
        const headers = createNotificationHeaders(config, { id, body, timestamp });
        const { signal } = this.#stopping;
        const post = (traceHeaders?: TraceHeaders) =>
          this.#sender.post({
            url: config.url,
            headers: { ...headers, ...traceHeaders },
            body,
            signal,
          });
        const { timestamp: happenedAt } = notification;
        const outcome = await (this.#telemetry
          ? tracePost(this.#telemetry, { engine: this.#engine, delivery, happenedAt, post })
          : post());
        const attempt = {
          outcome,
          failures,
          failingForMs,
          now: this.#now(),
          random: this.#random(),
        };
        const failure = decideReport(attempt, this.#settings);
        if (failure !== undefined) {
          this.#report(delivery, { id, attempt: failures + 1, report: failure });
          return failure;
        }
      }
      seq = notification.seq;
    }
    return this.#stopped && seq === after ? { kind: 'released' } : { kind: 'finished', seq };
  }

  /**
   * Logs a delivery that failed, or whose receiver was given up, without its URL, which may contain
   * a secret.
   */
  #report(
    { taskId, config }: Delivery,
    {
      report,
      ...fields
    }: {
      readonly id: string;
      /** The number of the attempt to send the notification, from 1. */
      readonly attempt: number;
      readonly report: DeliveryReport;
    },
  ): void {
    const host = URL.parse(config.url)?.host;
    const logFields = { taskId, configId: config.id, host, ...fields };
    if (report.kind === 'failed') {
      const { reason, retryInMs } = report;
      this.#logger.warn('Cannot deliver a notification yet', { ...logFields, reason, retryInMs });
    } else if (report.kind === 'dead') {
      this.#logger.error('Cannot deliver notifications any more', {
        ...logFields,
        reason: report.reason,
      });
    }
  }

  /**
   * Delivers notifications, or gives the receiver up if the stored task is damaged. An operator who
   * restores the task can revive the dead letter. A blob that cannot be read may be there the next
   * time, so it counts as an attempt that failed.
   */
  async #deliverReadable(delivery: Delivery): Promise<DeliveryReport | undefined> {
    try {
      return await this.#deliver(delivery);
    } catch (error) {
      if (!(error instanceof TaskDamagedError)) throw error;
      const { taskId, failures, failingForMs } = delivery;
      const outcome: PostOutcome =
        error.blobId === undefined
          ? { kind: 'refused', reason: 'What is kept of it is damaged.' }
          : { kind: 'failed', reason: 'A part of what is kept of it cannot be read now.' };
      const attempt = { outcome, failures, failingForMs, now: this.#now(), random: this.#random() };
      const report = decideReport(attempt, this.#settings);
      if (report !== undefined) {
        this.#report(delivery, { id: taskId, attempt: failures + 1, report });
      }
      return report;
    }
  }

  #reportLost({ taskId }: Delivery, error: unknown): void {
    if (error instanceof EngineClosedError) return;
    this.#logger.error('Cannot keep track of a notification', {
      taskId,
      error: toStorageText(error),
    });
  }

  async #work(delivery: Delivery): Promise<void> {
    try {
      const report = await this.#deliverReadable(delivery);
      if (report === undefined) return;
      await this.#engine.settleDelivery(delivery, report);
      if (report.kind === 'failed' && report.retryInMs < this.#settings.pollMs) {
        setTimeout(() => this.#lookAround.call(), report.retryInMs).unref();
      }
    } catch (error) {
      // The lease on the delivery ends by itself, and then the delivery is tried again.
      this.#reportLost(delivery, error);
    }
  }

  #track(working: Promise<void>): Promise<void> {
    const wasFull = this.#active.size + 1 >= this.#settings.concurrency;
    const tracked = working.finally(() => {
      this.#active.delete(tracked);
      if (wasFull) this.#lookAround.call();
    });
    this.#active.add(tracked);
    return tracked;
  }

  /**
   * Gives a delivery back unsent. If this fails, the delivery can be claimed again when its lease
   * ends.
   */
  async #giveBack(delivery: Delivery, dueInMs: number): Promise<void> {
    await this.#engine
      .settleDelivery(delivery, { kind: 'released', dueInMs })
      .catch((error: unknown) => this.#reportLost(delivery, error));
  }

  async #pull(): Promise<void> {
    const freeQueues = this.#settings.concurrency - this.#active.size;
    if (this.#stopped || freeQueues <= 0) return;
    try {
      const deliveries = await this.#engine.claimDeliveries(this.#request, freeQueues);
      this.#storage.succeed();
      for (const delivery of deliveries) this.#queues.take(delivery);
      // The claimed deliveries may all be for one slow receiver, so the sender claims more for
      // others.
      if (deliveries.length === freeQueues && this.#active.size < this.#settings.concurrency) {
        this.#lookAround.call();
      }
    } catch (error) {
      if (!this.#stopped && !(error instanceof EngineClosedError)) {
        this.#storage.fail('Cannot claim notifications', error);
      }
    }
  }
}

/**
 * Yields what can be read before a fault, which the next delivery begins with: what was sent before
 * it counts. Throws if nothing can be read.
 */
async function* untilDamaged<Value>(
  values: AsyncIterable<Value>,
): AsyncGenerator<Value, void, undefined> {
  let isFirst = true;
  try {
    for await (const value of values) {
      yield value;
      isFirst = false;
    }
  } catch (error) {
    if (isFirst || !(error instanceof TaskDamagedError)) throw error;
  }
}

/** An attempt to send a notification, and the values that decide what follows it. */
export interface Attempt {
  readonly outcome: PostOutcome;
  /** The number of earlier attempts of this notification that failed. */
  readonly failures: number;
  /** The time since the first failed attempt of this notification, in milliseconds. */
  readonly failingForMs: number;
  /** The time of the attempt, in milliseconds since 1970. */
  readonly now: number;
  /** A random number from 0 to below 1, for the wait until the next attempt. */
  readonly random: number;
}

const GONE = 410;

/**
 * Decides the outcome of a delivery after a failed attempt; returns `undefined` if the receiver
 * accepted the notification.
 */
export function decideReport(
  { outcome, failures, failingForMs, now, random }: Attempt,
  settings: Pick<PushSettings, 'maxAttempts' | 'maxAgeMs' | 'retryBaseMs' | 'retryCapMs'>,
): DeliveryReport | undefined {
  if (outcome.kind === 'aborted') return { kind: 'released' };
  if (outcome.kind === 'refused') return { kind: 'dead', reason: outcome.reason };
  if (outcome.kind === 'answered' && isSuccess(outcome.status)) return undefined;
  const reason =
    outcome.kind === 'failed' ? outcome.reason : `The receiver answered ${outcome.status}`;
  if (outcome.kind === 'answered' && outcome.status === GONE) return { kind: 'dead', reason };
  if (failures + 1 >= settings.maxAttempts || failingForMs >= settings.maxAgeMs) {
    return { kind: 'dead', reason };
  }
  const { retryBaseMs, retryCapMs } = settings;
  const longest = Math.min(retryCapMs, retryBaseMs * 2 ** failures);
  const retryAfterMs = outcome.kind === 'answered' ? parseRetryAfter(outcome.retryAfter, now) : 0;
  const retryInMs = Math.max(Math.floor(random * longest), Math.min(retryAfterMs, retryCapMs));
  return { kind: 'failed', retryInMs, reason };
}

/**
 * Returns true for an HTTP status of success. Redirects are not followed, so they count as
 * failures.
 */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Parses `Retry-After` (RFC 9110 section 10.2.3) and returns the milliseconds to wait; 0 if the
 * header names no time.
 */
function parseRetryAfter(value: string | undefined, now: number): number {
  if (value === undefined) return 0;
  const delay = /^\d+$/u.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(delay) ? 0 : Math.max(0, delay);
}
