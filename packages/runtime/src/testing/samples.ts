import { type Artifact, type Message, type Part, Role } from '@a2a-js/sdk';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ClaimRequest, Lease } from '../engine/lease.ts';
import type { Delivery, PushConfig } from '../engine/push-store.ts';
import type { NewTask, TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent, TaskEvent, TaskStateName } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import type { IdempotencyKey } from '../idempotency-key.ts';
import type { Scope } from '../scope.ts';

/**
 * Data that a database may change or refuse: control characters, half a surrogate pair, very big
 * and very small numbers.
 */
export const RICH_DATA: Readonly<Record<string, unknown>> = {
  text: 'line\nquote"\\ zero\u0000 lone\ud800 emoji🦁',
  numbers: [0, -1.5, 9_007_199_254_740_991, 1e300, 5e-324],
  nothing: null,
  yes: true,
  nested: { list: [[], {}, [{ 'a.b': 1, '': 2, $case: 'text' }]] },
};

/** The scope (owner) of tasks in tests that need only one. */
export const SCOPE: Scope = 'alice' as Scope;

/** Casts a text to an idempotency key, so that tests can choose keys. */
export function keyOf(text: string): IdempotencyKey {
  return text as IdempotencyKey;
}

/** A claim with a lease of ten minutes, which does not run out during a test. */
export const LONG_CLAIM: ClaimRequest = { worker: 'long', ttlMs: 600_000 };

/**
 * A claim with a lease of 100 ms; a test ends the lease by advancing the clock by {@link
 * PAST_SHORT} milliseconds.
 */
export const SHORT_CLAIM: ClaimRequest = { worker: 'short', ttlMs: 100 };

/** A time after which the lease of {@link SHORT_CLAIM} has run out, in milliseconds. */
export const PAST_SHORT = 150;

/** The options of polls in contracts, which other projects run, too. */
// Real time: these projects give a poll one second, which a busy store exceeds.
export const PATIENCE = { timeout: 60_000, interval: 20 };

