import { Role, TaskState, type Part } from '@a2a-js/sdk';
import { AgentEvent, type AgentExecutor } from '@a2a-js/sdk/server';
import { connect, toAgentSource } from '@formwork/client';
import type { AgentExecutor as LegacyExecutor } from 'a2a-sdk-0.3/server';
import { expect, test } from 'vitest';
import { connectHost } from '../mcp/hosts.ts';
import { collect } from '../support/event-stream.ts';
import { declared } from '../support/fight-agents.ts';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { runKept } from '../support/run-kept.ts';
import { startLegacyAgent, startStockAgent } from '../support/stock-agents.ts';
import { startStockGrpcAgent } from '../support/stock-grpc-agent.ts';

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

/** Makes an executor of the SDK that declines `a: "Ant"`, and completes any other with words alone. */
const executor: AgentExecutor = {
  execute({ userMessage, taskId, contextId }, bus) {
    const { content } = userMessage.parts[0] as Part;
    const isDeclined = content?.$case === 'data' && (content.value as typeof INPUT).a === 'Ant';
    const said = {
      messageId: crypto.randomUUID(),
      contextId,
      taskId: '',
      role: Role.ROLE_AGENT,
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      parts: [
        {
          content: { $case: 'text', value: WORDS } as const,
          metadata: undefined,
          filename: '',
          mediaType: '',
        },
      ],
    };
    if (isDeclined) {
      bus.publish(AgentEvent.message(said));
      return Promise.resolve();
    }
    const status = {
      state: TaskState.TASK_STATE_COMPLETED,
      message: said,
      timestamp: undefined,
    };
    const task = { id: taskId, contextId, status, artifacts: [], history: [], metadata: undefined };
    bus.publish(AgentEvent.task(task));
    return Promise.resolve();
  },
  cancelTask: () => Promise.resolve(),
};

const legacyExecutor: LegacyExecutor = {
  execute({ userMessage, taskId, contextId }, bus) {
    const [part] = userMessage.parts;
    const isDeclined = part?.kind === 'data' && part.data['a'] === 'Ant';
    const parts = [{ kind: 'text' as const, text: WORDS }];
    const said = { kind: 'message' as const, messageId: crypto.randomUUID(), contextId, parts };
    const message = { ...said, role: 'agent' as const };
    if (isDeclined) bus.publish(message);
    else {
      bus.publish({
        kind: 'task',
        id: taskId,
        contextId,
        status: { state: 'completed', message },
      });
    }
    bus.finished();
    return Promise.resolve();
  },
  cancelTask: () => Promise.resolve(),
};

test.each<readonly [string, () => Promise<string>]>([
  ['REST', () => startStockAgent(executor, declared, ['HTTP+JSON'])],
  ['gRPC', async () => (await startStockGrpcAgent(executor, { fields: declared })).url],
  ['JSON-RPC 0.3', () => startLegacyAgent(legacyExecutor, declared)],
])('the words of an agent that declines reach everybody over %s', async (_, start) => {
  const url = await start();
  const skill = (await connect(url)).skill('fight');
  const declining = { state: 'declined', taskId: '', text: WORDS };
  expect(await skill.run(INPUT)).toMatchObject(declining);
  expect(await skill.run(INPUT, { validateOutput: false })).toMatchObject(declining);
  const error = { code: 'TASK_NOT_COMPLETED', state: 'declined', outcome: declining };
  await expect(skill.call(INPUT)).rejects.toMatchObject(error);
  await expect(collect(skill.stream(INPUT))).rejects.toMatchObject(error);
  const other = { a: 'Cat', b: 'Bee' };
  await expect(skill.call(other)).rejects.toMatchObject({ code: 'OUTPUT_INVALID' });
  expect(await skill.call(other, { validateOutput: false })).toBe(WORDS);
  const flags = ['call', url, 'fight', '--b', 'Bee'];
  const called = await runKept([...flags, '--a', 'Ant', '--no-check']);
  expect(called).toMatchObject({ code: 1, stdout: '' });
  expect(called.stderr).toContain(WORDS);
  expect(await runKept([...flags, '--a', 'Cat', '--no-check'])).toMatchObject({
    code: 0,
    stdout: `${JSON.stringify(WORDS)}\n`,
  });
});
