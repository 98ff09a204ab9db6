import { defineAgent, defineSkill } from '@formwork/core';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { once } from 'node:events';
import { createServer as createHttpServer, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAgentRouter } from './create-agent-router.ts';
import { createServer, type AgentServer } from './create-server.ts';
import type { GrpcDoor } from './grpc-door.ts';
import type { ListenOptions } from './server-options.ts';

const skill = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets.',
  tags: [],
  text: () => 'Hello',
});
const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });

function create(): AgentServer {
  const server = createServer(agent);
  onTestFinished(() => server.close());
  return server;
}

test.each([
  [
    { port: 'x' },
    '127.0.0.1:x because port must be an integer from 0 to 65535: current value is "x"',
  ],
  [
    { port: 65_536 },
    '127.0.0.1:65536 because port must be an integer from 0 to 65535: current value is 65536',
  ],
  [
    { port: -1 },
    '127.0.0.1:-1 because port must be an integer from 0 to 65535: current value is -1',
  ],
  [{ port: 0, host: '' }, ':0 because host must be text that is not empty: current value is ""'],
] as const)('listen() refuses %j', async (options, problem) => {
  await expect(create().listen(options as unknown as ListenOptions)).rejects.toMatchObject({
    code: 'LISTEN_FAILED',
    message: `Cannot listen on ${problem}`,
  });
});

test.each([
  ['0.0.0.0', {}],
  ['::', {}],
  ['192.168.0.2', {}],
  ['agents.example', {}],
  ['0.0.0.0', { authenticate: () => undefined }],
  ['0.0.0.0', { allowAnonymous: false }],
])(
  'listen() refuses to let everybody in beyond this machine: %s with %j',
  async (host, options) => {
    const server = createServer(agent, options);
    onTestFinished(() => server.close());
    await expect(server.listen({ port: 0, host })).rejects.toMatchObject({
      code: 'LISTEN_FAILED',
      message: expect.stringContaining('unless allowAnonymous (FORMWORK_ALLOW_ANONYMOUS) is true'),
    });
    // A refused `listen` leaves the server as it was before.
    expect(await server.listen({ port: 0 })).toHaveProperty('url');
  },
);

test.each([
  [{ publicUrl: 'https://agents.example' }, 'at https://agents.example'],
  [{ publicUrl: 'https://agents.example/a', authenticate: () => undefined }, 'agents.example/a'],
  [{ publicUrl: 'http://10.0.0.7:4100' }, 'at http://10.0.0.7:4100'],
  [{ allowedHosts: ['localhost', 'agents.example'] }, 'at agents.example'],
])('listen() refuses to let everybody in where a proxy is: %j', async (options, place) => {
  const server = createServer(agent, options);
  onTestFinished(() => server.close());
  await expect(server.listen({ port: 0 })).rejects.toMatchObject({
    code: 'LISTEN_FAILED',
    message: expect.stringContaining(place),
  });
});

test.each([
  { publicUrl: 'https://agents.example', allowAnonymous: true },
  {
    publicUrl: 'https://agents.example',
    authenticate: () => undefined,
    requireAuthentication: true,
  },
  { publicUrl: 'http://localhost:8080', allowedHosts: ['agents.localhost'] },
])('listen() serves on loopback with %j', async (options) => {
  const server = createServer(agent, options);
  onTestFinished(() => server.close());
  expect(await server.listen({ port: 0 })).toHaveProperty('url');
});

test.each([
  { allowAnonymous: true },
  { authenticate: () => undefined, requireAuthentication: true },
])('listen() serves a network with %j', async (options) => {
  const server = createServer(agent, options);
  onTestFinished(() => server.close());
  expect(await server.listen({ port: 0, host: '0.0.0.0' })).toHaveProperty('url');
});

test('listen() refuses options that it does not know, and says which was meant', async () => {
  const options = { prot: 0 } as ListenOptions;
  await expect(create().listen(options)).rejects.toThrow(
    new TypeError(
      'Cannot listen because options must be of port, host: current value is "prot", did you mean "port"?',
    ),
  );
});

test('listen() works once, and again only after it failed', async () => {
  const other = createHttpServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const server = create();
  await expect(server.listen({ port })).rejects.toMatchObject({
    code: 'LISTEN_FAILED',
    cause: { code: 'EADDRINUSE' },
  });
  other.close();
  const { url } = await server.listen({ port: 0 });
  expect((await fetch(`${url}/.well-known/agent-card.json`)).status).toBe(200);
  await expect(server.listen({ port: 0 })).rejects.toMatchObject({
    code: 'LISTEN_FAILED',
    message:
      'Cannot listen on 127.0.0.1:0 because a server can listen only once: current value is listening',
  });
  expect((await fetch(`${url}/.well-known/agent-card.json`)).status).toBe(200);
});

