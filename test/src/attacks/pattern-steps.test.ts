import { defineAgent } from '@formwork/core';
import { createPatternMatcher } from '@formwork/schema/internal';
import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serveAllDoors } from '../support/all-doors.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createPatternSkills, openPatternDoors, PATTERN_DOORS } from './pattern-doors.ts';
import { PATTERN_ATTACKS } from './patterns.ts';

// No pattern blocks a process for long, on whatever machine: its steps are limited, and they are its
// work. V8 counts the work, as runs of each block of code; the bench `patterns.ts` has the times.

/** The steps of an evaluation. */
const MAX_STEPS = 20_000_000;

/** The most runs of blocks of code for each step. */
const WORK_PER_STEP = 1.5;

/** The work that every evaluation and request has, whatever its texts are. */
const BASE_WORK = 20_000;

const session = new Session();

beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});

afterAll(() => session.disconnect());

/** Returns how often blocks of code in a package of this workspace ran since the last call. */
async function takeWork(folder: string): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes(folder))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

test('the steps of a pattern are its work, for each length of a text', async () => {
  const wrong: string[] = [];
  await takeWork('/packages/');
  for (const { pattern, text } of PATTERN_ATTACKS) {
    for (const length of [1_000, 1_000_000]) {
      const sent = text(length);
      const meter = { steps: MAX_STEPS };
      createPatternMatcher(pattern).test(sent, meter);
      const work = await takeWork('/packages/schema/src/pattern/');
      const steps = Math.min(MAX_STEPS, MAX_STEPS - meter.steps);
      if (work > WORK_PER_STEP * steps + BASE_WORK) {
        wrong.push(`${pattern}, ${length} characters: ${work} for ${steps} steps`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** The most runs of blocks for each character of a text, besides those of its check. */
const WORK_PER_CHARACTER = 100;

test('a text that takes long is checked once at each door', async () => {
  // All ways of this one are tried until the steps are used up.
  const attacks = PATTERN_ATTACKS.filter(({ pattern }) => pattern === String.raw`(\w+\s?)+\1x`);
  const agent = defineAgent({
    name: 'Patterns',
    version: '1',
    skills: createPatternSkills(attacks),
  });
  const { url, close } = await serveAllDoors({ agent, ...WITH_GRPC });
  onTestFinished(close);
  const asker = await openPatternDoors(url, attacks);
  const length = 20_000;
  const wrong: string[] = [];
  for (const [at, { pattern, text }] of attacks.entries()) {
    const sent = text(length);
    await takeWork('/packages/');
    createPatternMatcher(pattern).test(sent, { steps: MAX_STEPS });
    const once = await takeWork('/packages/');
    expect(once).toBeGreaterThan(MAX_STEPS / 2);
    for (const door of PATTERN_DOORS) {
      await asker.ask(door, at, sent);
      const work = await takeWork('/packages/');
      const most = 1.1 * once + WORK_PER_CHARACTER * length;
      if (work > most || work < once / 2) wrong.push(`${door}, ${pattern}: ${work} for ${once}`);
    }
  }
  expect(wrong).toEqual([]);
});
