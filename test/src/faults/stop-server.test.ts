import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { readSeed } from '../support/read-seed.ts';
import { createTestPlace } from '../support/test-engine.ts';
import { toStateName, type WireTask } from './journal/event-text.ts';
import { readJournal } from './journal/journal.ts';
import type { BuildInput } from './load/build-skill.ts';
import { isRest } from './load/caller.ts';
import { startMortalServer, type MortalServer } from './load/mortal-server.ts';
import { createRandom, type Random } from './load/random.ts';

/** The number of stops; nightly runs may set 50. */
const STOPS = Number(process.env['FORMWORK_STOPS'] ?? 4);
const CALLERS = 32;
/**
 * The number of steps that must be done between two stops, because a stop without work proves
 * little.
 */
const LEAST_STEPS = 10;

interface CallOptions {
  readonly server: MortalServer;
  readonly random: Random;
  readonly isOver: () => boolean;
}

/**
 * Completes one task after another and repeats requests that a stop interrupts; returns the number
 * of tasks.
 */
async function callOn({ server, random, isOver }: CallOptions): Promise<number> {
  let done = 0;
  while (!isOver()) {
    const data: BuildInput = {
      rounds: 3 + random.below(4),
      pauseMs: 5 + random.below(200),
      asks: false,
      fails: false,
      stalls: 'no',
    };
    const message = createMessage([createTaggedPart('build', data)]);
    await complete(server, message);
    done += 1;
  }
  return done;
}

/** Lists all steps that were done, in order, each as the id of its task and its name. */
function readSteps(journal: string): readonly string[] {
  if (!existsSync(journal)) return [];
  return readJournal(journal).flatMap((entry) =>
    entry.kind === 'effect' ? [`${entry.taskId} ${entry.step}`] : [],
  );
}

async function complete(server: MortalServer, message: object): Promise<void> {
  const headers = { 'x-user': 'ada' };
  let taskId: string | undefined;
  for (;;) {
    const [method, params] =
      taskId === undefined
        ? ['SendMessage', { message, configuration: { returnImmediately: true } }]
        : ['GetTask', { id: taskId }];
    const url = await server.url();
    const { result } = await callJsonRpc(url, { method, params }, { headers })
      .then(({ body }) => body)
      .catch(() => ({ result: undefined }));
    const task = (taskId === undefined ? result?.['task'] : result) as WireTask | undefined;
    if (task !== undefined) {
      taskId = task.id;
      const state = toStateName(task.status.state);
      if (state === 'completed') return;
      if (isRest(state)) throw new Error(`Task ${taskId} is ${state}.`);
    }
    // Real time: the pause between two looks.
    await sleep(50);
  }
}

test(`${STOPS} stops of a server under load repeat no step that had returned`, async () => {
  const seed = readSeed();
  console.info(`FORMWORK_SEED=${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'formwork-stops-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [place, journal] = [createTestPlace(), join(folder, 'journal')];
  const server = await startMortalServer([place, journal, '30000']);
  const countSteps = (): number => readSteps(journal).length;
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const callers = Array.from({ length: CALLERS }, (_, index) =>
    callOn({ server, random: createRandom(seed + index), isOver: () => over.signal.aborted }),
  );
  const random = createRandom(seed);
  const codes: (number | null)[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    // Real time: a stop comes at any moment of what is under way.
    await sleep(200 + random.below(400));
    // A busy machine has done few steps by then.
    const least = countSteps() + LEAST_STEPS;
    while (countSteps() < least && !over.signal.aborted) await sleep(20);
    codes.push(await server.redeploy());
  }
  over.abort();
  const tasks = (await Promise.all(callers)).reduce((sum, done) => sum + done, 0);
  await server.kill();

  const steps = readSteps(journal);
  const repeated = steps.filter((step, index) => steps.indexOf(step) !== index);
  console.info(`${tasks} tasks, ${steps.length} steps, ${repeated.length} repeated`);
  expect(repeated, `seed ${seed}`).toEqual([]);
  expect(codes).toEqual(codes.map(() => 0));
});
