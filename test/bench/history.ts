// Measures how long the first page of a person's history takes, by the kind of filter, through the
// people door over HTTP, on SQLite and PostgreSQL. Each task has about a kilobyte of input and one
// of result, and as many tasks of other people lie between them.
//
//   node test/bench/history.ts
//   TASKS=100000 QUERIES=20 node test/bench/history.ts

import { defineAgent, defineSkill } from '@formwork/core';
import { createPeopleAdapter } from '@formwork/people';
import { createPostgresEngine } from '@formwork/postgres';
import { startPostgres } from '@formwork/postgres/testing';
import type { ArchivedTask, NewTaskEvent, Scope, TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createId } from './growth/seed-tasks.ts';
import { createMessage } from './stores/payload.ts';
import { toFigure, type Figure } from './table/figure.ts';
import { UnavailableError } from './table/unavailable-error.ts';

const TASKS = Number(process.env['TASKS'] ?? 10_000);
const QUERIES = Number(process.env['QUERIES'] ?? 40);
const TOGETHER = 256;
const WORDS = ['hotel', 'rail', 'Straße', 'lunch', 'invoice', 'visit', 'Zürich', 'team', 'fair'];
const STATES = ['completed', 'completed', 'completed', 'failed'] as const;

/** The time at which the oldest task ended; one ends each minute. */
const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

type CreateQuery = (index: number) => Readonly<Record<string, string>>;

const KINDS: Readonly<Record<string, CreateQuery>> = {
  'no filter': () => ({}),
  'a skill': (index) => ({ skill: `skill-${index % 10}` }),
  'a rare skill': () => ({ skill: 'rare' }),
  'a state': () => ({ state: 'failed' }),
  'a week': (index) => ({ from: toTime(index * 100), to: toTime(index * 100 + 10_080) }),
  'a frequent word': (index) => ({ text: WORDS[index % WORDS.length] ?? '' }),
  'a word of one old task': () => ({ text: 'n7x' }),
  'a word of none': (index) => ({ text: `nowhere${index}` }),
  'a word of none, not ASCII': (index) => ({ text: `ÜBERALL${index}` }),
  'two words, a skill and a state': (index) => ({
    text: `zürich n${index * 13}x`,
    skill: `skill-${index % 10}`,
    state: 'completed',
  }),
};

const agent = defineAgent({
  name: 'Agent',
  version: '1.0.0',
  skills: [
    defineSkill({
      id: 'skill-0',
      name: 'Skill',
      description: 'x',
      tags: [],
      input: { report: { type: 'object', properties: { secret: { writeOnly: true } } } },
      run: () => {},
    }),
  ],
});

function toTime(index: number): string {
  return new Date(START + index * MINUTE_MS).toISOString();
}

/** Makes the task of a person with a number, as an export of another engine would give it. */
function createTask(index: number, scope: Scope): ArchivedTask {
  const state = STATES[index % STATES.length] ?? 'completed';
  const timestamp = toTime(index);
  const skillId = index % 1_000 === 7 ? 'rare' : `skill-${index % 10}`;
  const word = (shift: number): string => WORDS[(index + shift) % WORDS.length] ?? '';
  const items = Array.from({ length: 12 }, (_, row) => ({
    description: `${word(row)} of day ${row}, with ${word(row + 3)}`,
    amount: index + row,
  }));
  const data = { purpose: `Trip n${index}x to ${word(2)}`, items };
  const message = createMessage('');
  const [part] = message.parts;
  if (part !== undefined) part.content = { $case: 'data', value: data };
  const reply = createMessage(`${word(1)} `.repeat(150)).parts;
  const artifact = { artifactId: 'a', name: '', description: '', parts: reply };
  const events: readonly NewTaskEvent[] = [
    { kind: 'status', state: 'submitted' },
    {
      kind: 'artifact',
      artifact: { ...artifact, metadata: undefined, extensions: [] },
      append: false,
      lastChunk: true,
    },
    { kind: 'status', state },
  ];
  return {
    id: createId(START + index * MINUTE_MS),
    scope,
    contextId: randomUUID(),
    createdAt: timestamp,
    message,
    metadata: { title: `Expenses ${index}` },
    invocation: { kind: 'structured', skillId, schema: 'report', data, acceptedOutputModes: [] },
    creationKey: randomUUID().replaceAll('-', ''),
    replyKeys: [],
    events: events.map((event, place) => ({ seq: place + 1, timestamp, event })),
    pushes: [],
    epoch: 1,
    attempts: 1,
    turn: 0,
    cancelRequested: false,
  };
}

