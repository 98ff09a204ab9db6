import { createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { afterAll, describe, expect, test } from 'vitest';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { startServer } from '../support/start-server.ts';
import { createA2aCaller } from './a2a-caller.ts';
import type { Caller } from './caller.ts';
import { createEnvelopeCaller } from './envelope-caller.ts';
import { createGrpcCaller } from './grpc-caller.ts';
import { createSessionCaller } from './session-caller.ts';
import { createTableAgent, GUARD, type TableAgent } from './table-agent.ts';
import { TABLE_CASES, type TableCase } from './table-cases.ts';

const AGENT_ID = 'table-agent';
const PROTOCOLS = ['A2A 1.0', 'A2A 0.3', 'gRPC', 'sessions', 'envelopes'] as const;

const rows: { readonly name: string; readonly told: readonly string[] }[] = [];

async function serve(
  { agent }: TableAgent,
  { guarded = false }: TableCase,
): Promise<readonly Caller[]> {
  const { url } = await startServer(agent, {
    ...WITH_GRPC,
    ...(guarded && GUARD),
    adapters: [
      createSessionAdapter(),
      // The wait is short, so that the answer to a slow request is that it still runs.
      createEnvelopeAdapter({ agentId: AGENT_ID, waitMs: 500 }),
    ],
  });
  return [
    createA2aCaller(url, '1.0'),
    createA2aCaller(url, '0.3'),
    await createGrpcCaller(url),
    createSessionCaller(url),
    createEnvelopeCaller(url, AGENT_ID),
  ];
}

describe('the same over every protocol', () => {
  test.each(TABLE_CASES)('$name', async (one) => {
    const told: string[] = [];
    for (const [index] of PROTOCOLS.entries()) {
      // Each protocol gets its own agent, because the agent counts aborted handlers and releases
      // tasks.
      const table = createTableAgent();
      const callers = await serve(table, one);
      const caller = callers[index];
      if (caller === undefined) throw new Error('There is a caller for each protocol.');
      expect(caller.protocol).toBe(PROTOCOLS[index]);
      const stage = { table, ada: { token: 'ada-token' }, bob: { token: 'bob-token' } };
      const outcome = await one.run(caller, stage);
      told.push([outcome].flat().join('; '));
      table.release();
    }
    rows.push({ name: one.name, told });
    const expected = [one.expected].flat().join('; ');
    expect(told).toEqual(PROTOCOLS.map(() => expected));
  });
});

test('there are thirty cases, each of its own', () => {
  expect(new Set(TABLE_CASES.map(({ name }) => name)).size).toBe(30);
});

afterAll(() => {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, told }) => {
    const [first = ''] = told;
    const marks = told.map((one) => (one === first ? '=' : `differs: ${one}`));
    return `${name.padEnd(width)}  ${marks.join('  ')}  ${first.slice(0, 90)}`;
  });
  console.log([`${' '.repeat(width)}  ${PROTOCOLS.join(', ')}: outcome`, ...lines].join('\n'));
});
