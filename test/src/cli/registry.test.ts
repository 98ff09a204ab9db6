import { connect } from '@formwork/client';
import { createGatewaySource } from '@formwork/react';
import { createRegistry, createRegistryAgent } from '@formwork/registry';
import { test } from 'vitest';
import { demoAgent } from '@formwork/demo';
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
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
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
  await expect.poll(list, { timeout: 15_000 }).toEqual({
    mode: 'many',
    agents: [{ url: registryUrl }, { url: agent, name: 'Formwork demo' }],
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
