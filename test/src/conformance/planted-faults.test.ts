import { checkConformance, describeFault } from '@formwork/conformance';
import { createServer } from '@formwork/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFaultyAgent } from './faulty-agent.ts';
import { CARD_FAULTS, SCHEMA_FAULTS } from './planted-faults.ts';
import { BINDING_FAULTS, STREAM_FAULTS, TASK_FAULTS } from './planted-protocol-faults.ts';
import { referee } from './referee-agent.ts';

const server = createServer(referee, { openTasks: true });
let good = '';

beforeAll(async () => {
  ({ url: good } = await server.listen({ port: 0 }));
});

afterAll(() => server.close());

const FAULTS = [
  ...CARD_FAULTS,
  ...SCHEMA_FAULTS,
  ...TASK_FAULTS,
  ...STREAM_FAULTS,
  ...BINDING_FAULTS,
];

afterAll(() => console.log('CPU', process.cpuUsage()));
test.each(FAULTS)('$name: $rules', async (fault) => {
  const url = await startFaultyAgent(good, fault);
  const { checks } = await checkConformance(url, {
    timeoutMs: 1_000,
    ...(fault.asks !== true && { skills: ['fight'] }),
    // A fault of the card alone needs no calls.
    calls:
      [fault.doors, fault.ask, fault.answer].some((one) => one !== undefined) ||
      fault.calls === true,
  });
  const found = checks.flatMap(({ rule, fault: what }) =>
    what === undefined ? [] : [{ id: rule.id, text: describeFault(what) }],
  );
  expect(
    found.map(({ id }) => id),
    JSON.stringify(found),
  ).toEqual(fault.rules);
});
