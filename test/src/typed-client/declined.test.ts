import { connect, toAgentSource } from '@formwork/client';
import { expect, test } from 'vitest';
import { connectHost } from '../mcp/hosts.ts';
import { declared } from '../support/fight-agents.ts';
import { collect } from '../support/event-stream.ts';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { runKept } from '../support/run-kept.ts';

// Agents of others answer data that they decline with a message, as the extension lets them
// (section 3), or complete a task with words alone.

const WORDS = 'I only compare animals. Which two do you mean?';
const INPUT = { a: 'Ant', b: 'Bee' };

function startDeclining(): Promise<string> {
  const message = { messageId: 'm', role: 'ROLE_AGENT', contextId: 'c', parts: [{ text: WORDS }] };
  return startRawAgent(
    ({ method, reply, stream }) => {
      if (method === 'SendStreamingMessage') stream([{ message }]);
      else reply({ message });
    },
    { ...declared },
  );
}

test('a message in place of the result is an outcome of its own', async () => {
  const skill = (await connect(await startDeclining())).skill('fight');
  const declining = { state: 'declined', taskId: '', contextId: 'c', text: WORDS };
  expect(await skill.run(INPUT)).toMatchObject(declining);
  expect(await skill.run(INPUT, { validateOutput: false })).toMatchObject(declining);
  const error = { code: 'TASK_NOT_COMPLETED', state: 'declined', outcome: declining };
  await expect(skill.call(INPUT)).rejects.toMatchObject(error);
  await expect(collect(skill.stream(INPUT))).rejects.toMatchObject({
    ...error,
    message: `Cannot give a result because the agent declined: the agent says ${JSON.stringify(WORDS)}`,
  });
});

test('the words reach the terminal, hosts and pages', async () => {
  const url = await startDeclining();
  const called = await runKept(['call', url, 'fight', '--a', 'Ant', '--b', 'Bee']);
  expect(called).toMatchObject({ code: 1, stdout: '' });
  expect(called.stderr).toContain(WORDS);
  const host = await connectHost('new http', { agents: [{ alias: 'zoo', url }] });
  const { isError, content } = await host.call('zoo_fight', INPUT);
  expect(isError).toBe(true);
  expect(content[0]?.['text']).toContain(`The agent declined, and began no task: ${WORDS}`);
  const source = toAgentSource(await connect(url));
  const input = { kind: 'input', skillId: 'fight', schema: 'pair', data: INPUT } as const;
  expect((await collect(source.send({ messageId: 'm', ...input }))).at(-1)).toMatchObject({
    kind: 'ended',
    state: 'rejected',
    text: WORDS,
  });
});

test('validateOutput: false and --no-check take words as they are', async () => {
  const url = await startRawAgent(({ method, reply, stream }) => {
    const task = toTask('t', 'TASK_STATE_COMPLETED', 'Bee wins.');
    if (method === 'GetTask') reply(task);
    else if (method === 'SendMessage') reply({ task });
    else stream([{ task }]);
  }, declared);
  const skill = (await connect(url)).skill('fight');
  await expect(skill.call(INPUT)).rejects.toMatchObject({ code: 'OUTPUT_INVALID' });
  expect(await skill.call(INPUT, { validateOutput: false })).toBe('Bee wins.');
  const flags = ['call', url, 'fight', '--a', 'Ant', '--b', 'Bee'];
  expect((await runKept(flags)).stderr).toContain('--no-check');
  expect(await runKept([...flags, '--no-check'])).toMatchObject({
    code: 0,
    stdout: '"Bee wins."\n',
  });
});
