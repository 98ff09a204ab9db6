import { demoAgent } from '@formwork/demo';
import { createGatewaySource } from '@formwork/react';
import { expect, test } from 'vitest';
import type { Program } from '../support/follow-program.ts';
import { startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { startServer } from '../support/start-server.ts';

async function findUrl(program: Program): Promise<string> {
  const [, url = ''] = await program.waitFor(/(http:\/\/[\w.:[\]]+)/u);
  return url;
}

test('forms serves a page for the agents it is given, and for those of this machine', async () => {
  const { url: agent } = await startServer(demoAgent);
  const program = startCli(['forms', agent, '--port', '0']);
  const [, url = ''] = await program.waitFor(/Forms are at (http:\S+)\/$/mu);
  expect(program.output()).toContain(agent);
  expect(await (await fetch(`${url}/api/config`)).json()).toEqual({
    mode: 'many',
    agents: [{ url: agent }],
  });
  const other = agent.replace('127.0.0.1', 'localhost');
  expect(await createGatewaySource(`${url}/api`, other).describe()).toMatchObject({
    name: demoAgent.name,
  });
  const inside = createGatewaySource(`${url}/api`, 'http://10.0.0.1');
  await expect(inside.describe()).rejects.toMatchObject({ reason: 'ADDRESS_REFUSED' });
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

test('forms calls none but those on its list if told so', async () => {
  const args = ['forms', 'https://agents.example', '--listed-only', '--json', '--port', '0'];
  const program = startCli(args);
  const url = await findUrl(program);
  const other = createGatewaySource(`${url}/api`, 'https://other.example').describe();
  await expect(other).rejects.toMatchObject({ code: 'GATEWAY_REFUSED', reason: 'AGENT' });
  program.child.kill('SIGINT');
  expect(await program.exit).toBe(0);
});

test('forms says what is wrong with its port, with a variable that it does not read, and with the address of an agent', async () => {
  const { url } = await startServer(demoAgent);
  const taken = await runKept(['forms', '--port', new URL(url).port]);
  expect(taken).toMatchObject({ code: 1 });
  expect(taken.stderr).toContain('current value is in use by another program');
  const key = await runKept(['forms', '--port', '0'], { env: { FORMWORK_API_KEY: 'secret' } });
  expect(key.code).toBe(2);
  expect(key.stderr).toContain('must be absent: current variable is FORMWORK_API_KEY');
  const wrong = await runKept(['forms', 'localhost:4100']);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('Did you mean http://localhost:4100?');
});
