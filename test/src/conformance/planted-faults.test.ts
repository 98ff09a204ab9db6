import { checkConformance, describeFault, type ConformanceCheck } from '@formwork/conformance';
import { createServer } from '@formwork/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { combineFaults } from './combine-faults.ts';
import { startFaultyAgent } from './faulty-agent.ts';
import { startFaultyGrpcAgent } from './faulty-grpc-agent.ts';
import { BINDING_FAULTS, STREAM_FAULTS } from './planted-door-faults.ts';
import { CARD_FAULTS, SCHEMA_FAULTS } from './planted-faults.ts';
import { GRPC_FAULTS } from './planted-grpc-faults.ts';
import { TASK_FAULTS } from './planted-task-faults.ts';
import { referee } from './referee-agent.ts';

const logger = { info: () => {}, warn: () => {}, error: () => {} };
const server = createServer(referee, { ...WITH_GRPC, openTasks: true, logger });
let good = '';

beforeAll(async () => {
  ({ url: good } = await server.listen({ port: 0 }));
});

afterAll(() => server.close());

const FAULTS = [
  ...CARD_FAULTS,
  ...combineFaults([SCHEMA_FAULTS, TASK_FAULTS, STREAM_FAULTS, BINDING_FAULTS]),
];

/** Compares the broken rules with those that a fault breaks. */
function expectFound(checks: readonly ConformanceCheck[], rules: readonly string[]): void {
  const found = checks.filter(({ fault }) => fault !== undefined);
  // The sentence of an unexpected fault says what to look at.
  const names = found.map(({ rule, fault }) =>
    rules.includes(rule.id) ? rule.id : `${rule.id}: ${fault && describeFault(fault)}`,
  );
  expect(names).toEqual(rules);
}

test.each(FAULTS)('$name: $rules', async (fault) => {
  const { asks, calls = false, doors, ask, answer, rules, limitMs = 20_000 } = fault;
  const url = await startFaultyAgent(good, fault);
  const { checks } = await checkConformance(url, {
    timeoutMs: limitMs,
    ...(asks !== true && { skills: ['fight'] }),
    // A fault of the card alone needs no calls.
    calls: calls || [doors, ask, answer].some((one) => one !== undefined),
  });
  expectFound(checks, rules);
});

test.each(GRPC_FAULTS)('over gRPC, $name: $rules', async (fault) => {
  const url = await startFaultyGrpcAgent(good, fault);
  const { checks } = await checkConformance(url, { skills: ['fight'] });
  expect(checks.filter(({ door }) => door === 'gRPC 1.0').length).toBeGreaterThan(40);
  expectFound(checks, fault.rules);
});
