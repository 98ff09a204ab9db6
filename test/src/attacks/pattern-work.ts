// A thread that measures the work of patterns, as runs of blocks of code, and posts it to the test
// that started it. V8 counts the blocks only of what it compiles afterwards, so that no other test may
// have run this code before: the modules are imported once the counting has begun.
import { Session } from 'node:inspector/promises';
import { parentPort } from 'node:worker_threads';
import { repetitions } from '../support/repetitions.ts';
import { PATTERN_ATTACKS } from './patterns.ts';

/** The work of a check for a number of steps. */
export interface StepWork {
  readonly pattern: string;
  readonly length: number;
  readonly steps: number;
  readonly work: number;
}

/** The work of a request at a door, beside that of one check. */
export interface DoorWork {
  readonly door: string;
  readonly once: number;
  readonly work: number;
}

/** What the thread posts. */
export interface PatternWork {
  readonly steps: readonly StepWork[];
  readonly doors: readonly DoorWork[];
}

/** The steps of an evaluation at a door. */
export const MAX_STEPS = 20_000_000;

/** The steps of an evaluation whose work is compared with them, and the characters of a long text. */
export const FEWER_STEPS: number = repetitions(MAX_STEPS, MAX_STEPS / 4);
const LONG = repetitions(1_000_000, 250_000);

/** The characters of the texts that the doors get. */
export const DOOR_LENGTH = 20_000;

const session = new Session();

/** Returns how often blocks of code in a folder of this workspace ran since the last call. */
async function takeWork(folder: string): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes(folder))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

async function measureSteps(): Promise<readonly StepWork[]> {
  const { createPatternMatcher } = await import('@formwork/schema/internal');
  const measured: StepWork[] = [];
  await takeWork('/packages/');
  for (const { pattern, text } of PATTERN_ATTACKS) {
    for (const length of [1_000, LONG]) {
      const sent = text(length);
      const meter = { steps: FEWER_STEPS };
      createPatternMatcher(pattern).test(sent, meter);
      const work = await takeWork('/packages/schema/src/pattern/');
      const steps = Math.min(FEWER_STEPS, FEWER_STEPS - meter.steps);
      measured.push({ pattern, length, steps, work });
    }
  }
  return measured;
}

async function measureDoors(): Promise<readonly DoorWork[]> {
  const { defineAgent } = await import('@formwork/core');
  const { createPatternMatcher } = await import('@formwork/schema/internal');
  const { serveAllDoors } = await import('../support/all-doors.ts');
  const { WITH_GRPC } = await import('../support/grpc-call.ts');
  const doors = await import('./pattern-doors.ts');
  // All ways of this one are tried until the steps are used up.
  const attacks = PATTERN_ATTACKS.filter(({ pattern }) => pattern === String.raw`(\w+\s?)+\1x`);
  const [attack] = attacks;
  if (attack === undefined) throw new Error('The attack is not listed any more');
  const skills = doors.createPatternSkills(attacks);
  const agent = defineAgent({ name: 'Patterns', version: '1', skills });
  const { url, close } = await serveAllDoors({ agent, ...WITH_GRPC });
  try {
    const asker = await doors.openPatternDoors(url, attacks);
    const sent = attack.text(DOOR_LENGTH);
    await takeWork('/packages/');
    createPatternMatcher(attack.pattern).test(sent, { steps: MAX_STEPS });
    const once = await takeWork('/packages/');
    const measured: DoorWork[] = [];
    for (const door of doors.PATTERN_DOORS) {
      await asker.ask(door, 0, sent);
      measured.push({ door, once, work: await takeWork('/packages/') });
    }
    return measured;
  } finally {
    await close();
  }
}

async function main(): Promise<void> {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const work: PatternWork = { steps: await measureSteps(), doors: await measureDoors() };
  session.disconnect();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(work);
}

if (parentPort !== null) await main();
