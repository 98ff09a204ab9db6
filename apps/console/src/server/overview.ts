import type { OperatorView } from '@formwork/server';
import type { MetricSample } from '@formwork/telemetry';
import { hostname } from 'node:os';
import type { ConsoleOverview, ConsoleProcess, ConsoleTimes } from '../api/console-api.ts';

/** The number of skills, steps and reasons that the overview has: the slowest or most usual ones. */
const MAX_ROWS = 20;

/** The outcomes of attempts that count as failed. */
const FAILED: ReadonlySet<string | undefined> = new Set(['failed', 'retry', 'timeout', 'lost']);

/** Describes this process, whose numbers an answer has. */
export function describeProcess({ metrics }: Pick<OperatorView, 'metrics'>): ConsoleProcess {
  const id = `${hostname()}:${process.pid}`;
  return { id, countedSince: metrics.startedAt, now: Date.now() };
}

/** Reads the live numbers of a server from its metrics. */
export async function readOverview(
  operator: Pick<OperatorView, 'metrics'>,
): Promise<ConsoleOverview> {
  const { metrics } = operator;
  const [states, oldest, running, losses, failures, attempts, steps] = await Promise.all([
    metrics.read('taskCount'),
    metrics.read('queueOldest'),
    metrics.read('running'),
    metrics.read('leaseLosses'),
    metrics.read('failures'),
    metrics.read('attempts'),
    metrics.read('steps'),
  ]);
  return {
    process: describeProcess(operator),
    states: Object.fromEntries(
      states.map(({ attributes, value }) => [attributes['state'] ?? '', value]),
    ),
    oldestWait: Math.max(0, ...oldest.map(({ value }) => value)),
    running: sum(running),
    leaseLosses: sum(losses),
    hours: metrics.listHours().map(({ startsAt, counts }) => ({
      startsAt,
      completed: counts['completed'] ?? 0,
      failed: counts['failed'] ?? 0,
    })),
    failures: failures
      .map(({ attributes, value }) => ({
        skill: attributes['skill'] ?? '',
        reason: attributes['reason'] ?? '',
        count: value,
      }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_ROWS),
    skills: toSkills(attempts),
    steps: steps
      .map((value) => ({
        skill: value.attributes['skill'] ?? '',
        step: value.attributes['step'] ?? '',
        ...toTimes([value]),
      }))
      .toSorted(bySlowness)
      .slice(0, MAX_ROWS),
  };
}

/** Adds up the attempts of each skill over their outcomes. */
function toSkills(attempts: readonly MetricSample[]): ConsoleOverview['skills'] {
  const bySkill = new Map<string, MetricSample[]>();
  for (const value of attempts) {
    const skill = value.attributes['skill'] ?? '';
    bySkill.set(skill, [...(bySkill.get(skill) ?? []), value]);
  }
  return [...bySkill]
    .map(([skill, values]) => {
      const failed = sum(values.filter(({ attributes }) => FAILED.has(attributes['outcome'])));
      return { skill, ...toTimes(values), failed: failed / Math.max(1, sum(values)) };
    })
    .toSorted(bySlowness)
    .slice(0, MAX_ROWS);
}

function bySlowness(a: ConsoleTimes, b: ConsoleTimes): number {
  return b.p95 - a.p95;
}

/** Joins times: the quantiles of several are those of the one with the most, which is exact enough. */
function toTimes(values: readonly MetricSample[]): ConsoleTimes {
  const [usual] = values.toSorted((a, b) => b.value - a.value);
  return {
    count: sum(values),
    p50: usual?.times?.p50 ?? 0,
    p95: usual?.times?.p95 ?? 0,
    longest: Math.max(0, ...values.map(({ times }) => times?.longest ?? 0)),
  };
}

function sum(values: readonly MetricSample[]): number {
  return values.reduce((total, { value }) => total + value, 0);
}
