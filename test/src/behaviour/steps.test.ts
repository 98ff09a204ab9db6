import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { answer, createAgent, start, textOf } from '../support/asking-agent.ts';
import { callAgent, testOverBindings } from '../support/bindings.ts';
import { createGate } from '../support/gate.ts';
import { startServer } from '../support/start-server.ts';

testOverBindings('steps are done once, however often the handler runs', async () => {
  const done: string[] = [];
  const agent = createAgent(async (task) => {
    const first = await task.step('first', () => {
      done.push('first');
      return { at: 1, gone: undefined };
    });
    const name = await task.ask('Name?');
    const second = await task.step('second', () => {
      done.push('second');
    });
    const place = await task.ask('Place?');
    return JSON.stringify([first, name, second, place]);
  });
  const { url } = await startServer(agent);
  const { id } = await start(url);
  expect(textOf(await answer(url, id, { text: 'Ada' }))).toBe('Place?');
  const result = await answer(url, id, { text: 'Turin' });
  expect(result.artifacts?.[0]?.parts[0]?.['text']).toBe('[{"at":1},"Ada",null,"Turin"]');
  expect(done).toEqual(['first', 'second']);
});

testOverBindings('changed code is caught when an old task meets it', async () => {
  let version = 1;
  const agent = createAgent(async (task) => {
    await task.step(version === 1 ? 'book' : 'pay', () => 'done');
    return task.ask('Name?');
  });
  const { url, logged } = await startServer(agent);
  const { id } = await start(url);
  version = 2;
  const failed = await answer(url, id, { text: 'Ada' });
  expect(failed.status.state).toBe('TASK_STATE_FAILED');
  expect(logged.join('\n')).toMatch(/because its step 1 was .*book.* before and is .*pay.* now/u);
});

testOverBindings('a step whose result is no JSON fails in words', async () => {
  const agent = createAgent(async (task) => {
    await task.step('bad', () => 1n);
    return 'never';
  });
  const { url, logged } = await startServer(agent);
  expect((await start(url)).status.state).toBe('TASK_STATE_FAILED');
  expect(logged.join('\n')).toContain('Cannot remember step');
});

testOverBindings(
  'steps and questions that nobody waits for end no process, and late ones do nothing',
  async () => {
    const done: string[] = [];
    let workLate = (): void => undefined;
    const agent = createAgent(async (task) => {
      const fails = createGate();
      void task.step('fails', async () => {
        fails.open();
        throw new Error('boom');
      });
      workLate = () => {
        void task.step('late', () => done.push('late'));
        void task.ask('Late?');
      };
      await fails.opened;
      await setImmediate();
      return 'done';
    });
    const { url, logged } = await startServer(agent);
    const task = await start(url);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    workLate();
    const { body } = await callAgent(url, { method: 'GetTask', params: { id: task.id } });
    expect(body.result).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
    expect(done).toEqual([]);
    expect(logged.join('\n')).toContain('task.step failed');
  },
);

testOverBindings('a step does not begin once the run has ended', async () => {
  let begun = 0;
  const agent = createAgent(async (task) => {
    try {
      return await task.ask('Name?');
    } catch {
      await task.step('after', () => {
        begun += 1;
      });
      return 'never';
    }
  });
  const { url } = await startServer(agent);
  expect((await start(url)).status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  expect(begun).toBe(0);
});
