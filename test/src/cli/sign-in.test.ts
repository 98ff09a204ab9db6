import { createGatewaySource } from '@formwork/react';
import { createOpenIdAuthentication, createServer } from '@formwork/server';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer as createPort, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { createClicker } from '../support/press-buttons.ts';
import { ROOT, runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { scopedAgent } from '../support/scoped-agent.ts';
import { SECRET, startProvider, type TestProvider } from '../support/start-provider.ts';
import { onTestFinished } from '../support/test-end.ts';

const BIN = `${ROOT}packages/cli/bin/formwork.cjs`;

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

/** Serves an agent that accepts only tokens for its own address, and returns that address. */
async function serve(): Promise<string> {
  const server = createPort().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const audience = `http://127.0.0.1:${port}`;
  const agent = createServer(scopedAgent, {
    authenticate: createOpenIdAuthentication({ issuer: provider.issuer, audience }),
    logger: console,
  });
  await agent.listen({ port });
  onTestFinished(() => agent.close());
  return audience;
}

/** Runs `formwork login` and signs in as Ada at the page whose address the command prints. */
async function login(url: string, env: Record<string, string>, flags: readonly string[]) {
  const program = startCli(['login', url, '--client-id', 'terminal', ...flags], { env });
  const page = await program.waitFor(/open (http\S+)/u);
  await createClicker('ada').open(page[1] ?? '');
  return program;
}

test.each([['--no-browser'], ['--device']])(
  'who signed in by %s calls an agent until they sign out',
  async (flag) => {
    const url = await serve();
    const file = join(makeCliFolder({}), 'kept', 'sign-ins.json');
    const env = { FORMWORK_SIGN_INS: file };
    const call = () => runKept(['call', url, 'scoped', '--word', 'hello'], { env });

    expect(await call()).toMatchObject({ code: 1, stderr: expect.stringContaining('pairs:read') });
    const program = await login(url, env, [flag, '--scope', 'openid pairs:read']);
    expect(await program.exit).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    const tokens: unknown = JSON.parse(readFileSync(file, 'utf8'));
    expect(tokens).toMatchObject({ [url]: { issuer: provider.issuer, clientId: 'terminal' } });

    expect(await call()).toMatchObject({ code: 0, stdout: expect.stringContaining('ada') });
    // The agent at another address does not know the user.
    const other = await serve();
    const foreign = await runKept(['call', other, 'open', '--word', 'hello'], { env });
    expect(foreign.stdout).toContain('nobody');

    chmodSync(file, 0o644);
    expect(await call()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('others on this machine can read'),
    });
    chmodSync(file, 0o600);
    expect(await runCli(['logout', url], { env })).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
    expect(await runKept(['logout', url], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nobody is signed in'),
    });
  },
);

test('the page of forms calls agents as the person who has signed in on this machine', async () => {
  const url = await serve();
  const other = await serve();
  const env = { FORMWORK_SIGN_INS: join(makeCliFolder({}), 'sign-ins.json') };
  await (
    await login(url, env, ['--device', '--scope', 'openid pairs:read'])
  ).exit;

  const run = async (flags: readonly string[], agent: string): Promise<string> => {
    const program = startCli(['forms', url, other, '--port', '0', ...flags], { env });
    const [, page = ''] = await program.waitFor(/are at (http:\S+)\//u);
    const events = createGatewaySource(`${page}/api`, agent).send({
      kind: 'input',
      messageId: crypto.randomUUID(),
      skillId: 'open',
      schema: 'open',
      data: { word: 'hello' },
    });
    const told: unknown[] = [];
    for await (const event of events) told.push(event);
    program.child.kill('SIGTERM');
    await program.exit;
    return JSON.stringify(told);
  };
  expect(await run([], url)).toContain('"by":"ada"');
  // The command sends a token only to the agent's origin for which it was issued.
  expect(await run([], other)).toContain('"by":"nobody"');
  // A page that other people can reach must not act as the person who started it.
  expect(await run(['--allow-host', 'forms.example'], url)).toContain('"by":"nobody"');
});

test('a command that cannot sign in says what is missing', async () => {
  const url = await serve();
  const env = { FORMWORK_SIGN_INS: join(makeCliFolder({}), 'sign-ins.json') };
  expect(await runKept(['login', url], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('give --client-id'),
  });
  const nobody = await runKept(['login', 'http://127.0.0.1:9', '--client-id', 'x'], { env });
  expect(nobody).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Is the agent running?'),
  });
});

