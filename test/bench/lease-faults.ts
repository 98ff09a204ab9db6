// Lets real processes fail past their leases in real time, and counts the steps that begin after
// that: `node test/bench/lease-faults.ts [tasks]`. It takes some minutes.
import { defineAgent, defineSkill } from '@formwork/core';
import { createPostgresEngine } from '@formwork/postgres';
import { startPostgres } from '@formwork/postgres/testing';
import type { Scope, TaskEngine } from '@formwork/runtime';
import { createRunner } from '@formwork/runtime/internal';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { Role } from '@a2a-js/sdk';
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopUnlocked } from '../src/faults/stop-unlocked.ts';

const SELF = fileURLToPath(import.meta.url);
const FAULTS = ['freeze', 'cut', 'silence'] as const;
const LEASES_MS = [2_000, 12_000];
/** The number of steps of a task, which together outlast no lease. */
const STEPS = 20;
const SCOPE = 'user:ada' as Scope;

type Fault = (typeof FAULTS)[number];

/** What a process reports when a step begins. */
interface Begun {
  readonly taskId: string;
  readonly step: number;
  readonly at: number;
}

function openStore(place: string): TaskEngine {
  const [url = '', schema = ''] = place.split('#');
  return url.startsWith('postgres')
    ? createPostgresEngine({ url, schema })
    : createSqliteEngine({ file: place });
}

/** Runs tasks until the parent process orders a fault by its name. */
function runTasks(place: string, leaseMs: number): void {
  const engine = openStore(place);
  let fault: string | undefined;
  const through = <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (fault === 'cut') return Promise.reject(new Error('The storage is away'));
    return fault === 'silence' ? new Promise(() => {}) : call();
  };
  const reached: TaskEngine = {
    ...engine,
    claim: (request, limit) => through(() => engine.claim(request, limit)),
    renew: (leases, ttlMs) => through(() => engine.renew(leases, ttlMs)),
    append: (lease, events) => through(() => engine.append(lease, events)),
  };
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Measures.',
    tags: [],
    output: { item: { type: 'object' } },
    async text({ task }) {
      for (let step = 0; step < STEPS; step += 1) {
        const begin = (): void => void process.send?.({ taskId: task.id, step, at: Date.now() });
        await task.step(`${step}`, begin);
        await sleep((leaseMs / STEPS) * 2 * Math.random());
      }
      return 'done';
    },
  });
  const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  createRunner(reached, agent, { logger, leaseMs, pollMs: 100 });
  process.on('message', (order: string) => void (fault = order));
}

function start(place: string, leaseMs: number, begun: Begun[]): ChildProcess {
  const child = fork(SELF, ['run', place, String(leaseMs)]);
  child.on('message', (said: Begun) => void begun.push(said));
  return child;
}

async function createTask(engine: TaskEngine): Promise<void> {
  const message = { messageId: randomUUID(), contextId: 'c', taskId: '', role: Role.ROLE_USER };
  await engine.create({
    id: randomUUID(),
    scope: SCOPE,
    contextId: 'c',
    message: { ...message, parts: [], metadata: undefined, extensions: [], referenceTaskIds: [] },
    metadata: {},
    invocation: { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] },
  });
}

function toSignaled(child: ChildProcess): Parameters<typeof stopUnlocked>[0] {
  return { pid: child.pid ?? 0, signal: (name) => void child.kill(name) };
}

/** Returns the row of the table for one fault of one process. */
async function tryFault(
  place: string,
  {
    fault,
    leaseMs,
    tasks,
  }: { readonly fault: Fault; readonly leaseMs: number; readonly tasks: number },
): Promise<Readonly<Record<string, unknown>>> {
  const engine = openStore(place);
  for (let made = 0; made < tasks; made += 1) await createTask(engine);
  const [own, others]: [Begun[], Begun[]] = [[], []];
  const failing = start(place, leaseMs, own);
  while (own.length < 2 * tasks) await sleep(20);
  const failedAt = Date.now();
  if (fault === 'freeze') await stopUnlocked(toSignaled(failing), place);
  else failing.send(fault);
  const heir = start(place, leaseMs, others);
  while (((await engine.countStates()).completed ?? 0) < tasks) await sleep(50);
  if (fault === 'freeze') failing.kill('SIGCONT');
  await sleep(leaseMs);
  for (const child of [failing, heir]) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await engine.close();
  const late = own.filter(({ at }) => at > failedAt + leaseMs);
  const first = new Map(others.map(({ taskId, step, at }) => [`${taskId} ${step}`, at]));
  const repeated = own.filter(
    (step) => step.at > (first.get(`${step.taskId} ${step.step}`) ?? Infinity),
  );
  const steps = own.length + others.length;
  return {
    fault,
    leaseMs,
    tasks,
    steps,
    'after the lease': late.length,
    repeated: repeated.length,
  };
}

async function main(tasks: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-faults-'));
  const server = await startPostgres();
  const rows: unknown[] = [];
  for (const leaseMs of LEASES_MS) {
    for (const fault of FAULTS) {
      const name = `f_${randomUUID().slice(0, 8)}`;
      const places = { SQLite: join(folder, name), PostgreSQL: `${server.url}#${name}` };
      for (const [engine, place] of Object.entries(places)) {
        rows.push({ engine, ...(await tryFault(place, { fault, leaseMs, tasks })) });
        console.log(JSON.stringify(rows.at(-1)));
      }
    }
  }
  console.table(rows);
  await server.stop();
  rmSync(folder, { recursive: true });
}

const [, , first = '50', place = '', lease = ''] = process.argv;
if (first === 'run') runTasks(place, Number(lease));
else await main(Number(first));
