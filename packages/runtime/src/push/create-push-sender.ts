import { Debounce } from '../engine/hints.ts';
import type { Delivery, DeliverySettlement } from '../engine/push-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { EngineClosedError, TaskDamagedError } from '../errors.ts';
import { findStorageLog, toStorageText } from '../service-log.ts';
import { toAge } from '../telemetry/watch-attempt.ts';
import { createPoster, type PostOutcome } from './create-poster.ts';
import { createHostLanes } from './host-lanes.ts';
import { createNotificationHeaders, readNotifications } from './notification.ts';
import { parsePushOptions, type PushOptions, type PushSettings } from './push-options.ts';
import type { TaskLogger } from '@formwork/core';
import { openTelemetry, type Telemetry } from '@formwork/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';

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
const HINT_DELAY_MS = 20;

const STOP_GRACE_MS = 1_000;

/**
 * Makes a sender of push notifications to the receivers in tasks' push configs. Each receiver gets
 * every event at least once, in the order of the log, one at a time. Any number of senders, in any
 * processes, may work on one engine; the deliveries of a process that died are claimed again when
 * their leases end.
 */
export function createPushSender(
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
): PushSender {
  const settings = parsePushOptions(options);
  const { leaseMs, concurrency, pollMs } = settings;
  const reader = { namesAnswerers, generation };
  const request = { worker: String(process.pid), ttlMs: leaseMs };
  const poster = createPoster(settings);
  const storage = findStorageLog(engine, logger);
  const stopping = new AbortController();
  const active = new Set<Promise<void>>();
  let stopped = false;
  let pulling: Promise<void> | undefined;

  /**
   * Sends the notifications of a delivery and returns the outcome; returns `undefined` if another
   * process has claimed the delivery.
   */
  async function deliver(delivery: Delivery): Promise<DeliverySettlement | undefined> {
    const { config, taskId, after } = delivery;
    if (delivery.isDamaged === true) throw new TaskDamagedError(taskId);
    let { failures, failingForMs } = delivery;
    let settled = after;
    let seq = after;
    for await (const { body, ...notification } of readNotifications(engine, delivery, reader)) {
      if (stopped) break;
      if (body !== undefined) {
        // The outcome is stored before the next request, and with the end of the delivery for the
        // last one.
        if (seq > settled) {
          const delivered = { kind: 'delivered', seq, ttlMs: leaseMs } as const;
          if (!(await engine.settleDelivery(delivery, delivered))) return undefined;
          [settled, failures, failingForMs] = [seq, 0, 0];
        }
        const id = `${taskId}:${notification.seq}`;
        const timestamp = Math.floor(now() / 1000);
        const headers = createNotificationHeaders(config, { id, body, timestamp });
        const { signal } = stopping;
        const post = (more?: TraceHeaders) =>
          poster.post({ url: config.url, headers: { ...headers, ...more }, body, signal });
        const { timestamp: happenedAt } = notification;
        const outcome = await (telemetry
          ? tracePost(telemetry, { engine, delivery, happenedAt, post })
          : post());
        const attempt = { outcome, failures, failingForMs, now: now(), random: random() };
        const failure = decideSettlement(attempt, settings);
        if (failure !== undefined) {
          report(delivery, { id, attempt: failures + 1, settlement: failure });
          return failure;
        }
      }
      seq = notification.seq;
    }
    return stopped && seq === after ? { kind: 'released' } : { kind: 'finished', seq };
  }

  /**
   * Logs a delivery that failed, or whose receiver was given up, without its URL, which may contain
   * a secret.
   */
  function report({ taskId, config }: Delivery, { settlement, ...fields }: AttemptReport): void {
    const host = URL.parse(config.url)?.host;
    const known = { taskId, configId: config.id, host, ...fields };
    if (settlement.kind === 'failed') {
      const { reason, retryInMs } = settlement;
      logger.warn('Cannot deliver a notification yet', { ...known, reason, retryInMs });
    } else if (settlement.kind === 'dead') {
      logger.error('Cannot deliver notifications any more', {
        ...known,
        reason: settlement.reason,
      });
    }
  }

  /**
   * Delivers notifications, or gives the receiver up if the stored task is damaged. An operator who
   * restores the task can revive the dead letter. A blob that cannot be read may be there the next
   * time, so it counts as an attempt that failed.
   */
  async function deliverReadable(delivery: Delivery): Promise<DeliverySettlement | undefined> {
    try {
      return await deliver(delivery);
    } catch (error) {
      if (!(error instanceof TaskDamagedError)) throw error;
      const { taskId, failures, failingForMs } = delivery;
      const outcome: PostOutcome =
        error.blobId === undefined
          ? { kind: 'refused', reason: 'What is kept of it is damaged.' }
          : { kind: 'failed', reason: 'A part of what is kept of it cannot be read now.' };
      const attempt = { outcome, failures, failingForMs, now: now(), random: random() };
      const settlement = decideSettlement(attempt, settings);
      if (settlement !== undefined) {
        report(delivery, { id: taskId, attempt: failures + 1, settlement });
      }
      return settlement;
    }
  }

  function reportLost({ taskId }: Delivery, error: unknown): void {
    if (error instanceof EngineClosedError) return;
    logger.error('Cannot keep track of a notification', { taskId, error: toStorageText(error) });
  }

  async function work(delivery: Delivery): Promise<void> {
    try {
      const settlement = await deliverReadable(delivery);
      if (settlement === undefined) return;
      await engine.settleDelivery(delivery, settlement);
      if (settlement.kind === 'failed' && settlement.retryInMs < pollMs) {
        setTimeout(() => lookAround.call(), settlement.retryInMs).unref();
      }
    } catch (error) {
      // The lease on the delivery ends by itself, and then the delivery is tried again.
      reportLost(delivery, error);
    }
  }

  function track(working: Promise<void>): Promise<void> {
    const wasFull = active.size + 1 >= concurrency;
    const tracked = working.finally(() => {
      active.delete(tracked);
      if (wasFull) lookAround.call();
    });
    active.add(tracked);
    return tracked;
  }

  /**
   * Gives a delivery back unsent. If this fails, the delivery can be claimed again when its lease
   * ends.
   */
  async function giveBack(delivery: Delivery, dueInMs: number): Promise<void> {
    await engine
      .settleDelivery(delivery, { kind: 'released', dueInMs })
      .catch((error: unknown) => reportLost(delivery, error));
  }

  const lanes = createHostLanes({
    perHost: Math.min(settings.concurrencyPerHost, concurrency),
    maxWaitMs: leaseMs / 4,
    send: (delivery) => track(work(delivery)),
    giveBack: (delivery, dueInMs) => void track(giveBack(delivery, dueInMs)),
  });

  async function pull(): Promise<void> {
    const free = concurrency - active.size;
    if (stopped || free <= 0) return;
    try {
      const deliveries = await engine.claimDeliveries(request, free);
      storage.succeed();
      for (const delivery of deliveries) lanes.take(delivery);
      // The claimed deliveries may all be for one slow receiver, so the sender claims more for
      // others.
      if (deliveries.length === free && active.size < concurrency) lookAround.call();
    } catch (error) {
      if (!stopped && !(error instanceof EngineClosedError)) {
        storage.fail('Cannot claim notifications', error);
      }
    }
  }

  const lookAround = new Debounce(() => {
    if (stopped) return;
    if (pulling !== undefined) {
      lookAround.call();
      return;
    }
    pulling = pull().finally(() => {
      pulling = undefined;
    });
  }, HINT_DELAY_MS);
  const endWatch = engine.watch(() => lookAround.call());
  const timer = setInterval(() => lookAround.call(), pollMs).unref();
  lookAround.call();

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      lookAround.cancel();
      endWatch();
      await pulling;
      lanes.clear();
      const grace = new AbortController();
      await Promise.race([
        Promise.all(active),
        sleep(STOP_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined),
      ]);
      grace.abort();
      stopping.abort();
      await Promise.all(active);
      poster.close();
    },
  };
}

