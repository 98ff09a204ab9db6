import type { NewTaskEvent, TaskEngine, TaskEvent, TaskSnapshot } from '@formwork/runtime';
import { isTerminalState } from '@formwork/runtime';
import {
  listReceivers,
  measureBytes,
  type PartShape,
  readLog,
  readQuestion,
  toPartShape,
} from '@formwork/runtime/internal';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Console } from '../../terminal/console.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { toSafeJson } from '../../terminal/safe-text.ts';
import { describeRun } from './list-tasks.ts';
import { findTask, formatBytes, formatScope, formatTime, type StoreFlags } from './task-store.ts';

/** The flags of `formwork tasks show`. */
export interface ShowFlags extends StoreFlags {
  readonly data?: boolean;
}

/** The flags of `formwork tasks events`. */
export interface EventsFlags extends ShowFlags {
  readonly after: string;
  readonly follow?: boolean;
}

/** The names of the senders of messages, by the number that A2A gives each role. */
const ROLES = ['somebody', 'user', 'agent'];

/** The longest time between two reads of the log with `--follow`, in milliseconds. */
const LOOK_MS = 1_000;

/**
 * Prints a task's state, sizes and push receivers; the content of its messages only with `--data`.
 */
export async function showTask(
  engine: TaskEngine,
  taskId: string,
  { flags, console }: { readonly flags: ShowFlags; readonly console: Console },
): Promise<void> {
  const summary = await findTask(engine, taskId);
  const { scope } = summary;
  const snapshot = await engine.get(scope, taskId);
  let bytes = measureBytes(snapshot?.history[0]);
  for await (const entry of readLog(engine, summary)) bytes += measureBytes(entry.event);
  const history = (snapshot?.history ?? []).map(({ role, parts }) => ({
    role: ROLES[role] ?? 'somebody',
    parts: parts.map(toPartShape),
  }));
  const artifacts = (snapshot?.artifacts ?? []).map(({ artifactId, name, parts }) => ({
    artifactId,
    name,
    parts: parts.map(toPartShape),
  }));
  const receivers = (await listReceivers(engine, summary)).map(({ id, url, death }) => ({
    id,
    url,
    isDead: death !== undefined,
  }));
  const schema =
    snapshot?.invocation.kind === 'structured' ? snapshot.invocation.schema : undefined;
  const { createdAt } = snapshot ?? {};
  const waitsFor = findWaitsFor(snapshot);
  const shape = { ...summary, schema, createdAt, bytes, history, artifacts, receivers, waitsFor };
  if (flags.json === true) {
    console.out(toSafeJson({ ...shape, ...(flags.data === true && { data: toData(snapshot) }) }));
    return;
  }
  const { paint } = console;
  const rows = [
    ['State', `${summary.state} since ${formatTime(summary.statusTimestamp)}`],
    ...(waitsFor === undefined ? [] : [['Waits for', describeWaitsFor(waitsFor)]]),
    ['Scope', formatScope(scope)],
    ['Context', summary.contextId],
    ['Skill', summary.skillId ?? 'none: free text'],
    ...(schema === undefined ? [] : [['Schema', schema]]),
    ['Created', createdAt === undefined ? '' : formatTime(createdAt)],
    ['Attempts', `${summary.attempts}`],
    ['Run', describeRun(summary) || 'nobody runs it'],
    ['Log', `${summary.seq} events, ${formatBytes(bytes)}`],
    ...history.map(({ role, parts }) => ['Message', `of ${role}: ${describeParts(parts)}`]),
    ...artifacts.map((artifact) => [
      'Artifact',
      `${artifact.name || artifact.artifactId}: ${describeParts(artifact.parts)}`,
    ]),
    ...receivers.map(({ id, url, isDead }) => [
      'Receiver',
      `${id} at ${url}${isDead ? ', given up' : ''}`,
    ]),
  ];
  console.out(`${paint('bold', taskId)}\n${formatTable(rows, { paint })}`);
  if (flags.data === true) console.out(toSafeJson(toData(snapshot)));
  else console.err('Add --data to see what was said.');
}

