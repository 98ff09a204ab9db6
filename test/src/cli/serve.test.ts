import { connect } from '@formwork/client';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { createCertificate } from '../support/create-certificate.ts';
import type { Program } from '../support/follow-program.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';

followTests();

async function findUrl(program: Program): Promise<string> {
  const [, url = ''] = await program.waitFor(/(http:\/\/[\w.:[\]]+)/u);
  return url;
}

async function ask(url: string): Promise<unknown> {
  const { stdout } = await runKept(['call', url, 'say', '--to', 'me']);
  return JSON.parse(stdout);
}

test.concurrent('start serves a module, keeps tasks in the store, and drains on SIGTERM', async ({
  expect,
}) => {
  // With a type, which Node takes out.
  const typed = toAgentModule('hello').replace('"hello"', '"hello" as string');
  const cwd = makeCliFolder({ 'agent.ts': typed });
  const args = ['start', 'agent.ts', '--port', '0', '--store', 'data/tasks.sqlite', '--open-tasks'];
  const first = startCli(args, { cwd });
  const url = await findUrl(first);
  expect(await ask(url)).toEqual({ word: 'hello' });
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  const second = startCli(args, { cwd });
  const listed = await fetch(`${await findUrl(second)}/a2a/rest/tasks`, {
    headers: { 'a2a-version': '1.0' },
  });
  expect(await listed.json()).toMatchObject({ totalSize: 1 });
  second.child.kill('SIGINT');
  expect(await second.exit).toBe(0);
});

test.concurrent('start lets in callers with the key of FORMWORK_API_KEY alone, at every door', async ({
  expect,
}) => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const program = startCli(['start', 'agent.js', '--port', '0', '--console'], {
    cwd,
    env: { FORMWORK_API_KEY: 'secret', FORMWORK_PUBLIC_URL: 'https://agents.example' },
  });
  const url = await findUrl(program);
  const tasks = { headers: { 'a2a-version': '1.0' } };
  expect((await fetch(`${url}/a2a/rest/tasks`, tasks)).status).toBe(401);
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const host = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const call = { method: 'POST', headers: host, body: JSON.stringify(list) };
  expect((await fetch(`${url}/mcp`, call)).status).toBe(401);
  const owned = { headers: { ...tasks.headers, 'x-api-key': 'secret' } };
  expect((await fetch(`${url}/a2a/rest/tasks`, owned)).status).toBe(200);
  // Who has the only key operates the agent.
  expect((await fetch(`${url}/console/api/overview`)).status).toBe(401);
  expect((await fetch(`${url}/console/api/overview`, owned)).status).toBe(200);
});

test.concurrent('start refuses a public URL that others can reach while nobody has to say who they are', async ({
  expect,
}) => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const args = ['start', 'agent.js', '--port', '0', '--public-url', 'https://agents.example'];
  const refused = await runCli(args, { cwd });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('current public URL is https://agents.example');
  const names = [...args.slice(0, 4), '--allowed-hosts', 'agents.example'];
  const named = await runKept(names, { cwd });
  expect(named.code).toBe(2);
  expect(named.stderr).toContain('current allowed host is agents.example');
  const bound = await runKept(['start', 'agent.js', '--port', '0', '--host', '0.0.0.0'], { cwd });
  expect(bound.code).toBe(2);
  expect(bound.stderr).toMatch(/current host is 0\.0\.0\.0\. Set FORMWORK_API_KEY/u);
  // A console without authentication is for this machine, where a proxy looks like a person.
  const env = { FORMWORK_CONSOLE: 'true', FORMWORK_ALLOW_ANONYMOUS: 'true' };
  const shown = await runKept(args, { cwd, env });
  expect(shown.code).toBe(2);
  expect(shown.stderr).toContain('Cannot serve the console');
  const open = startCli([...args, '--allow-anonymous'], { cwd });
  await findUrl(open);
});

test.concurrent('an agent that npm started ends with the shell to which npm passes SIGTERM', async ({
  expect,
}) => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const program = startCli(['start', 'agent.js', '--port', '0'], {
    cwd,
    env: { npm_lifecycle_event: 'npx' },
    underShell: true,
  });
  const url = await findUrl(program);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  program.child.kill('SIGTERM');
  await expect.poll(() => fetch(url).catch(() => 'gone')).toBe('gone');
});

test.concurrent('start serves gRPC on a port of its own, also over TLS', async ({ expect }) => {
  const { key, certificate } = createCertificate();
  const files = { 'key.pem': key, 'cert.pem': certificate };
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello'), ...files });
  const args = ['start', 'agent.js', '--port', '0', '--grpc-port', '0'];
  const plain = startCli(args, { cwd });
  const url = await findUrl(plain);
  const [, address = ''] = await plain.waitFor(/gRPC +(\S+)/u);
  const agent = await connect(url, { transports: ['GRPC'] });
  expect(agent.door.url).toBe(address);
  expect(await agent.skill('say').call({ to: 'me' })).toEqual({ word: 'hello' });
  plain.child.kill('SIGTERM');
  expect(await plain.exit).toBe(0);

  const tls = ['--grpc-key', 'key.pem', '--grpc-cert', 'cert.pem', '--json'];
  const secure = startCli([...args, ...tls], { cwd });
  const [, port = ''] = await secure.waitFor(/"grpc":"https:\/\/127\.0\.0\.1:(\d+)"/u);
  const socket = connectTls({
    port: Number(port),
    host: '127.0.0.1',
    servername: 'localhost',
    ca: certificate,
    ALPNProtocols: ['h2'],
  });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  expect(socket.alpnProtocol).toBe('h2');
  secure.child.kill('SIGTERM');
  expect(await secure.exit).toBe(0);
});