interface AttemptReport {
  readonly id: string;
  /** The number of the attempt to send the notification, from 1. */
  readonly attempt: number;
  readonly settlement: DeliverySettlement;
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
export function decideSettlement(
  { outcome, failures, failingForMs, now, random }: Attempt,
  settings: Pick<PushSettings, 'maxAttempts' | 'maxAgeMs' | 'retryBaseMs' | 'retryCapMs'>,
): DeliverySettlement | undefined {
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
  const asked = outcome.kind === 'answered' ? parseRetryAfter(outcome.retryAfter, now) : 0;
  const retryInMs = Math.max(Math.floor(random * longest), Math.min(asked, retryCapMs));
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

/** The headers that carry the trace context of a notification to its receiver. */
type TraceHeaders = Readonly<Record<string, string>>;

/** Options of {@link tracePost}. */
interface TracePostOptions {
  readonly engine: Pick<TaskEngine, 'get'>;
  readonly delivery: Delivery;
  /** The time of the event that the notification reports. */
  readonly happenedAt: string;
  /** Sends the notification with trace headers. Never rejects. */
  readonly post: (headers: TraceHeaders) => Promise<PostOutcome>;
}

/**
 * Sends a notification in a span below the task's, and passes the trace context to the receiver.
 * The span contains only the host of the URL, because the rest may hold a secret.
 */
async function tracePost(
  telemetry: Telemetry,
  { engine, delivery, happenedAt, post }: TracePostOptions,
): Promise<PostOutcome> {
  const { scope, taskId, config } = delivery;
  // If the task cannot be read, the notification is sent without a link to the task's span.
  const snapshot = await engine.get(scope, taskId).catch(() => undefined);
  const span = telemetry.startSpan('webhook', {
    parent: telemetry.toContext(snapshot?.invocation.trace),
    attributes: {
      'formwork.task.id': taskId,
      'server.address': URL.parse(config.url)?.hostname ?? '',
    },
  });
  const result = await post(telemetry.inject(span.context));
  const outcome = toOutcome(result);
  span.set('formwork.outcome', outcome);
  if (result.kind === 'answered') span.set('http.response.status_code', result.status);
  span.end(outcome === 'delivered' ? undefined : outcome);
  telemetry.record('webhookLag', toAge(happenedAt), { outcome });
  return result;
}

function toOutcome(result: PostOutcome): string {
  if (result.kind !== 'answered') return result.kind;
  return result.status >= 200 && result.status < 300 ? 'delivered' : 'refused-by-receiver';
}
