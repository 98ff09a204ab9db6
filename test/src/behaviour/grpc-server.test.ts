// Not over every binding: the door of gRPC is the subject.

import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import {
  createAgentRouter,
  createApiKeyAuthentication,
  createCertificateAuthentication,
  createServer,
  type Authenticate,
  type ServerOptions,
} from '@formwork/server';
import { createGrpcDoor } from '@formwork/server/grpc';
import { credentials, type ChannelCredentials } from '@grpc/grpc-js';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificate } from '../support/create-certificate.ts';
import { moveUntil, ownTheClock } from '../support/fake-timers.ts';
import { startFreezingProxy } from '../support/freezing-proxy.ts';
import { createGate } from '../support/gate.ts';
import { findGrpcAddress, WITH_GRPC } from '../support/grpc-call.ts';
import { startServer } from '../support/start-server.ts';

const FIGHT = { a: 'Lion', b: 'Ant' };

const whoAmI = defineSkill({
  id: 'who',
  name: 'Who',
  description: 'Tells who asks.',
  tags: [],
  text: ({ task }) => task.user?.id ?? 'nobody',
});
const whoAgent = defineAgent({ name: 'Who', version: '1.0.0', skills: [whoAmI] });

function serve(options: ServerOptions) {
  const server = createServer(demoAgent, {
    logger: { info() {}, warn() {}, error() {} },
    ...options,
  });
  onTestFinished(() => server.close());
  return server;
}

