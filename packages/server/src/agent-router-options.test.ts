import { defineAgent, defineSkill } from '@formwork/core';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { expect, test } from 'vitest';
import { createAgentRouter } from './create-agent-router.ts';
import { createServer } from './create-server.ts';
import type { ServerOptions } from './server-options.ts';

const skill = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets.',
  tags: [],
  text: () => 'Hello',
});
const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });

const MAX_MS = 2_147_483_647;

function withoutFunctions(...names: readonly (keyof TaskEngine)[]): object {
  const engine: Partial<Record<keyof TaskEngine, unknown>> = { ...createMemoryEngine() };
  for (const name of names) engine[name] = undefined;
  return engine;
}

test.each([
  [{ publicUrl: 'ftp://x' }, 'publicUrl must be an http or https URL: current value is "ftp://x"'],
  [
    { prot: 4100 },
    'options must be of publicUrl, authenticate, requireAuthentication, allowAnonymous, allowedHosts, allowedOrigins and 23 more: current value is "prot", did you mean listen({ port })?',
  ],
  [{ records: { get: () => undefined } }, 'records must be shared records, which have add, get'],
  [{ createRequestCounter: 'redis' }, 'createRequestCounter must be a function'],
  [{ publicUrl: 'here' }, 'publicUrl must be an http or https URL: current value is "here"'],
  [{ grpc: true }, 'grpc must be a door that createGrpcDoor of "@formwork/server/grpc" made'],
  [{ allowedHosts: 'a' }, 'allowedHosts must be a list of host names without ports'],
  [{ allowedHosts: ['a:80'] }, 'allowedHosts must be a list of host names without ports'],
  [{ allowedHosts: ['https://a'] }, 'allowedHosts must be a list of host names without ports'],
  [{ allowedOrigins: ['https://a/b'] }, 'allowedOrigins must be a list of origins'],
  [{ allowedOrigins: ['*:80'] }, 'allowedOrigins must be a list of origins'],
  [{ authenticate: {} }, 'authenticate must be a function: current value is {}'],
  [
    { requireAuthentication: 'false' },
    'requireAuthentication must be true or false: current value is "false"',
  ],
  [{ openTasks: 1 }, 'openTasks must be true or false: current value is 1'],
  [
    { bodyLimit: 'huge' },
    'bodyLimit must be a number of bytes, 0 or more, or text such as "1mb": current value is "huge"',
  ],
  [
    { bodyLimit: -1 },
    'bodyLimit must be a number of bytes, 0 or more, or text such as "1mb": current value is -1',
  ],
  [{ heartbeatMs: -1 }, `heartbeatMs must be an integer from 0 to ${MAX_MS}: current value is -1`],
  [{ stallMs: 0.5 }, `stallMs must be an integer from 0 to ${MAX_MS}: current value is 0.5`],
  [
    { cancelDeadlineMs: 2 ** 31 },
    `cancelDeadlineMs must be an integer from 0 to ${MAX_MS}: current value is 2147483648`,
  ],
  [{ engine: 'sqlite' }, 'engine must be a task engine: current value is "sqlite"'],
  [{ engine: [] }, 'engine must be a task engine: current value is []'],
  [
    { engine: {} },
    'engine must be a task engine: current value is an object without the functions create, get, list and 29 more',
  ],
  [
    { engine: withoutFunctions('watch') },
    'engine must be a task engine: current value is an object without the function watch',
  ],
  [
    { engine: withoutFunctions('prune', 'release') },
    'engine must be a task engine: current value is an object without the functions release, prune',
  ],
  [
    { logger: {} },
    'logger must be an object with the functions info, warn and error: current value is {}',
  ],
  [{ runner: 5 }, 'runner must be an object: current value is 5'],
  [{ retention: [] }, 'retention must be an object: current value is []'],
  [{ push: 'yes' }, 'push must be true, false or an object: current value is "yes"'],
] as const)('createServer() refuses %j', (options, problem) => {
  const wrong = options as unknown as ServerOptions;
  expect(() => createServer(agent, wrong)).toThrow(`Cannot serve the agent because ${problem}`);
});

test.each([
  [
    { concurrency: 0 },
    'concurrency must be an integer from 1 without an engine that other processes share: current value is 0',
  ],
  [{ concurrency: -1 }, 'concurrency must be an integer from 0: current value is -1'],
  [{ concurrency: 'x' }, 'concurrency must be an integer from 0: current value is "x"'],
  [{ leaseMs: 'a' }, `leaseMs must be an integer from 1 to ${MAX_MS}: current value is "a"`],
  [{ leaseMs: 0 }, `leaseMs must be an integer from 1 to ${MAX_MS}: current value is 0`],
  [{ pollMs: 0 }, `pollMs must be an integer from 1 to ${MAX_MS}: current value is 0`],
  [{ maxAttempts: 0 }, 'maxAttempts must be an integer from 1: current value is 0'],
  [{ maxEntryBytes: 'x' }, 'maxEntryBytes must be an integer from 1: current value is "x"'],
  [{ worker: '' }, 'worker must be text that is not empty: current value is ""'],
] as const)('createServer() refuses %j of the runner', (runner, problem) => {
  const wrong = { runner } as unknown as ServerOptions;
  expect(() => createServer(agent, wrong)).toThrow(`Cannot run tasks because ${problem}`);
});

test.each([
  [
    { opentasks: true },
    /^Cannot serve the agent because options must be of .*"opentasks", did you mean "openTasks"\?$/u,
  ],
  [
    { runner: { concurency: 1 } },
    /^Cannot run tasks because options must be of .*"concurency", did you mean "concurrency"\?$/u,
  ],
  [
    { push: { maxConfig: 1 } },
    /^Cannot send push notifications because options must be of .*"maxConfig", did you mean "maxConfigs"\?$/u,
  ],
  [
    { retention: { maxAge: 1 } },
    /^Cannot keep to the retention because options must be of .*"maxAge", did you mean "maxAgeMs"\?$/u,
  ],
] as const)('createServer() refuses the name in %j', (options, problem) => {
  expect(() => createServer(agent, options as unknown as ServerOptions)).toThrow(problem);
});

test('createServer() refuses a protection against private addresses that is neither on nor off', () => {
  const push = { allowPrivateAddresses: 'false' };
  expect(() => createServer(agent, { push } as unknown as ServerOptions)).toThrow(
    'Cannot send push notifications because allowPrivateAddresses must be true or false: current value is "false"',
  );
});

test.each([0, 1, '5', '10kb', '1.5MB', '1 gb'])(
  'createServer() takes a bodyLimit of %j',
  (bodyLimit) => {
    expect(() => createServer(agent, { bodyLimit })).not.toThrow();
  },
);

test('createServer() takes an engine that has more than it needs, also by inheritance', () => {
  const engine: TaskEngine = Object.assign(Object.create(createMemoryEngine()), { name: 'mine' });
  expect(() => createServer(agent, { engine })).not.toThrow();
});

test('createAgentRouter() checks its options, and needs a publicUrl', () => {
  const without = {} as unknown as Parameters<typeof createAgentRouter>[1];
  expect(() => createAgentRouter(agent, without)).toThrow(
    'Cannot serve the agent because publicUrl must be an http or https URL: current value is ""',
  );
  expect(() => createAgentRouter(agent, { publicUrl: 'https://a.example', stallMs: -1 })).toThrow(
    'stallMs must be an integer',
  );
});
