import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { connect } from '@formwork/client';
import { credentials, ServerCredentials } from '@grpc/grpc-js';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificate } from '../support/create-certificate.ts';
import { createExecutor, declared } from '../support/fight-agents.ts';
import { startStockGrpcAgent } from '../support/stock-grpc-agent.ts';

const execute = promisify(execFile);

/** Makes a card with the given interfaces, each a binding with a version of A2A, in order. */
function toDoors(...doors: readonly (readonly [binding: string, version: string])[]) {
  const supportedInterfaces = doors.map(([protocolBinding, protocolVersion]) => ({
    url: 'http://127.0.0.1:9',
    protocolBinding,
    protocolVersion,
  }));
  return { ...declared, supportedInterfaces };
}

test('uses the door that the caller prefers, else the first of the card that is at hand', async () => {
  const both = { fields: declared, hasJsonRpc: true };
  const { url } = await startStockGrpcAgent(createExecutor(), both);
  const grpc = new GrpcTransportFactory();
  const cases = [
    [{}, 'JSONRPC'],
    [{ grpc }, 'GRPC'],
    [{ grpc, transports: ['JSONRPC', 'GRPC'] }, 'JSONRPC'],
    [{ transports: ['GRPC', 'JSONRPC'] }, 'GRPC'],
    [{ transports: ['HTTP+JSON', 'GRPC'] }, 'GRPC'],
  ] as const;
  for (const [options, binding] of cases) {
    const agent = await connect(url, options);
    expect(agent.door).toMatchObject({ binding });
    expect(agent.warnings).toEqual([]);
    expect(await agent.skill('fight').call({ a: 'Ant', b: 'Bee' })).toEqual({ winner: 'Bee' });
  }
});

test.each([
  [
    [
      ['HTTP+JSON', '1.0'],
      ['JSONRPC', '1.0'],
    ],
    'HTTP+JSON',
    '1.0',
  ],
  [
    [
      ['JSONRPC', '0.3'],
      ['HTTP+JSON', '1.0'],
    ],
    'HTTP+JSON',
    '1.0',
  ],
  [
    [
      ['GRPC', '0.3'],
      ['HTTP+JSON', '0.3'],
      ['JSONRPC', '0.3'],
    ],
    'JSONRPC',
    '0.3',
  ],
  [
    [
      ['GRPC', '1.0'],
      ['JSONRPC', '0.3'],
    ],
    'JSONRPC',
    '0.3',
  ],
  [
    [
      ['GRPC', '0.3'],
      ['GRPC', '1.0'],
    ],
    'GRPC',
    '1.0',
  ],
] as const)('of %j uses %s %s', async (doors, binding, version) => {
  const { url } = await startStockGrpcAgent(createExecutor(), { fields: toDoors(...doors) });
  expect((await connect(url)).door).toMatchObject({ binding, version });
});

test('never uses gRPC of 0.3, which loses the tags of parts', async () => {
  const fields = toDoors(['GRPC', '0.3'], ['GRPC', '0.3.0'], ['GRPC', '']);
  const { url } = await startStockGrpcAgent(createExecutor(), { fields });
  const grpc = new GrpcTransportFactory({ legacyCompat: { enabled: true } });
  await expect(connect(url, { grpc, transports: ['GRPC'] })).rejects.toMatchObject({
    code: 'CONNECT_FAILED',
    message: expect.stringMatching(
      /current value is GRPC 0\.3 at ".+", GRPC 0\.3\.0 at/u,
    ) as string,
  });
});

test.each([
  ['http://127.0.0.1:PORT/some/path', {}],
  ['localhost:PORT', {}],
  ['http://localhost:PORT', { grpc: new GrpcTransportFactory() }],
])('reaches a door at %s', async (door, options) => {
  const { url } = await startStockGrpcAgent(createExecutor(), {
    fields: declared,
    toUrl: (port) => door.replace('PORT', String(port)),
  });
  const agent = await connect(url, options);
  expect(await agent.skill('fight').call({ a: 'Ant', b: 'Bee' })).toEqual({ winner: 'Bee' });
});

test.each(['unix:/var/run/docker.sock', 'xds:///agent', 'ipv4:127.0.0.1:1', ''])(
  'does not let a card lead to %j',
  async (door) => {
    const { url } = await startStockGrpcAgent(createExecutor(), { toUrl: () => door });
    await expect(connect(url)).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
  },
);

