// A complete server whose agent does what its input says. It writes the leases of its runners and
// the steps of its tasks to a journal. A spare process reports that it is loaded, and opens no file
// until it gets a line. The first argument is the file or the database of its engine.
import { once } from 'node:events';
import { appendFileSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineAgent, defineSkill, isRunEndedError, type TaskContext } from '@formwork/core';
import { createServer } from '@formwork/server';
import { openJournal, withJournal, type Journal } from '../journal/journal.ts';
import type { BuildInput } from '../load/build-input.ts';
import { openStore } from '../../support/open-store.ts';
import { DURABLE_PUSH } from '../../support/push.ts';

const FAILURE = 'It cannot be built.';
const goesOn = once(process, 'SIGCONT');

const [, , file = '', journalFile = '', leaseMs = '', ...rest] = process.argv;

async function build(
  { rounds, pauseMs, size = 0, asks, fails, stalls }: BuildInput,
  task: TaskContext,
  journal: Journal,
): Promise<string> {
  const { id: taskId, attempt, signal } = task;
  signal.addEventListener('abort', () => {
    const { reason }: { readonly reason: unknown } = signal;
    const name = isRunEndedError(reason) ? reason.end : (reason as Error).name;
    journal.write({ kind: 'aborted', pid: process.pid, taskId, reason: name });
  });
  for (let round = 0; round < rounds; round += 1) {
    const step = `step ${round}`;
    await task.step(step, async () => {
      const isStalled = attempt === 1 && round === 1;
      if (isStalled && stalls === 'heedful') await once(signal, 'abort');
      if (isStalled && stalls === 'deaf') await goesOn;
      // Real time: the step takes as long as the input says.
      await sleep(pauseMs);
      journal.write({ kind: 'effect', pid: process.pid, taskId, attempt, step });
      return `done ${round}`;
    });
    if (round === 0) await task.progress('Building', 0.5);
    await task.artifact({ id: 'pieces', text: `${round} `.padEnd(size, 'x'), append: round > 0 });
    if (asks && round === 0) await task.ask('Go on?');
  }
  if (fails) throw new Error(FAILURE);
  return `built ${rounds}`;
}

const clock = rest.find((word) => word.startsWith('clock='));
if (clock !== undefined) setClock(Number(clock.slice('clock='.length)));
if (rest.includes('spare')) {
  writeSync(1, '"loaded"\n');
  await once(process.stdin, 'data');
  process.stdin.pause();
}

/** Makes the clock of this process wrong by `offset` milliseconds. */
function setClock(offset: number): void {
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (_, values: []) =>
      values.length === 0 ? new Real(Date.now()) : new Real(...values),
    get: (target, name): unknown =>
      name === 'now' ? () => Real.now() + offset : Reflect.get(target, name),
  });
}

const journal = openJournal(journalFile);
const skill = defineSkill({
  id: 'build',
  name: 'Build',
  description: 'Builds something in steps.',
  tags: [],
  input: {
    build: {
      type: 'object',
      properties: {
        rounds: { type: 'integer' },
        pauseMs: { type: 'integer' },
        size: { type: 'integer' },
        asks: { type: 'boolean' },
        fails: { type: 'boolean' },
        stalls: { enum: ['no', 'heedful', 'deaf'] },
      },
      required: ['rounds', 'pauseMs', 'asks', 'fails', 'stalls'],
    },
  },
  run: ({ input, task }) => build(input, task, journal),
});

const quiet = (): undefined => undefined;

/**
 * Writes an error of the server to the file `JOURNAL.log`, unless it is one that the test's agent
 * throws on purpose.
 */
function logError(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  if (String(fields['error']).includes(FAILURE)) return;
  appendFileSync(`${journalFile}.log`, `${JSON.stringify({ message, ...fields })}\n`);
}

const engine = withJournal(openStore(file), journal);
const server = createServer(defineAgent({ name: 'Builder', version: '1.0.0', skills: [skill] }), {
  engine,
  runner: { leaseMs: Number(leaseMs), pollMs: 100, maxAttempts: 1_000 },
  authenticate: ({ headers }) => ({ id: String(headers['x-user']) }),
  requireAuthentication: true,
  push: DURABLE_PUSH,
  logger: { info: quiet, warn: quiet, error: logError },
});
process.once('SIGTERM', () => {
  void server
    .close()
    .then(() => engine.close())
    .then(() => process.exit(0));
});
const { url } = await server.listen({ port: 0 });
writeSync(1, `${JSON.stringify(url)}\n`);
// A killed process could not write the compile cache at its end.
flushCompileCache();
