import type { Agent } from '@formwork/core';
import { defineAgent, defineSkill } from '@formwork/core';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { Invocation } from '../engine/task-snapshot.ts';
import type { Scope } from '../scope.ts';
import { message } from '../testing/start-runner.ts';
import { createRunner } from './create-runner.ts';

// Replicas of two versions share an engine while an agent is replaced: a replica of the old version
// may claim a task that only the new version can run.

const scope = '' as Scope;

/** Makes a skill whose schema library accepts exactly the given properties. */
function createSkill(id: string, property: string) {
  const schema = {
    type: 'object',
    properties: { [property]: { type: 'string' } },
    required: [property],
  };
  return defineSkill({
    id,
    name: id,
    description: 'Tests.',
    tags: [],
    input: {
      [`${id}-input`]: {
        '~standard': {
          version: 1,
          vendor: 'test',
          validate: (value: unknown) =>
            typeof value === 'object' && value !== null && property in value
              ? { value: value as Record<string, string> }
              : { issues: [{ message: 'is required', path: [property] }] },
          jsonSchema: { input: () => schema, output: () => schema },
        },
      },
    },
    output: { [`${id}-output`]: { type: 'object' } },
    run: async () => ({ hello: 'there' }),
  });
}

const old = defineAgent({ name: 'Agent', version: '1', skills: [createSkill('greet', 'name')] });

const next = defineAgent({
  name: 'Agent',
  version: '2',
  skills: [createSkill('greet', 'fullName'), createSkill('part', 'name')],
});

const CASES = [
  { title: 'a skill that it lacks', skillId: 'part', data: { name: 'Ada' } },
  { title: 'input that its library refuses', skillId: 'greet', data: { fullName: 'Ada' } },
] as const;

/**
 * Stores a task in an engine, and returns functions that start replicas of an agent on that engine.
 */
async function openTask({ skillId, data }: (typeof CASES)[number]) {
  let now = Date.now();
  const engine = createMemoryEngine({ now: () => now });
  const logged: string[] = [];
  const entries: unknown[] = [];
  const log = (text: string, fields?: unknown): void => {
    logged.push(text);
    entries.push(fields);
  };
  const logger = { info: log, warn: log, error: log };
  const invocation: Invocation = {
    kind: 'structured',
    skillId,
    schema: `${skillId}-input`,
    data,
    acceptedOutputModes: [],
  };
  await engine.create({ id: 't', scope, contextId: 'c', message, metadata: {}, invocation });
  return {
    logged,
    entries,
    start(agent: Agent): () => Promise<void> {
      const runner = createRunner(engine, agent, { logger, pollMs: 5 });
      onTestFinished(() => runner.stop());
      return () => runner.stop();
    },
    async stateOf() {
      return (await engine.get(scope, 't'))?.state;
    },
    advance(milliseconds: number): void {
      now += milliseconds;
    },
    countRetries: () => logged.filter((text) => text === 'Task will be tried again').length,
  };
}

test.each(CASES)('an old replica leaves $title to another', async (call) => {
  const { start, stateOf, advance, countRetries } = await openTask(call);
  const stop = start(old);
  await expect.poll(countRetries).toBe(1);
  expect(await stateOf()).not.toBe('failed');
  await stop();
  start(next);
  advance(15_000);
  await expect.poll(stateOf).toBe('completed');
});

test('the log says once that an agent lacks a skill, and what to do about it', async () => {
  const { start, advance, countRetries, logged, entries } = await openTask(CASES[0]);
  start(old);
  await expect.poll(countRetries).toBe(1);
  advance(60_000);
  await expect.poll(countRetries).toBe(2);
  const found = logged.flatMap((text, index) => (/lacks the skill/u.test(text) ? [index] : []));
  expect(found).toHaveLength(1);
  expect(entries[found[0] ?? -1]).toEqual({
    taskId: 't',
    skillId: 'part',
    hint: expect.stringContaining('another "schema"'),
  });
});

test.each(CASES)('a task with $title fails if no replica can run it', async (call) => {
  const { start, stateOf, advance, countRetries, logged } = await openTask(call);
  start(old);
  for (const retries of [1, 2, 3, 4]) {
    await expect.poll(countRetries).toBe(retries);
    advance(60_000);
  }
  await expect.poll(stateOf).toBe('failed');
  expect(logged).toContain('Task failed');
});