test.concurrent.for([
  [['--grpc-key', 'key.pem'], 'add --grpc-port'],
  [['--grpc-port', '0', '--grpc-key', 'key.pem'], 'add --grpc-cert'],
  [['--grpc-port', '0', '--grpc-key', 'no.pem', '--grpc-cert', 'no.pem'], '"no.pem"'],
  [['--grpc-port', '0', '--grpc-key', 'agent.js', '--grpc-cert', 'agent.js'], 'in PEM'],
] as const)('start refuses %j', async ([flags, says], { expect }) => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello'), 'key.pem': '' });
  const { code, stderr } = await runKept(['start', 'agent.js', '--port', '0', ...flags], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(says);
});

test.concurrent('flags count before the environment, and that before the config file', async ({
  expect,
}) => {
  const config = { port: 0, publicUrl: 'https://file.example', push: true };
  const cwd = makeCliFolder({
    'agent.js': toAgentModule('hello'),
    'formwork.config.json': JSON.stringify(config),
  });
  const env = { FORMWORK_PUBLIC_URL: 'https://env.example', FORMWORK_PUSH: 'false' };
  const flags = ['--allow-anonymous', '--public-url', 'https://flag.example'];
  const program = startCli(['start', 'agent.js', '--json', ...flags], { cwd, env });
  const url = await findUrl(program);
  const response = await fetch(`${url}/.well-known/agent-card.json`, {
    headers: { 'a2a-version': '1.0' },
  });
  expect(await response.json()).toMatchObject({
    supportedInterfaces: expect.arrayContaining([
      expect.objectContaining({ url: 'https://flag.example/a2a' }),
    ]) as unknown,
    capabilities: { pushNotifications: false },
  });
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

test.concurrent.for([
  [['missing.ts'], {}, { code: 2, reason: /there is no such file/u }],
  [['text.ts'], {}, { code: 1, reason: /default export must be an agent/u }],
  [['broken.ts'], {}, { code: 1, reason: /must be a module that runs/u }],
  [['faulty.ts'], {}, { code: 1, reason: /Cannot run "faulty\.ts"/u }],
  [
    ['agent.js', '--port', '70000'],
    {},
    { code: 2, reason: /--port must be a number from 0 to 65535/u },
  ],
  [['agent.js'], { PORT: 'x' }, { code: 2, reason: /PORT must be a number/u }],
  [['agent.js', '--retention-age', 'soon'], {}, { code: 2, reason: /a time such as 30s/u }],
  [['agent.js', '--config', 'odd.json'], {}, { code: 2, reason: /current key is "colour"/u }],
  [['agent.js', '--config', 'cut.json'], {}, { code: 3, reason: /cut\.json:1:9/u }],
] as const)('start %j with %j ends with %j', async ([args, env, told], { expect }) => {
  const cwd = makeCliFolder({
    'agent.js': toAgentModule('hello'),
    'text.ts': 'export default "hello";',
    'broken.ts': 'export default {',
    'faulty.ts': toAgentModule('hello').replace("id: 'say'", "id: ''"),
    'odd.json': '{ "colour": "red" }',
    'cut.json': '{"port":}',
  });
  const ended = await runKept(['start', ...args], { cwd, env });
  expect(ended.stderr).toMatch(told.reason);
  expect(ended.stderr).not.toMatch(/\n {4}at /u);
  expect(ended.code).toBe(told.code);
});

test.concurrent('a port that is taken is told in one line', async ({ expect }) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const { code, stderr } = await runKept(['start', 'agent.js', '--port', `${port}`], { cwd });
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(`${port}`);
  expect(code).toBe(1);
});

test.concurrent.for([
  ['export const x = ;', 'SyntaxError: Expression expected (agent.ts:1:18)'],
  ['enum X {A}', 'enum is not supported in strip-only mode (agent.ts:1:1)'],
  ["\nthrow new Error('no database');", 'Error: no database (agent.ts:2:7)'],
  ["import './gone.ts';", 'Cannot find module'],
  ['await new Promise(() => {});', 'it waits for what never comes'],
  ['process.exit(7);', 'it ended the process with code 7'],
  ['process.exit();', 'it ended the process with code 0'],
] as const)('start tells what is wrong with %j', async ([text, reason], { expect }) => {
  const cwd = makeCliFolder({ 'agent.ts': text });
  // A module that changes its process gets a process of its own.
  const run = /process|await/u.test(text) ? runCli : runKept;
  const { code, stderr } = await run(['start', 'agent.ts', '--port', '0'], { cwd });
  expect(stderr).toContain(reason);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});