test('a bridge signs in for itself by what its config file says', async () => {
  const url = await serve();
  const folder = makeCliFolder({
    'mcp.json': JSON.stringify({
      agents: {
        scoped: {
          url,
          signIn: {
            issuer: provider.issuer,
            clientId: 'robot',
            clientSecret: { env: 'ROBOT_SECRET' },
            scope: 'pairs:read pairs:write',
            resource: url,
          },
        },
      },
    }),
  });
  const args = [BIN, 'mcp', '--config', join(folder, 'mcp.json'), '--no-cards', '--no-lock'];
  const env = { ROBOT_SECRET: SECRET, FORMWORK_SIGN_INS: join(folder, 'sign-ins.json') };
  const host = new Client({ name: 'host', version: '1' });
  onTestFinished(() => host.close());
  await host.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  // A list waits at most 1.5 seconds for an agent, which may only appear in the next list.
  const listNames = async () => (await host.listTools()).tools.map(({ name }) => name);
  await expect.poll(listNames).toEqual(expect.arrayContaining(['scoped_hidden']));
  const result = await host.callTool({ name: 'scoped_hidden', arguments: { word: 'hello' } });
  expect(JSON.stringify(result)).toContain('robot');

  const [, ...words] = args;
  const without = await runKept(words);
  expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('ROBOT_SECRET') });
});

/**
 * Starts an identity provider whose token endpoint answers as the test says; nobody enters the
 * code.
 */
async function startSilentProvider(answer: (response: ServerResponse) => void): Promise<string> {
  const own = createPort((request, response) => {
    const { port } = own.address() as AddressInfo;
    const issuer = `http://127.0.0.1:${port}`;
    if (request.url === '/token') answer(response);
    else {
      response.setHeader('Content-Type', 'application/json').end(
        JSON.stringify(
          request.url === '/device'
            ? {
                device_code: 'd',
                user_code: 'ABCD',
                verification_uri: `${issuer}/type`,
                expires_in: 600,
                interval: 1,
              }
            : {
                issuer,
                authorization_endpoint: `${issuer}/authorize`,
                token_endpoint: `${issuer}/token`,
                device_authorization_endpoint: `${issuer}/device`,
                jwks_uri: `${issuer}/keys`,
                response_types_supported: ['code'],
                subject_types_supported: ['public'],
                id_token_signing_alg_values_supported: ['RS256'],
              },
        ),
      );
    }
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    own.closeAllConnections();
    own.close();
  });
  await once(own, 'listening');
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
}

function loginAt(issuer: string, flag: string) {
  const env = { FORMWORK_SIGN_INS: join(makeCliFolder({}), 'sign-ins.json') };
  const words = ['login', 'http://127.0.0.1:9', '--client-id', 'terminal', '--issuer', issuer];
  return startCli([...words, flag], { env });
}

test.each([
  ['SIGINT', 130, '--device'],
  ['SIGTERM', 143, '--device'],
  ['SIGINT', 130, '--no-browser'],
] as const)('%s ends a sign-in with one sentence and code %i, by %s', async (...row) => {
  const [signal, code, flag] = row;
  const issuer = await startSilentProvider((response) => {
    response.statusCode = 400;
    response.setHeader('Content-Type', 'application/json');
    response.end('{"error":"authorization_pending"}');
  });
  const program = loginAt(issuer, flag);
  await program.waitFor(flag === '--device' ? /type this code: ABCD/u : /open http/u);
  program.child.kill(signal);
  expect(await program.exit).toBe(code);
  const [last] = program.output().trim().split('\n').slice(-1);
  expect(last).toBe('Interrupted: nobody was signed in.');
  expect(program.output()).not.toContain('AbortError');
});

test('a sign-in whose provider cuts the connection says so in one sentence', async () => {
  const issuer = await startSilentProvider((response) => void response.destroy());
  const program = loginAt(issuer, '--device');
  expect(await program.exit).toBe(1);
  const [last] = program.output().trim().split('\n').slice(-1);
  expect(last).toBe(`The provider ${issuer} gives no token: the connection to it was lost`);
});
