import { attempt } from '../awaitable.ts';
import type { ClaimRequest } from './lease.ts';
import type { DeliveryReport } from './push-store.ts';
import { parseTime } from './requests.ts';
import type { ReleaseOptions, TaskEngine } from './task-engine.ts';

/** The longest time that an engine is given, in milliseconds: ten years. */
const MAX_MS = 315_360_000_000;

/**
 * Makes whole milliseconds of a time that an engine or a dispatcher is given: a part of one counts
 * as one, and more than ten years are ten years, so that each storage can keep the time.
 *
 * @throws RangeError unless it is a number from 0
 */
export function toWholeMs(milliseconds: number): number {
  if (!(milliseconds >= 0)) {
    throw new RangeError(
      `Cannot use a time because it must be a number of milliseconds from 0: current value is ${milliseconds}`,
    );
  }
  return Math.min(MAX_MS, Math.ceil(milliseconds));
}

/**
 * Makes an engine whose storage gets times as {@link toWholeMs} makes them. Engines differ in what
 * they take as a number, and their callers compute times, so all engines stand behind this.
 */
export function withWholeTimes(engine: TaskEngine): TaskEngine {
  return {
    ...engine,
    create: (task, claim) => attempt(() => engine.create(task, claim && toWholeClaim(claim))),
    claim: (request, limit) => attempt(() => engine.claim(toWholeClaim(request), limit)),
    renew: (leases, ttlMs) => attempt(() => engine.renew(leases, toWholeMs(ttlMs))),
    reply: (scope, taskId, { reply, claim }) =>
      attempt(() =>
        engine.reply(scope, taskId, { reply, ...(claim && { claim: toWholeClaim(claim) }) }),
      ),
    release: (leases, options) => attempt(() => engine.release(leases, toWholeRelease(options))),
    claimDeliveries: (request, limit) =>
      attempt(() => engine.claimDeliveries(toWholeClaim(request), limit)),
    settleDelivery: (delivery, report) =>
      attempt(() => engine.settleDelivery(delivery, toWholeReport(report))),
    claimDueQuestions: (limit, ttlMs) =>
      attempt(() => engine.claimDueQuestions(limit, toWholeMs(ttlMs))),
    putOffQuestion: (question, wakesAt) =>
      attempt(() => {
        if (wakesAt !== undefined) parseTime(wakesAt, 'Cannot put off a question because wakesAt');
        return engine.putOffQuestion(question, wakesAt);
      }),
  };
}

function toWholeClaim<Claim extends ClaimRequest>(claim: Claim): Claim {
  const ttlMs = toWholeMs(claim.ttlMs);
  return ttlMs === claim.ttlMs ? claim : { ...claim, ttlMs };
}

function toWholeRelease(options: ReleaseOptions = {}): ReleaseOptions {
  const { retryAfterMs } = options;
  return retryAfterMs === undefined
    ? options
    : { ...options, retryAfterMs: toWholeMs(retryAfterMs) };
}

function toWholeReport(report: DeliveryReport): DeliveryReport {
  switch (report.kind) {
    case 'delivered':
      return { ...report, ttlMs: toWholeMs(report.ttlMs) };
    case 'failed':
      return { ...report, retryInMs: toWholeMs(report.retryInMs) };
    case 'released':
      return report.dueInMs === undefined
        ? report
        : { ...report, dueInMs: toWholeMs(report.dueInMs) };
    case 'finished':
    case 'dead':
      return report;
  }
}