/** What holds work back until a test lets it go on. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** Makes a gate that is closed. */
export function createGate(): Gate {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Makes a message part that holds a text. */
export function textPart(text: string): Part {
  return {
    content: { $case: 'text', value: text },
    metadata: undefined,
    filename: '',
    mediaType: 'text/plain',
  };
}

/**
 * Makes a message with one text part. The caller sends it unless `role` says that the agent does.
 */
export function textMessage(text: string, role: Role = Role.ROLE_USER): Message {
  return {
    messageId: randomUUID(),
    contextId: '',
    taskId: '',
    role,
    parts: [textPart(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

/** Makes an artifact with one text part for each given text. */
export function textArtifact(artifactId: string, ...texts: readonly string[]): Artifact {
  return {
    artifactId,
    name: '',
    description: '',
    parts: texts.map(textPart),
    metadata: undefined,
    extensions: [],
  };
}

/** Returns the texts of an artifact's parts, with `undefined` for each part that is no text. */
export function toTexts(artifact: Artifact | undefined): readonly (string | undefined)[] {
  return (artifact?.parts ?? []).map(({ content }) =>
    content?.$case === 'text' ? content.value : undefined,
  );
}

/** Makes the data of a task to create, with a new id; `fields` replace the made-up values. */
export function newTask(fields: Partial<NewTask> = {}): NewTask {
  return {
    id: randomUUID(),
    scope: SCOPE,
    contextId: 'context',
    message: textMessage('Lion or tiger?'),
    metadata: {},
    invocation: { kind: 'text', text: 'Lion or tiger?', acceptedOutputModes: [] },
    ...fields,
  };
}

/**
 * Makes an event that changes the state of a task, with a message of the agent if `text` is given.
 */
export function statusEvent(state: TaskStateName, text?: string): NewTaskEvent {
  return text === undefined
    ? { kind: 'status', state }
    : { kind: 'status', state, message: textMessage(text, Role.ROLE_AGENT) };
}

/**
 * Makes an artifact event that appends one part per text to the artifact with the given id, as a
 * streamed piece does.
 */
export function pieceEvent(artifactId: string, ...texts: readonly string[]): NewTaskEvent {
  const artifact = textArtifact(artifactId, ...texts);
  return { kind: 'artifact', artifact, append: true, lastChunk: false };
}

/** Makes an event that adds a text message of the caller to the history of a task. */
export function messageEvent(text: string): NewTaskEvent {
  return { kind: 'message', message: textMessage(text) };
}

/** Makes an event that adds an artifact to a task, or replaces the artifact with the same id. */
export function artifactEvent(artifact: Artifact): NewTaskEvent {
  return { kind: 'artifact', artifact, append: false, lastChunk: true };
}

/**
 * Creates a task in an engine and leases it at once, for ten minutes unless `claim` says otherwise.
 */
export async function createLeased(
  engine: TaskEngine,
  fields: Partial<NewTask> = {},
  claim: ClaimRequest = LONG_CLAIM,
): Promise<Lease> {
  const { lease } = await engine.create(newTask(fields), claim);
  return need(lease);
}

/** Makes a push config for tests; `fields` replace its made-up fields. */
export function pushConfig(id: string, fields: Partial<PushConfig> = {}): PushConfig {
  return { id, url: `https://receiver.example/${id}`, version: '1.0', ...fields };
}

/**
 * Claims the only webhook delivery that is due, for ten minutes unless `claim` says otherwise.
 * Fails the test unless exactly one delivery is due.
 */
export async function claimDelivery(
  engine: TaskEngine,
  claim: ClaimRequest = LONG_CLAIM,
): Promise<Delivery> {
  const [delivery, ...others] = await engine.claimDeliveries(claim, 10);
  if (others.length > 0) {
    throw new TypeError(
      `Cannot go on with the test because one delivery must be due: current value is ${others.length + 1}`,
    );
  }
  return need(delivery);
}

/** Reads the whole log of a task from an engine. */
export function readLog(
  engine: TaskEngine,
  { scope, taskId }: Pick<Lease, 'scope' | 'taskId'>,
): Promise<readonly TaskEvent[]> {
  return engine.read(scope, taskId, { after: 0, limit: 10_000 });
}

/** Returns the states that a task went through, read from the status events of its log. */
export async function readStates(
  engine: TaskEngine,
  task: Pick<Lease, 'scope' | 'taskId'>,
): Promise<readonly TaskStateName[]> {
  const log = await readLog(engine, task);
  return log.flatMap(({ event }) => (event.kind === 'status' ? [event.state] : []));
}

/** Reads the snapshot of a task; fails the test if there is no such task. */
export async function getTask(
  engine: TaskEngine,
  { scope, taskId }: Pick<Lease, 'scope' | 'taskId'>,
): Promise<TaskSnapshot> {
  return need(await engine.get(scope, taskId));
}

/** Returns a value that a test expects to be defined; fails the test if it is `undefined`. */
export function need<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new TypeError(
      'Cannot go on with the test because a value must be there: current value is undefined',
    );
  }
  return value;
}

/** Returns the numbers from 0 up to, but not including, `count`. */
export function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Makes message parts of each kind of A2A: text, bytes of a file, URL of a file, data. */
function toRichParts(): Part[] {
  const rest = { metadata: { part: RICH_DATA }, filename: 'löwe 🦁.bin', mediaType: 'text/plain' };
  return [
    { content: { $case: 'text', value: 'zero\u0000 and 🦁' }, ...rest },
    { content: { $case: 'text', value: '' }, metadata: undefined, filename: '', mediaType: '' },
    { content: { $case: 'raw', value: Buffer.from([0, 1, 254, 255]) }, ...rest },
    { content: { $case: 'url', value: 'https://example.com/?q=ü' }, ...rest },
    { content: { $case: 'data', value: RICH_DATA }, ...rest },
    { content: { $case: 'data', value: null }, ...rest },
  ];
}

/**
 * Makes a message in which every field of A2A's `Message` has a value, to test that engines keep
 * all of its fields.
 */
export function toRichMessage(): Message {
  return {
    ...textMessage('', Role.ROLE_AGENT),
    contextId: 'context',
    taskId: 'task',
    parts: toRichParts(),
    metadata: { message: RICH_DATA },
    extensions: ['https://example.com/extension'],
    referenceTaskIds: ['another'],
  };
}

/**
 * Makes an artifact in which every field of A2A's `Artifact` has a value, to test that engines keep
 * all of its fields.
 */
export function toRichArtifact(): Artifact {
  return {
    artifactId: 'rich',
    name: 'Löwe 🦁',
    description: 'zero\u0000',
    parts: toRichParts(),
    metadata: { artifact: RICH_DATA },
    extensions: ['https://example.com/extension'],
  };
}

/**
 * Makes a temporary folder and returns the path of a database file in it; the folder is removed
 * when the current test is over.
 */
export function createFile(): string {
  const folder = mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tasks.db');
}