/** Connects to an agent and calls it in a new process; returns the outcome. */
async function runAlone(
  url: string,
  { options = {}, prelude = '', environment = {} } = {},
): Promise<unknown> {
  const code = `${prelude}
    const { connect } = await import('@formwork/client');
    try {
      const { door, warnings, skill } = await connect(${JSON.stringify(url)}, ${JSON.stringify(options)});
      const data = await skill('fight').call({ a: 'Ant', b: 'Bee' });
      console.log(JSON.stringify({ door: door.binding, warnings, data }));
    } catch (error) {
      console.log(JSON.stringify({ code: error.code, message: error.message }));
    }`;
  const cwd = new URL('../..', import.meta.url).pathname;
  const args = ['--input-type=module', '--eval', code];
  const env = { ...process.env, NODE_OPTIONS: '', ...environment };
  const { stdout } = await execute(process.execPath, args, { cwd, env });
  return JSON.parse(stdout) as unknown;
}

/** Code that makes imports of the gRPC packages fail, as if they were not installed. */
const WITHOUT_PACKAGES = `
  (await import('node:module')).registerHooks({
    resolve(name, context, next) {
      if (!name.startsWith('@grpc/')) return next(name, context);
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });`;

test('lets a process end after a call over gRPC', async () => {
  const { url } = await startStockGrpcAgent(createExecutor(), { fields: declared });
  expect(await runAlone(url)).toEqual({ door: 'GRPC', warnings: [], data: { winner: 'Bee' } });
});

test('says what to install where the packages for gRPC are missing', async () => {
  const { url } = await startStockGrpcAgent(createExecutor(), { fields: declared });
  const prelude = WITHOUT_PACKAGES;
  expect(await runAlone(url, { prelude })).toMatchObject({
    code: 'CONNECT_FAILED',
    message: expect.stringContaining('Install @grpc/grpc-js and @bufbuild/protobuf') as string,
  });
  const options = { transports: ['GRPC'] };
  expect(await runAlone(url, { prelude, options })).toMatchObject({ code: 'CONNECT_FAILED' });
});

test('goes to the next door where gRPC is preferred and its packages are missing', async () => {
  const both = { fields: declared, hasJsonRpc: true };
  const { url } = await startStockGrpcAgent(createExecutor(), both);
  const options = { transports: ['GRPC', 'JSONRPC'] };
  expect(await runAlone(url, { prelude: WITHOUT_PACKAGES, options })).toEqual({
    door: 'JSONRPC',
    warnings: [expect.stringContaining('Install @grpc/grpc-js')],
    data: { winner: 'Bee' },
  });
  expect(await runAlone(url, { prelude: WITHOUT_PACKAGES })).toMatchObject({ warnings: [] });
});

test('never speaks without TLS where the card says https', async () => {
  const { url, calls } = await startStockGrpcAgent(createExecutor(), {
    fields: declared,
    toUrl: (port) => `https://localhost:${port}`,
  });
  const agent = await connect(url, { retry: { attempts: 1 } });
  await expect(agent.send('Hi')).rejects.toMatchObject({
    code: 'REQUEST_FAILED',
    reason: 'NETWORK',
  });
  expect(calls).toEqual([]);
});

test('speaks TLS where the card says https', async () => {
  const { key, certificate } = createCertificate();
  const pem = Buffer.from(certificate);
  const pairs = [{ private_key: Buffer.from(key), cert_chain: pem }];
  const { url, port, calls } = await startStockGrpcAgent(createExecutor(), {
    fields: declared,
    credentials: ServerCredentials.createSsl(null, pairs),
    toUrl: (bound) => `https://localhost:${bound}/a2a`,
  });
  const grpc = new GrpcTransportFactory({ grpcChannelCredentials: credentials.createSsl(pem) });
  const headers = { authorization: 'Bearer t' };
  const trustedOrigins = [`https://localhost:${port}`];
  const agent = await connect(url, { grpc, headers, trustedOrigins });
  expect(agent.warnings).toEqual([]);
  expect(await agent.skill('fight').call({ a: 'Ant', b: 'Bee' })).toEqual({ winner: 'Bee' });
  expect(calls[0]?.metadata.get('authorization')).toEqual(['Bearer t']);

  const folder = await mkdtemp(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'roots.pem');
  await writeFile(path, certificate);
  const environment = { GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: path };
  expect(await runAlone(url, { environment })).toMatchObject({ data: { winner: 'Bee' } });
  const options = { retry: { attempts: 1 } };
  expect(await runAlone(url, { options })).toMatchObject({
    code: 'REQUEST_FAILED',
    message: expect.stringContaining('self-signed certificate') as string,
  });
});