async function seed(engine: TaskEngine): Promise<void> {
  for (let start = 0; start < TASKS; start += TOGETHER) {
    const count = Math.min(TOGETHER, TASKS - start);
    const tasks = Array.from({ length: count }, (_, place) => [
      createTask(start + place, 'user:ada' as Scope),
      createTask(start + place, 'user:bob' as Scope),
    ]).flat();
    await Promise.all(tasks.map(async (task) => engine.archive?.import(task)));
  }
}

function toPercentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Prints what each kind of filter takes, and returns the slowest p95 in milliseconds. */
async function measure(name: string, open: () => TaskEngine): Promise<number> {
  const seeding = open();
  await seed(seeding);
  await seeding.close();
  // Another engine asks, so that no task is in memory when the first request comes.
  const engine = open();
  const server = createServer(agent, {
    engine,
    adapters: [createPeopleAdapter()],
    authenticate: () => ({ id: 'ada' }),
    limits: false,
    logger: { info() {}, warn() {}, error() {} },
  });
  try {
    const { url } = await server.listen({ port: 0 });
    console.log(`\n${name}: ${TASKS} tasks of one person, and as many of another`);
    console.log(['kind', 'found', 'first ms', 'p50 ms', 'p95 ms'].map(pad).join(''));
    let worst = 0;
    for (const [kind, create] of Object.entries(KINDS)) {
      const times: number[] = [];
      let found = 0;
      for (let index = 0; index < QUERIES; index += 1) {
        const search = new URLSearchParams(create(index));
        const before = performance.now();
        const response = await fetch(`${url}/people/tasks?${search.toString()}`);
        const { tasks } = (await response.json()) as { readonly tasks: readonly unknown[] };
        times.push(performance.now() - before);
        found = tasks.length;
      }
      const p95 = toPercentile(times, 0.95);
      worst = Math.max(worst, p95);
      const cells = [times[0] ?? 0, toPercentile(times, 0.5), p95].map((time) => time.toFixed(1));
      console.log([kind, String(found), ...cells].map(pad).join(''));
    }
    return worst;
  } finally {
    await server.close();
    await engine.close();
  }
}

function pad(cell: string, index: number): string {
  return cell.padEnd(index === 0 ? 34 : 10);
}

async function measureSqlite(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-history-'));
  try {
    const file = join(folder, 'tasks.sqlite');
    return await measure('SQLite', () => createSqliteEngine({ file }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measurePostgres(): Promise<number> {
  const server = await startPostgres().catch((cause: unknown) => {
    throw new UnavailableError(`there is no PostgreSQL: ${String(cause)}`, { cause });
  });
  try {
    const schema = `history_${Date.now()}`;
    return await measure('PostgreSQL', () => createPostgresEngine({ url: server.url, schema }));
  } finally {
    await server.stop();
  }
}

/** Returns the 95th percentile of the slowest kind of filter, on SQLite and PostgreSQL. */
export async function toFigures(): Promise<readonly Figure[]> {
  const ours = [await measureSqlite()];
  const figure = toFigure('first page on SQLite, the slowest filter, p95', { unit: 'ms', ours });
  return [
    figure,
    toFigure('first page on PostgreSQL, the slowest filter, p95', {
      unit: 'ms',
      ours: [await measurePostgres()],
    }),
  ];
}

if (import.meta.main) await toFigures();
