import { defineAgent } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { expect, test } from 'vitest';
import { findGrpcAddress, WITH_GRPC } from '../support/grpc-call.ts';
import { repetitions } from '../support/repetitions.ts';
import { startServer } from '../support/start-server.ts';
import { fuzzGrpc } from './fuzz-grpc.ts';

/** The seed of the random messages, fixed so that a failure can be reproduced. */
const SEED = 20_261_123;
const RUNS = repetitions(3_000);

// Leaves out the skill that is slow on purpose, because a mutation could make it run for minutes.
const agent = defineAgent({
  name: 'Fuzzed',
  version: '1',
  skills: demoAgent.skills.filter((skill) => skill.id !== 'import-contacts'),
});

test('mutated messages of gRPC are answered in the shape of the protocol', async () => {
  const { url, logged } = await startServer(agent, {
    push: { allowAnonymous: true },
    ...WITH_GRPC,
  });
  const statuses = await fuzzGrpc(await findGrpcAddress(url), { seed: SEED, count: RUNS });
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(RUNS);
  expect(logged).toEqual([]);
});
