import { TaskState } from '@a2a-js/sdk';
import { AgentEvent, type AgentExecutor } from '@a2a-js/sdk/server';
import { connect } from '@formwork/client';
import { expect, test } from 'vitest';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { startStockAgent } from '../support/stock-agents.ts';
import { isForCard } from './client-doors.ts';

test('a stream of a stock agent that is cut goes on from a snapshot', async () => {
  let chunks = 0;
  let cuts = 0;
  const executor: AgentExecutor = {
    async execute({ taskId, contextId }, bus) {
      const status = (state: TaskState) => ({ state, message: undefined, timestamp: undefined });
      const working = status(TaskState.TASK_STATE_WORKING);
      const task = { id: taskId, contextId, artifacts: [], history: [], metadata: undefined };
      bus.publish(AgentEvent.task({ ...task, status: working }));
      const isCutTwice = (): boolean => cuts === 2;
      for (; !isCutTwice(); chunks += 1) {
        const chunk = chunks;
        // Real time: chunks that come at once would all be in one message.
        await new Promise((resolve) => setTimeout(resolve, 20));
        const content = { $case: 'text' as const, value: `${chunk} ` };
        const part = { content, metadata: undefined, filename: '', mediaType: '' };
        const names = { artifactId: 'a', name: '', description: '', metadata: undefined };
        bus.publish(
          AgentEvent.artifactUpdate({
            taskId,
            contextId,
            artifact: { ...names, parts: [part], extensions: [] },
            append: chunk > 0,
            lastChunk: false,
            metadata: undefined,
          }),
        );
      }
      bus.publish(
        AgentEvent.statusUpdate({
          taskId,
          contextId,
          status: status(TaskState.TASK_STATE_COMPLETED),
          metadata: undefined,
        }),
      );
    },
    cancelTask: () => Promise.resolve(),
  };
  const url = await startStockAgent(executor, {
    skills: [{ id: 'go', name: 'Go', description: 'x', tags: [], inputModes: [], outputModes: [] }],
  });
  const proxy = await startCuttingProxy(url);
  const agent = await connect(url, {
    retry: { baseMs: 5 },
    fetch: (input, init) => {
      if (isForCard(input)) return fetch(input, init);
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      return fetch(new URL(pathname, proxy.url), init);
    },
  });
  let text = '';
  for await (const event of agent.skill('go').stream('go')) {
    if (event.kind !== 'artifact') continue;
    text = event.append ? text + event.text : event.text;
    if (cuts < 2 && text.split(' ').length > 3 * (cuts + 1)) {
      cuts += 1;
      proxy.cut();
    }
  }
  expect(cuts).toBe(2);
  expect(proxy.count()).toBeGreaterThan(2);
  expect(text).toBe(Array.from({ length: chunks }, (_, chunk) => `${chunk} `).join(''));
});