test('a server without a door of gRPC has none on its card, and needs no packages for it', async () => {
  const { url } = await startServer(demoAgent);
  await expect(findGrpcAddress(url)).rejects.toThrow('no door of gRPC');
  const code = `
    (await import('node:module')).registerHooks({
      resolve(name, context, next) {
        if (/grpc|protobuf/.test(name)) throw new Error('Asked for ' + name);
        return next(name, context);
      },
    });
    const { createServer } = await import('@formwork/server');
    console.log(typeof createServer);`;
  const cwd = new URL('../..', import.meta.url).pathname;
  const args = ['--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(stdout).toBe('function\n');
});

test('the card lists the door after those of HTTP, and the 0.3 card as well', async () => {
  const server = serve(WITH_GRPC);
  const { url, grpcUrl } = await server.listen({ port: 0 });
  expect(grpcUrl).toMatch(/^127\.0\.0\.1:\d+$/u);
  for (const version of ['1.0', '0.3']) {
    const headers = { 'a2a-version': version };
    const card = await fetch(`${url}/.well-known/agent-card.json`, { headers });
    const { supportedInterfaces } = (await card.json()) as {
      readonly supportedInterfaces: readonly { readonly protocolBinding: string }[];
    };
    expect(supportedInterfaces.map(({ protocolBinding }) => protocolBinding)).toEqual([
      'JSONRPC',
      'HTTP+JSON',
      'GRPC',
      'JSONRPC',
    ]);
    expect(supportedInterfaces[2]).toEqual({
      url: grpcUrl,
      protocolBinding: 'GRPC',
      protocolVersion: '1.0',
    });
  }
});

test('a task that was begun over gRPC is there over HTTP, and the other way round', async () => {
  const { url } = await startServer(demoAgent, WITH_GRPC);
  const [rpc, grpc] = await Promise.all(
    (['JSONRPC', 'GRPC'] as const).map((door) =>
      connect<typeof demoAgent>(url, { transports: [door] }),
    ),
  );
  if (rpc === undefined || grpc === undefined) throw new Error('There are no clients.');
  for (const [one, other] of [
    [rpc, grpc],
    [grpc, rpc],
  ] as const) {
    const { taskId } = await one.skill('fight-comparison').run(FIGHT);
    const found = await other.task(taskId).wait();
    expect(found).toMatchObject({ taskId, state: 'completed' });
  }
});

test('callers are known, refused or nobody, as over HTTP', async () => {
  const authenticate = createApiKeyAuthentication({ keys: { 'a-long-random-key': 'ada' } });
  const ask = async (options: ServerOptions, headers: Readonly<Record<string, string>>) => {
    const { url } = await startServer(whoAgent, { authenticate, ...options, ...WITH_GRPC });
    const trustedOrigins = [`http://${await findGrpcAddress(url)}`];
    const agent = await connect(url, { transports: ['GRPC'], headers, trustedOrigins });
    return agent.send('Who am I?').then(
      ({ text }) => text,
      (error: unknown) => Reflect.get(error as Error, 'reason') as string,
    );
  };
  const isRequired = { requireAuthentication: true };
  expect(await ask(isRequired, { 'x-api-key': 'a-long-random-key' })).toBe('ada');
  expect(await ask(isRequired, { 'x-api-key': 'wrong' })).toBe('UNAUTHENTICATED');
  expect(await ask(isRequired, {})).toBe('UNAUTHENTICATED');
  expect(await ask({}, { 'x-api-key': 'a-long-random-key' })).toBe('ada');
  expect(await ask({}, { 'x-api-key': 'wrong' })).toBe('UNAUTHENTICATED');
  expect(await ask({}, {})).toBe('nobody');
});

test('beyond this machine it listens only where callers have to say who they are', async () => {
  const grpc = createGrpcDoor({ host: '0.0.0.0', port: 0 });
  const closed = serve({ grpc });
  await expect(closed.listen({ port: 0 })).rejects.toMatchObject({
    code: 'LISTEN_FAILED',
    message: expect.stringContaining('0.0.0.0:0 because callers must have to say who they are'),
  });
  const open = serve({ grpc, allowAnonymous: true });
  expect(await open.listen({ port: 0 })).toHaveProperty('grpcUrl');
  const authenticate: Authenticate = () => ({ id: 'ada' });
  const known = serve({ grpc, authenticate, requireAuthentication: true });
  expect(await known.listen({ port: 0 })).toHaveProperty('grpcUrl');
});

test('where its address is taken the server does not listen, and may try again', async () => {
  const taken = createTcpServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const server = serve({ grpc: createGrpcDoor({ port }) });
  await expect(server.listen({ port: 0 })).rejects.toThrow('in use by another program');
  await new Promise((resolve) => taken.close(resolve));
  const { url, grpcUrl } = await server.listen({ port: 0 });
  expect(grpcUrl).toBe(`127.0.0.1:${port}`);
  expect(await findGrpcAddress(url)).toBe(grpcUrl);
});

test('close() ends calls, streams and connections, and frees the address', async () => {
  const server = serve(WITH_GRPC);
  const { url, grpcUrl = '' } = await server.listen({ port: 0 });
  const agent = await connect<typeof demoAgent>(url, {
    transports: ['GRPC'],
    retry: { attempts: 1 },
  });
  expect(await agent.skill('fight-comparison').call(FIGHT)).toHaveProperty('winner');
  await server.close();
  await expect(agent.skill('fight-comparison').call(FIGHT)).rejects.toMatchObject({
    code: 'REQUEST_FAILED',
  });
  const again = createTcpServer().listen(Number(grpcUrl.split(':')[1]), '127.0.0.1');
  await once(again, 'listening');
  again.close();
});

test('options that are no door are refused', () => {
  expect(() => createServer(demoAgent, { grpc: true as never })).toThrow(
    'grpc must be a door that createGrpcDoor of "@formwork/server/grpc" made',
  );
  const mounted = { publicUrl: 'http://localhost', ...WITH_GRPC };
  expect(() => createAgentRouter(demoAgent, mounted)).toThrow('must be an option of createServer');
});

test('TLS keeps strangers out who speak none, and lets those in who do', async () => {
  const { key, certificate: cert } = createCertificate();
  const grpc = createGrpcDoor({ port: 0, tls: { key, cert } });
  const { url } = await startServer(demoAgent, { grpc, publicUrl: 'http://localhost:4100' });
  const address = await findGrpcAddress(url);
  expect(address).toMatch(/^https:\/\/localhost:\d+$/u);
  const channel = credentials.createSsl(Buffer.from(cert));
  const secure = new GrpcTransportFactory({ grpcChannelCredentials: channel });
  const agent = await connect<typeof demoAgent>(url, { grpc: secure, transports: ['GRPC'] });
  expect(await agent.skill('fight-comparison').call(FIGHT)).toHaveProperty('winner', 'Lion');
  const plain = new GrpcTransportFactory();
  const options = { transports: ['GRPC'], retry: { attempts: 1 } } as const;
  const stranger = await connect<typeof demoAgent>(url, { ...options, grpc: plain });
  await expect(stranger.skill('fight-comparison').call(FIGHT)).rejects.toMatchObject({
    reason: 'NETWORK',
  });
});

test('callers are known by their certificates', async () => {
  const own = createCertificate();
  const caller = createCertificate('ada');
  const { key, certificate: cert } = own;
  const tls = { key, cert, ca: [caller.certificate], requestCert: true };
  const authenticate = createCertificateAuthentication({
    toPrincipal: ({ subject }) => ({ id: `${[subject['CN']].flat().join()} by certificate` }),
  });
  const { url } = await startServer(whoAgent, {
    grpc: createGrpcDoor({ port: 0, tls }),
    publicUrl: 'http://localhost:4100',
    authenticate,
  });
  const root = Buffer.from(own.certificate);
  const ask = async (channel: ChannelCredentials) => {
    const grpc = new GrpcTransportFactory({ grpcChannelCredentials: channel });
    const options = { grpc, transports: ['GRPC'], retry: { attempts: 1 } } as const;
    return (await connect(url, options)).send('Who am I?');
  };
  const [callerKey, callerCertificate] = [Buffer.from(caller.key), Buffer.from(caller.certificate)];
  const known = await ask(credentials.createSsl(root, callerKey, callerCertificate));
  expect(known).toMatchObject({ text: 'ada by certificate' });
  await expect(ask(credentials.createSsl(root))).rejects.toMatchObject({ reason: 'NETWORK' });
  const stranger = createCertificate('ada');
  const [strangerKey, strangerCertificate] = [
    Buffer.from(stranger.key),
    Buffer.from(stranger.certificate),
  ];
  const other = ask(credentials.createSsl(root, strangerKey, strangerCertificate));
  await expect(other).rejects.toMatchObject({ reason: 'NETWORK' });
});

test('certificates that cannot be read are told at once, without the key', () => {
  const tls = { key: 'my-secret-key', cert: 'x' };
  expect(() => createGrpcDoor({ tls: { ...tls, key: 7 as never } })).toThrow(TypeError);
  expect(() => createGrpcDoor({ tls })).toThrow(/no start line/iu);
  expect(() => createGrpcDoor({ tls })).not.toThrow('my-secret-key');
});

test('a call outlasts a short restart of the agent', async () => {
  const first = serve(WITH_GRPC);
  const { url, grpcUrl = '' } = await first.listen({ port: 0 });
  let attempts = 0;
  let restarted: Promise<unknown> | undefined;
  const agent = await connect<typeof demoAgent>(url, {
    transports: ['GRPC'],
    trustedOrigins: [`http://${grpcUrl}`],
    extendedCard: false,
    async headers() {
      attempts += 1;
      // Once the first attempt was refused, the agent comes back.
      if (attempts === 3) await (restarted ??= restart());
      return {};
    },
  });
  const restart = () =>
    serve({ grpc: createGrpcDoor({ port: Number(grpcUrl.split(':')[1]) }) }).listen({ port: 0 });
  const fight = agent.skill('fight-comparison');
  attempts = 0;
  await fight.call(FIGHT);
  await first.close();
  ownTheClock();
  expect(await moveUntil(fight.call(FIGHT))).toMatchObject({ winner: 'Lion' });
  expect(restarted).toBeDefined();
});

test.each([
  ['known to take pings', { icon: '🧾' }, 100],
  ['not known to take pings', {}, 1_000],
])('a call of an agent %s notices a broken connection', async (_name, fields, stepMs) => {
  const begun = createGate();
  const finished = createGate();
  const slow = defineSkill({
    id: 'slow',
    name: 'Slow',
    description: 'Says done when it may.',
    tags: [],
    ...fields,
    async text() {
      begun.open();
      await finished.opened;
      return 'done';
    },
  });
  const agent = defineAgent({ name: 'Slow', version: '1.0.0', skills: [slow] });
  const server = createServer(agent, { ...WITH_GRPC, heartbeatMs: 0 });
  onTestFinished(() => server.close());
  const { url, grpcUrl = '' } = await server.listen({ port: 0 });
  const proxy = await startFreezingProxy(Number(grpcUrl.split(':')[1]));
  onTestFinished(() => proxy.close());
  ownTheClock();
  const client = await connect(url, {
    transports: ['GRPC'],
    retry: { resend: 'always' },
    fetch: async (...request) => {
      const card = await (await fetch(...request)).text();
      return new Response(card.replaceAll(grpcUrl, `127.0.0.1:${proxy.port}`));
    },
  });
  const sent = client.send('Go');
  await begun.opened;
  // From here on, nothing that the agent sends over this connection arrives.
  proxy.silence('');
  finished.open();
  expect(await moveUntil(sent, stepMs)).toMatchObject({ state: 'completed', text: 'done' });
});

test('a client over gRPC does not lose a member called __proto__ of an answer in silence', async () => {
  const tell = defineSkill({
    id: 'tell',
    name: 'Tell',
    description: 'Gives back JSON.',
    tags: [],
    input: { text: { type: 'object', properties: { json: { type: 'string' } } } },
    output: { thing: { type: 'object' } },
    run: ({ input }) => JSON.parse(String(input.json)) as object,
  });
  const agent = defineAgent({ name: 'Teller', version: '1.0.0', skills: [tell] });
  const { url } = await startServer(agent, WITH_GRPC);
  const skill = (await connect(url, { transports: ['GRPC'] })).skill('tell');
  const spoken = { __proto: ['__proto__', 'x__proto__y'] };
  expect(await skill.call({ json: JSON.stringify(spoken) })).toEqual(spoken);
  await expect(skill.call({ json: '{"a":[{"__proto__":1}]}' })).rejects.toThrow(/a\/0\/__proto__/u);
});
