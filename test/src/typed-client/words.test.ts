import { connect, toAgentSource } from '@formwork/client';
import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { startServer } from '../support/start-server.ts';

const common = { description: 'Tests.', tags: [], input: { any: { type: 'object' } } } as const;

function createAgent(run: (task: TaskContext) => Promise<void>) {
  const skills = [
    defineSkill({ ...common, id: 'form', name: 'Form', run: ({ task }) => run(task) }),
    defineSkill({ ...common, id: 'words', name: 'Words', run: () => {}, text: () => 'Hello' }),
  ];
  return defineAgent({ name: 'Agent', version: '1.0.0', skills });
}

test('texts of several artifacts begin on lines of their own, pieces of one go on', async () => {
  const agent = createAgent(async (task) => {
    await task.artifact({ id: 'a', text: 'One, ', append: true });
    await task.artifact({ id: 'a', text: 'two.', append: true, last: true });
    await task.artifact({ id: 'b', text: 'Three.\n' });
    await task.artifact({ id: 'c', text: 'Four.' });
  });
  const skill = (await connect((await startServer(agent)).url)).skill('form');
  const outcome = await skill.run({});
  expect(outcome.text).toBe('One, two.\nThree.\nFour.');
  expect(await skill.call({})).toBe('One, two.\nThree.\nFour.');
});

test('a task that only goes on is told as working; progress always says something', async () => {
  const agent = createAgent(async (task) => {
    await task.progress();
    await task.progress('Halfway', 0.5);
  });
  const skill = (await connect((await startServer(agent)).url)).skill('form');
  const events = await collect(skill.stream({}, { streamAfterMs: 0 }));
  expect(events[0]).toEqual({ kind: 'working', taskId: expect.stringMatching(/./u) });
  expect(events.filter(({ kind }) => kind === 'progress')).toEqual([
    { kind: 'progress', taskId: events[0]?.taskId, text: 'Halfway', fraction: 0.5 },
  ]);
});

test("a skill takes text in a person's words only if a handler reads it", async () => {
  const agent = createAgent(async () => undefined);
  const takers = async (withHandler: boolean): Promise<readonly boolean[]> => {
    const own = { name: 'Agent', version: '1.0.0', skills: agent.skills };
    const served = withHandler ? defineAgent({ ...own, text: () => 'Hello' }) : agent;
    const remote = await connect((await startServer(served)).url);
    const { skills } = await toAgentSource(remote).describe();
    return skills.map(({ takesText }) => takesText);
  };
  expect(await takers(false)).toEqual([false, true]);
  expect(await takers(true)).toEqual([true, true]);
});