test('an agent that cannot be served leaves nothing that works on tasks', async () => {
  const engine = createMemoryEngine();
  let watches = 0;
  const watch: TaskEngine['watch'] = (hint) => {
    const end = engine.watch(hint);
    watches += 1;
    return () => {
      watches -= 1;
      end();
    };
  };
  const closed = vi.fn<() => Promise<void>>(async () => undefined);
  const server = createServer(agent, {
    engine: { ...engine, watch },
    adapters: [
      () => ({ step: (_exchange, next) => next(), close: closed }),
      () => {
        throw new Error('The second adapter has a fault.');
      },
    ],
  });
  onTestFinished(() => server.close());
  for (const times of [1, 2]) {
    await expect(server.listen({ port: 0 })).rejects.toThrow('The second adapter has a fault.');
    await expect.poll(() => closed.mock.calls).toHaveLength(times);
    expect(watches).toBe(0);
  }
});

test('listen() is refused after close(), also of a server that never listened', async () => {
  for (const listens of [true, false]) {
    const server = create();
    if (listens) await server.listen({ port: 0 });
    await server.close();
    await expect(server.listen({ port: 0 })).rejects.toMatchObject({
      code: 'LISTEN_FAILED',
      message:
        'Cannot listen on 127.0.0.1:0 because a server can listen only once: current value is closed',
    });
  }
});

test('a server that is closed while its door of gRPC opens closes that as well', async () => {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  const closed: number[] = [];
  let hasBegun = false;
  const door: GrpcDoor = {
    address: { host: undefined, port: 0 },
    async open() {
      hasBegun = true;
      await isOpen;
      return {
        describe: () => ({ url: 'x:1', protocolBinding: 'GRPC', protocolVersion: '1.0' }),
        serve: () => undefined,
        close: async (graceMs) => void closed.push(graceMs),
      };
    },
  };
  const server = createServer(agent, { grpc: door });
  const listening = server.listen({ port: 0 });
  await expect.poll(() => hasBegun).toBe(true);
  await server.close();
  open();
  await expect(listening).rejects.toThrow('a server can listen only once: current value is closed');
  expect(closed).toEqual([0]);
});

test('a server that is closed before it listens says so', async () => {
  const server = createServer(agent);
  const [outcome] = await Promise.allSettled([server.listen({ port: 0 }), server.close()]);
  expect(outcome).toMatchObject({
    status: 'rejected',
    reason: {
      code: 'LISTEN_FAILED',
      message: expect.stringContaining('value is closed') as string,
    },
  });
});

test('an idle connection stays open longer than those of proxies, which would else meet its end', async () => {
  const server = createServer(agent);
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  const { headers } = await fetch(`${url}/healthz`);
  expect(headers.get('keep-alive')).toBe('timeout=75');
});

test('a request whose body comes too slowly is cut off within a second after its time', async () => {
  const server = create();
  let http: unknown;
  server.app.use(({ socket }, _response, next) => {
    http = Reflect.get(socket, 'server');
    next();
  });
  const { url } = await server.listen({ port: 0 });
  await fetch(url);
  if (!(http instanceof Server)) throw new TypeError('The server is one of node:http.');
  expect(http).toMatchObject({
    requestTimeout: 90_000,
    headersTimeout: 30_000,
    connectionsCheckingInterval: 1_000,
  });
  // Real time: the socket's own timer cannot be moved, but it can be set to less.
  Object.assign(http, { requestTimeout: 1, headersTimeout: 1 });
  const head = 'POST /a2a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const slow = connect(Number(new URL(url).port), '127.0.0.1');
  slow.write(`${head}Content-Length: 100\r\n\r\n{`);
  let answer = '';
  slow.setEncoding('utf8').on('data', (text) => (answer += text));
  await once(slow, 'close');
  expect(answer).toContain('408 Request Timeout');
});

test.each([
  [undefined, 'current value is nothing, so look whether the module exports it by this name'],
  [agent.skills[0], 'so write defineAgent({ name, version, skills: [skill] })'],
  [{ name: 'A' }, 'current value is object {"name":"A"}'],
])('what is no agent is refused at once (%#)', (value, message) => {
  for (const start of [createServer, createAgentRouter] as const) {
    expect(() => Reflect.apply(start, undefined, [value, { url: 'http://localhost' }])).toThrow(
      message,
    );
  }
});
