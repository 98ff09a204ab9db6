import type { Scope, TaskEngine, TaskStateName, TaskSummary } from '@formwork/runtime';
import { UsageError } from '../../errors/errors.ts';
import { parseDuration } from '../../serve/settings-table.ts';
import type { Console } from '../../terminal/console.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { toSafeJson } from '../../terminal/safe-text.ts';
import { formatScope, formatTime, type StoreFlags } from './task-store.ts';

/** The flags of `formwork tasks list`. */
export interface ListFlags extends StoreFlags {
  readonly state?: TaskStateName;
  readonly scope?: string;
  readonly context?: string;
  readonly skill?: string;
  readonly olderThan?: string;
  readonly limit: string;
  readonly page?: string;
}

/** The highest number of tasks that one query of an engine returns. */
const PAGE_SIZE = 100;

/** Prints the tasks of all callers, those with the most recent status first. */
export async function listTasks(
  engine: TaskEngine,
  { flags, console }: { readonly flags: ListFlags; readonly console: Console },
): Promise<void> {
  const { state, scope, context, skill, olderThan, json } = flags;
  const limit = parseCount('--limit', flags.limit);
  const filters = {
    ...(state !== undefined && { state }),
    ...(scope !== undefined && { scope: scope as Scope }),
    ...(context !== undefined && { contextId: context }),
    ...(skill !== undefined && { skillId: skill }),
    ...(olderThan !== undefined && { statusTimestampBefore: toCutoff(olderThan) }),
  };
  const tasks: TaskSummary[] = [];
  let next = flags.page;
  do {
    const pageSize = Math.min(PAGE_SIZE, limit - tasks.length);
    const page = await engine.listAll({ ...filters, pageSize, ...(next && { pageToken: next }) });
    tasks.push(...page.tasks);
    next = page.nextPageToken;
  } while (next !== undefined && tasks.length < limit);
  if (json === true) {
    console.out(toSafeJson({ tasks, next }));
    return;
  }
  if (tasks.length === 0) {
    console.out('There are no such tasks.');
    return;
  }
  const { paint, isTerminal, columns } = console;
  const rows = tasks.map((task) => [
    task.taskId,
    task.state,
    formatTime(task.statusTimestamp),
    task.skillId ?? '',
    formatScope(task.scope),
    describeRun(task),
  ]);
  const header = ['task', 'state', 'since', 'skill', 'scope', 'run'];
  console.out(formatTable(rows, { paint, header, indent: '', ...(isTerminal && { columns }) }));
  if (next !== undefined) console.err(`There are more: add --page ${next}`);
}

/** Describes a task's attempts, how long its runner holds it, and when it runs again. */
export function describeRun(task: TaskSummary): string {
  const { attempts, leasedUntil, restsUntil, cancelRequested } = task;
  const words = [
    ...(attempts > 1 ? [`attempt ${attempts}`] : []),
    ...(leasedUntil === undefined ? [] : [`leased until ${formatTime(leasedUntil)}`]),
    ...(restsUntil === undefined ? [] : [`rests until ${formatTime(restsUntil)}`]),
    ...(cancelRequested && leasedUntil !== undefined ? ['asked to stop'] : []),
  ];
  return words.join(', ');
}

/** Converts an age such as `7d` to the time that long ago, in ISO 8601. @throws UsageError */
function toCutoff(text: string): string {
  const age = parseDuration(text);
  if (age !== undefined) return new Date(Math.max(0, Date.now() - age)).toISOString();
  throw new UsageError(
    `Cannot list tasks because --older-than must be a time such as 30s, 12h or 7d: current value is ${JSON.stringify(text)}`,
  );
}

/** Parses the value of a flag that takes a whole number from 1. @throws UsageError */
export function parseCount(flag: string, text: string): number {
  if (/^[1-9]\d{0,6}$/u.test(text)) return Number(text);
  throw new UsageError(
    `Cannot list because ${flag} must be a whole number from 1: current value is ${JSON.stringify(text)}`,
  );
}
