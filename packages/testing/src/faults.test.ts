import { defineAgent, defineSkill } from '@formwork/core';
import { expect, test } from 'vitest';
import { createTestAgent } from './test-agent.ts';

const texts = { name: 'Skill', description: 'Tests.', tags: [] } as const;
const input = { empty: { type: 'object' } } as const;

/** Makes an agent that counts how often each step of its handler runs. */
function createCounting() {
  const ran: string[] = [];
  const ends: unknown[] = [];
  let isSlow = true;
  const run = (step: string): string => {
    ran.push(step);
    return step;
  };
  const agent = defineAgent({
    name: 'Steps',
    version: '1.0.0',
    skills: [
      defineSkill({
        ...texts,
        id: 'steps',
        input,
        async run({ task }) {
          const one = await task.step('one', () => run('one'));
          const two = await task.step('two', () => run('two'));
          return `${one} ${two}`;
        },
      }),
      defineSkill({
        ...texts,
        id: 'waits',
        input,
        async run({ task }) {
          await task.step('one', () => ran.push('one'));
          await task.progress('waiting');
          if (!isSlow) return 'done';
          isSlow = false;
          await new Promise((resolve) => task.signal.addEventListener('abort', resolve));
          ends.push(task.signal.reason);
          await task.progress('too late');
          return undefined;
        },
      }),
      defineSkill({
        ...texts,
        id: 'talk',
        textAnswer: 'message',
        async text({ task }) {
          await task.step('talked', () => ran.push('talk'));
          return `attempt ${task.attempt}`;
        },
      }),
    ],
  });
  return { agent, ran, ends };
}

test('another process takes a task over after each write, without repeating finished steps', async () => {
  const { agent } = createCounting();
  await using tested = createTestAgent(agent);
  const { writes } = await tested.call('steps', {});
  expect(writes).toBe(3);
  for (let crashAfterWrites = 0; crashAfterWrites <= writes; crashAfterWrites += 1) {
    const { agent: fresh, ran } = createCounting();
    await using broken = createTestAgent(fresh);
    const task = await broken.call('steps', {}, { faults: { crashAfterWrites } });
    expect(task.result()).toBe('one two');
    // The result of a step that was not stored is lost, so only that step runs again.
    expect(ran).toEqual(crashAfterWrites === 0 ? ['one', 'one', 'two'] : ['one', 'two']);
    expect(task.runs).toBe(crashAfterWrites === writes ? 1 : 2);
  }
});

test('a crash that does not happen fails the test', async () => {
  const { agent } = createCounting();
  await using tested = createTestAgent(agent);
  await expect(tested.call('steps', {}, { faults: { crashAfterWrites: 9 } })).rejects.toMatchObject(
    { code: 'FAULT_MISSED' },
  );
  await expect(async () =>
    tested.call('steps', {}, { faults: { crashAfterWrites: -1 } }),
  ).rejects.toThrow('crashAfterWrites');
});

test('other tasks of a process that dies are taken over, too', async () => {
  const { agent, ran } = createCounting();
  await using tested = createTestAgent(agent);
  const waiting = await tested.start('waits', {});
  while (waiting.text !== 'waiting') await new Promise(setImmediate);
  await tested.call('steps', {}, { faults: { crashAfterWrites: 1 } });
  await waiting.settled();
  expect(waiting.result()).toBe('done');
  expect(ran.filter((step) => step === 'one')).toHaveLength(2);
});

test('a handler whose process has died goes no further', async () => {
  const { agent, ends } = createCounting();
  await using tested = createTestAgent(agent);
  const task = await tested.start('waits', {});
  while (task.text !== 'waiting') await new Promise(setImmediate);
  await task.crash();
  await task.settled();
  expect(task.result()).toBe('done');
  expect(task.runs).toBe(2);
  expect(ends).toEqual([]);
  await expect(task.crash()).rejects.toMatchObject({ code: 'TASK_STATE' });
});

test('calls of a handler whose process has died never return', async () => {
  const ends: string[] = [];
  let letGo: () => void = () => undefined;
  const blocked = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const skill = defineSkill({
    ...texts,
    id: 'blocked',
    input,
    async run({ task }) {
      if (task.attempt > 1) return 'done';
      await task.progress('waiting');
      await blocked;
      await task.progress('too late').finally(() => ends.push('progress'));
      return 'too late';
    },
  });
  const tested = createTestAgent(defineAgent({ name: 'A', version: '1', skills: [skill] }));
  const task = await tested.start('blocked', {});
  while (task.text !== 'waiting') await new Promise(setImmediate);
  await task.crash();
  letGo();
  await task.settled();
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  expect(task.result()).toBe('done');
  expect(ends).toEqual([]);
  await tested.close();
  expect(ends).toEqual(['progress']);
});

test('a task that begins while the process dies is done by the next one', async () => {
  for (let turns = 0; turns < 40; turns += 1) {
    const { agent } = createCounting();
    await using tested = createTestAgent(agent);
    const crashing = tested.call('steps', {}, { faults: { crashAfterWrites: 0 } });
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const other = await tested.call('steps', {});
    expect([(await crashing).state, other.state]).toEqual(['completed', 'completed']);
  }
});

test('a task that loses its lease goes on elsewhere, and its handler is told', async () => {
  const { agent, ends, ran } = createCounting();
  await using tested = createTestAgent(agent);
  const task = await tested.start('waits', {});
  while (task.text !== 'waiting') await new Promise(setImmediate);
  await task.loseLease();
  await task.settled();
  expect(task.result()).toBe('done');
  expect(ends).toMatchObject([{ end: 'lost' }]);
  expect(ran).toEqual(['one']);
  const log = JSON.stringify(await task.events());
  expect(log).not.toContain('too late');
  await expect(task.loseLease()).rejects.toMatchObject({ code: 'TASK_STATE' });
});

test('a task can lose its lease after a write, in one line', async () => {
  for (const loseLeaseAfterWrites of [0, 1, 2]) {
    const { agent, ran } = createCounting();
    await using tested = createTestAgent(agent);
    const task = await tested.call('steps', {}, { faults: { loseLeaseAfterWrites } });
    expect(task.result()).toBe('one two');
    expect(task.runs).toBe(2);
    expect(ran).toEqual(loseLeaseAfterWrites === 0 ? ['one', 'one', 'two'] : ['one', 'two']);
  }
  const { agent } = createCounting();
  await using tested = createTestAgent(agent);
  const faults = { crashAfterWrites: 1, loseLeaseAfterWrites: 1 };
  await expect(async () => tested.call('steps', {}, { faults })).rejects.toThrow('one for a call');
  const late = tested.call('steps', {}, { faults: { loseLeaseAfterWrites: 9 } });
  await expect(late).rejects.toThrow('lose the task after 9 writes');
});

test('an answer with a message survives a crash', async () => {
  const { agent, ran } = createCounting();
  await using tested = createTestAgent(agent);
  const task = await tested.send('hello', { faults: { crashAfterWrites: 1 } });
  expect(task.result()).toBe('attempt 2');
  expect(task).toMatchObject({ runs: 2, writes: 2 });
  expect(ran).toEqual(['talk']);
  await expect(tested.send('hello', { faults: { crashAfterWrites: 9 } })).rejects.toMatchObject({
    code: 'FAULT_MISSED',
  });
});

test('a task that crashes too often fails', async () => {
  const { agent } = createCounting();
  await using tested = createTestAgent(agent, { maxAttempts: 1 });
  const task = await tested.call('steps', {}, { faults: { crashAfterWrites: 1 } });
  expect(task.state).toBe('failed');
});
