import { test } from 'vitest';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { followTests } from '../support/test-end.ts';
import { connectHost, LEGS, type CallTold } from './hosts.ts';

followTests();

const WORDS = 1200;

test.concurrent.for(LEGS)(
  'a host is told about 20 words of progress a second at most over %s',
  async (leg, { expect }) => {
    let [say, end] = [(): void => {}, (): void => {}];
    const url = await startRawAgent(({ response, stream, id }) => {
      stream([{ task: toTask('t', 'TASK_STATE_WORKING') }], { open: true });
      const send = (status: object): void => {
        const result = { statusUpdate: { taskId: 't', contextId: 'c', status } };
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      };
      let said = 0;
      say = () => {
        for (let round = 0; round < 100; round += 1) {
          said += 1;
          const parts = [{ text: `word ${said}` }];
          const message = { messageId: `m${said}`, role: 'ROLE_AGENT', parts };
          send({ state: 'TASK_STATE_WORKING', message });
        }
        if (said < WORDS) return;
        say = () => {};
        // An SDK drops progress that it reads together with the answer.
        end = () => {
          send({ state: 'TASK_STATE_COMPLETED' });
          response.end();
        };
      };
      say();
    });
    const host = await connectHost(leg, { agents: [{ alias: 'raw', url }] });
    const told: CallTold[] = [];
    const began = performance.now();
    const onProgress = (one: CallTold): void => {
      told.push(one);
      say();
      if (one.message === `word ${WORDS}`) end();
    };
    await host.call('raw_echo', { message: 'go' }, { onProgress });
    const seconds = (performance.now() - began) / 1000;
    // The agent says the next hundred words when the host is told about some of those before.
    expect(told.length).toBeGreaterThan(10);
    expect(told.length).toBeLessThan(seconds * 20 + 12);
    // The newest progress arrives, not a late one.
    expect(told.at(-1)?.message).toBe(`word ${WORDS}`);
    const values = told.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b));
  },
);
