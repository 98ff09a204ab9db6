import { connect } from '@formwork/client';
import { demoAgent } from '@formwork/demo';
import { startPostgres } from '@formwork/postgres/testing';
import { createGatewaySource } from '@formwork/react';
import { createRegistry, createRegistryAgent } from '@formwork/registry';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import type { Program } from '../support/follow-program.ts';
import { startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { startServer } from '../support/start-server.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';

followTests();

async function findUrl(program: Program): Promise<string> {
  const [, url = ''] = await program.waitFor(/(http:\/\/[\w.:[\]]+)/u);
  return url;
}

/**
 * Returns a new name for a schema in a PostgreSQL database, which is dropped when the test is over.
 */
async function createSchema(): Promise<string> {
  const server = await startPostgres();
  const schema = `registry_${randomUUID().replaceAll('-', '')}`;
  onTestFinished(async () => {
    const client = new pg.Client(server.connection);
    await client.connect();
    await client.query(`drop schema if exists ${schema} cascade`);
    await client.end();
    await server.stop();
  });
  return `${server.url}?schema=${schema}`;
}

async function call(
  url: string,
  { skill, headers = {} }: { readonly skill: string; readonly headers?: Record<string, string> },
  input: object = {},
): Promise<unknown> {
  return (await connect(url, { headers })).skill(skill).call(input);
}

test.concurrent('registry serves a registry whose agents are there after a restart', async ({
  expect,
}) => {
  const { url: agent } = await startServer(demoAgent);
  const cwd = makeCliFolder({});
  const args = ['registry', '--port', '0', '--store', 'data/registry.sqlite'];
  const first = startCli(args, { cwd });
  const url = await findUrl(first);
  expect(await call(url, { skill: 'register' }, { url: agent })).toMatchObject({
    agent: { name: 'Formwork demo', url: agent, status: 'healthy' },
    created: true,
    key: expect.stringMatching(/^[\w-]{22}$/u),
  });
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);

  const second = startCli(args, { cwd });
  const again = await findUrl(second);
  expect(await call(again, { skill: 'discover' }, { text: 'demo' })).toMatchObject({
    totalCount: 1,
    agents: [{ url: agent, tags: expect.any(Array) }],
  });
  const inside = call(again, { skill: 'register' }, { url: 'http://169.254.169.254' });
  await expect(inside).rejects.toThrow('leads into a private network');
  second.child.kill('SIGTERM');
  expect(await second.exit).toBe(0);
});

test.concurrent('registries on one PostgreSQL database know the same agents, also after a restart', async ({
  expect,
}) => {
  const { url: agent } = await startServer(demoAgent);
  const cwd = makeCliFolder({});
  const args = ['registry', '--port', '0', '--store', await createSchema()];
  const programs = [startCli(args, { cwd }), startCli(args, { cwd })];
  const [one = '', other = ''] = await Promise.all(programs.map(findUrl));
  expect(await call(one, { skill: 'register' }, { url: agent })).toMatchObject({ created: true });
  expect(await call(other, { skill: 'discover' })).toMatchObject({
    totalCount: 1,
    agents: [{ url: agent }],
  });
  for (const { child, exit } of programs) {
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  }
  const third = startCli(args, { cwd });
  expect(await call(await findUrl(third), { skill: 'discover' })).toMatchObject({ totalCount: 1 });
  third.child.kill('SIGTERM');
  expect(await third.exit).toBe(0);
});

test.concurrent('registry refuses a store behind PgBouncer with the reason', async ({ expect }) => {
  const store = 'postgres://formwork@127.0.0.1:1/agents?pgbouncer=true';
  const { code, stderr } = await runKept(['registry', '--port', '0', '--store', store], {
    cwd: makeCliFolder({}),
  });
  expect(code).toBe(2);
  expect(stderr).toContain('Cannot keep the registry behind PgBouncer because');
});

test.concurrent('registry keeps apart what callers with API keys have registered', async ({
  expect,
}) => {
  const { url: agent } = await startServer(demoAgent);
  const config = { apiKeys: { 'key-of-ada-1234567': 'ada', 'key-of-eve-1234567': 'eve' } };
  const cwd = makeCliFolder({ 'formwork.config.json': JSON.stringify(config) });
  const program = startCli(['registry', '--port', '0', '--json'], { cwd });
  const url = await findUrl(program);
  const as = (name: string, skill: string, input: object = {}) =>
    call(url, { skill, headers: { 'x-api-key': `key-of-${name}-1234567` } }, input);
  const registered = await as('ada', 'register', { url: agent });
  const { agent: listed, key } = registered as {
    readonly agent: { readonly agentId: string };
    readonly key?: string;
  };
  expect(key).toBeUndefined();
  const { agentId } = listed;
  await expect(as('eve', 'remove', { agentId })).rejects.toThrow('you must be who registered it');
  expect(await as('eve', 'discover')).toMatchObject({ totalCount: 1 });
  expect(await as('ada', 'remove', { agentId })).toMatchObject({ url: agent });
  await expect(call(url, { skill: 'discover' })).rejects.toMatchObject({ status: 401 });
  const token = 'a-token-that-stands-in-a-path-0198c1f2';
  await fetch(`${url}/people/answers/${token}?token=${token}`, { headers: { 'x-api-key': token } });
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  // What the process has written has no credential.
  expect(program.output()).not.toContain(token);
  expect(program.output()).not.toContain('1234567');
});

test.concurrent('forms lists the agents of a registry, and the registry itself', async ({
  expect,
}) => {
  const { url: agent } = await startServer(demoAgent);
  const registry = createRegistry({ allowAddresses: 'local' });
  onTestFinished(() => registry.close());
  const { url: registryUrl } = await startServer(createRegistryAgent(registry), {
    openTasks: true,
  });
  await call(registryUrl, { skill: 'register' }, { url: agent });
  const program = startCli(['forms', '--registry', registryUrl, '--port', '0', '--json']);
  const url = await findUrl(program);
  const list = async () => (await fetch(`${url}/api/config`)).json();
  await expect.poll(list).toEqual({
    mode: 'many',
    agents: [{ url: registryUrl }, { url: agent, name: 'Formwork demo', isSuggested: true }],
  });
  expect(await createGatewaySource(`${url}/api`, agent).describe()).toMatchObject({
    name: 'Formwork demo',
  });
  expect(await createGatewaySource(`${url}/api`, registryUrl).describe()).toMatchObject({
    skills: expect.arrayContaining([expect.objectContaining({ id: 'discover' })]),
  });
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

test.concurrent('registry and forms say what is wrong with their flags', async ({ expect }) => {
  const wrongTime = await runKept(['registry', '--ttl', 'soon', '--port', '0']);
  expect(wrongTime).toMatchObject({ code: 2 });
  expect(wrongTime.stderr).toContain(
    '--ttl must be a time from 1s to 24h: current value is "soon"',
  );
  const wrongOrigin = await runKept(['registry', '--allow-origin', 'agents:4100', '--port', '0']);
  expect(wrongOrigin).toMatchObject({ code: 2 });
  expect(wrongOrigin.stderr).toContain('--allow-origin must be an http or https URL');
  const wrongUrl = await runKept(['forms', '--registry', 'registry:4100']);
  expect(wrongUrl).toMatchObject({ code: 2 });
  expect(wrongUrl.stderr).toContain('--registry must be an http or https URL');
});