/** The other people who get the question of a task. */
interface WaitsFor {
  readonly to: readonly string[];
  readonly claimedBy?: string;
  readonly isOverdue: boolean;
}

function findWaitsFor(snapshot: TaskSnapshot | undefined): WaitsFor | undefined {
  if (snapshot?.state !== 'input-required') return undefined;
  const { assignment } = readQuestion(snapshot.statusMessage) ?? {};
  if (assignment === undefined) return undefined;
  const { to, claimedBy, stage } = assignment;
  return { to, ...(claimedBy !== undefined && { claimedBy }), isOverdue: stage === 'overdue' };
}

function describeWaitsFor({ to, claimedBy, isOverdue }: WaitsFor): string {
  const claim = claimedBy === undefined ? '' : `, taken by ${claimedBy}`;
  return `${to.join(', ')}${claim}${isOverdue ? ', overdue' : ''}`;
}

/** Prints the log of a task; with `--follow`, also each new event until the task ends. */
export async function showEvents(
  engine: TaskEngine,
  taskId: string,
  {
    flags,
    console,
    signal,
  }: { readonly flags: EventsFlags; readonly console: Console; readonly signal: AbortSignal },
): Promise<void> {
  const summary = await findTask(engine, taskId);
  let after = Number(flags.after);
  let isOver = false;
  const bell = { ring: (): void => {} };
  const stop = flags.follow === true ? engine.watch(() => bell.ring()) : undefined;
  try {
    while (!signal.aborted) {
      const hinted = new Promise<void>((resolve) => (bell.ring = resolve));
      for await (const entry of readLog(engine, summary, after)) {
        console.out(flags.json === true ? toLine(entry, flags) : formatEvent(entry, flags));
        after = entry.seq;
        isOver = entry.event.kind === 'status' && isTerminalState(entry.event.state);
      }
      if (flags.follow !== true || isOver) return;
      const now = await findTask(engine, taskId);
      // The task ended before the position of `--after`, so its last event was not printed here.
      if (isTerminalState(now.state) && after >= now.seq) return;
      await Promise.race([hinted, sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)]);
    }
  } finally {
    stop?.();
  }
}

function toLine({ seq, timestamp, event }: TaskEvent, { data }: EventsFlags): string {
  const { kind } = event;
  const state = event.kind === 'status' ? { state: event.state } : {};
  const shape = { ...state, about: describeEvent(event) };
  return toSafeJson({ seq, timestamp, kind, ...(data === true ? toRecord(event) : shape) }, 0);
}

function formatEvent({ seq, timestamp, event }: TaskEvent, { data }: EventsFlags): string {
  const text = data === true ? toSafeJson(toData(event), 0) : describeEvent(event);
  return `${String(seq).padStart(6)}  ${timestamp}  ${text}`;
}

function describeEvent(event: NewTaskEvent): string {
  switch (event.kind) {
    case 'status':
      return event.message === undefined ? event.state : `${event.state}, with a message`;
    case 'artifact': {
      const { artifactId, name, parts } = event.artifact;
      const how = event.append ? 'adds to' : 'is';
      return `${how} artifact ${name || artifactId}: ${describeParts(parts.map(toPartShape))}`;
    }
    case 'message':
      return `message: ${describeParts(event.message.parts.map(toPartShape))}`;
    case 'metadata':
      return `metadata: ${Object.keys(event.metadata).length} entries`;
    case 'memo':
      return `remembers step ${event.position + 1}, ${event.key}`;
  }
}

function describeParts(parts: readonly PartShape[]): string {
  if (parts.length === 0) return 'nothing';
  return parts
    .map(({ kind, bytes, mediaType }) =>
      [kind, ...(mediaType === undefined ? [] : [mediaType]), formatBytes(bytes)].join(' '),
    )
    .join('; ');
}

/** Copies a value for JSON, with bytes as base64. */
function toData(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(toData);
  return typeof value === 'object' && value !== null ? toRecord(value) : value;
}

function toRecord(value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, toData(entry)]));
}
