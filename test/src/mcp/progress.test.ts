import { test } from 'vitest';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { followTests } from '../support/test-end.ts';
import { connectHost, LEGS, type CallTold } from './hosts.ts';

followTests();

test.concurrent.for(LEGS)(
  'a host is told about 20 words of progress a second at most over %s',
  async (leg, { expect }) => {
    let end = (): void => {};
    const url = await startRawAgent(({ response, stream, id }) => {
      stream([{ task: toTask('t', 'TASK_STATE_WORKING') }], { open: true });
      const send = (status: object): void => {
        const result = { statusUpdate: { taskId: 't', contextId: 'c', status } };
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      };
      let said = 0;
      const timer = setInterval(() => {
        for (let round = 0; round < 100; round += 1) {
          said += 1;
          const parts = [{ text: `word ${said}` }];
          const message = { messageId: `m${said}`, role: 'ROLE_AGENT', parts };
          send({ state: 'TASK_STATE_WORKING', message });
        }
        if (said < 3000) return;
        clearInterval(timer);
        // An SDK drops progress that it reads together with the answer.
        end = () => {
          send({ state: 'TASK_STATE_COMPLETED' });
          response.end();
        };
      }, 30);
      response.on('close', () => clearInterval(timer));
    });
    const host = await connectHost(leg, { agents: [{ alias: 'raw', url }] });
    const told: CallTold[] = [];
    const began = performance.now();
    const onProgress = (one: CallTold): void => {
      told.push(one);
      if (one.message === 'word 3000') end();
    };
    await host.call('raw_echo', { message: 'go' }, { onProgress });
    const seconds = (performance.now() - began) / 1000;
    expect(told.length).toBeGreaterThan(2);
    expect(told.length).toBeLessThan(seconds * 20 + 12);
    // The newest progress arrives, not a late one.
    expect(told.at(-1)?.message).toBe('word 3000');
    const values = told.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b));
  },
);
