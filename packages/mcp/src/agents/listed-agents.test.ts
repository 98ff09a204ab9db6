import { expect, test } from 'vitest';
import { ListedAgents } from './listed-agents.ts';

test('a list of agents that throws at once is asked for again', async () => {
  const warnings: string[] = [];
  let calls = 0;
  const listed = new ListedAgents({
    list() {
      calls += 1;
      throw new Error('the registry is away');
    },
    create: () => {
      throw new Error('no agent is listed');
    },
    findFault: () => undefined,
    maxAgents: 10,
    listTimeoutMs: 1000,
    logger: {
      info: () => undefined,
      warn: (message) => warnings.push(message),
    },
    onChange: () => undefined,
  });
  await listed.refresh();
  await listed.refresh();
  expect(calls).toBe(2);
  expect(warnings).toEqual([
    'The list of agents is not there: the registry is away',
    'The list of agents is not there: the registry is away',
  ]);
});
