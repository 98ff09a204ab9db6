import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAgentVersions, toAgentVersions } from './agent-versions.ts';

const schema = { type: 'object' } as const;

function create(version: string, ...ids: readonly string[]): Agent {
  const skills = ids.map((id) =>
    defineSkill({
      id,
      name: id,
      description: 'x',
      tags: [],
      input: { [id]: schema },
      run: () => id,
    }),
  );
  return defineAgent({ name: 'Agent', description: 'x', version, skills });
}

function toTask(skillId: string, input = skillId) {
  const createdAt = new Date().toISOString();
  const invocation = { kind: 'structured', skillId, schema: input, data: {} } as const;
  return { createdAt, invocation: { ...invocation, acceptedOutputModes: [] } };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a task keeps the definition that it began with', () => {
  const [one, two] = [create('1', 'a'), create('2', 'a')];
  const versions = createAgentVersions(one);
  const early = toTask('a');
  expect(versions.of(early)).toBe(one);
  vi.advanceTimersByTime(10);
  versions.replace(two);
  vi.advanceTimersByTime(10);
  expect(versions.current()).toBe(two);
  expect(versions.of(early)).toBe(one);
  expect(versions.of(toTask('a'))).toBe(two);
});

test('a definition that cannot do the task is not the one it began with', () => {
  const [one, two] = [create('1', 'old'), create('2', 'new')];
  const versions = createAgentVersions(one);
  // By the database's clock, which is behind, the task began before the new definition came.
  const late = toTask('new');
  vi.advanceTimersByTime(10);
  versions.replace(two);
  expect(versions.of(late)).toBe(two);
  expect(versions.of(toTask('old'))).toBe(one);
  expect(versions.of(toTask('gone'))).toBe(two);
});

test('so many older definitions are remembered', () => {
  const first = create('0', 'a', 'only-first');
  const versions = createAgentVersions(first);
  const task = toTask('only-first');
  for (let number = 1; number <= 20; number += 1) versions.replace(create(String(number), 'a'));
  expect(versions.of(task)).toBe(first);
  const last = create('21', 'a');
  versions.replace(last);
  expect(versions.of(task)).toBe(last);
});

test('an agent is one that is never replaced', () => {
  const one = create('1', 'a');
  const versions = toAgentVersions(one);
  expect(versions.current()).toBe(one);
  expect(toAgentVersions(versions)).toBe(versions);
});
