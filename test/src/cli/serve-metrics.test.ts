import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { sumSamples } from '../telemetry/collector.ts';

test('start serves metrics on a port of their own, and adds events of security to a file', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const args = ['start', 'agent.js', '--port', '0', '--metrics-port', '0', '--audit', 'log/audit'];
  const program = startCli(args, { cwd });
  const [, door = ''] = await program.waitFor(/JSON-RPC +(http:\S+)\/a2a/u);
  const [, metrics = ''] = await program.waitFor(/Metrics +(http:\S+\/metrics)/u);
  expect(new URL(metrics).hostname).toBe('127.0.0.1');
  expect(new URL(metrics).port).not.toBe(new URL(door).port);
  const params = { message: createMessage([{ text: 'hi' }]) };
  await callJsonRpc(door, { method: 'SendMessage', params });
  await callJsonRpc(
    door,
    { method: 'GetTask', params: { id: 'x' } },
    { headers: { origin: 'https://evil.example' } },
  );
  const token = 'quagga';
  expect(await ask(`${door}/a2a/rest/tasks/${token}?token=${token}`, 'evil.example')).toBe(421);
  await fetch(`${door}/${token}/${token}`, { headers: { authorization: `Bearer ${token}` } });
  const scrape = async () => (await fetch(metrics)).text();
  const requests = { door: 'json-rpc', method: 'SendMessage', outcome: 'ok' };
  await expect
    .poll(async () =>
      sumSamples(await scrape(), 'formwork_request_duration_seconds_count', requests),
    )
    .toBe(1);
  expect(await scrape()).toContain('# TYPE formwork_request_duration_seconds histogram');
  expect((await fetch(metrics.replace('/metrics', '/'))).status).toBe(404);
  expect(await ask(metrics, 'evil.example')).toBe(421);

  const file = join(cwd, 'log/audit');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      time: expect.any(String),
      kind: 'origin-refused',
      address: '127.0.0.1',
      path: '/a2a',
      origin: 'https://evil.example',
    },
    {
      time: expect.any(String),
      kind: 'host-refused',
      address: '127.0.0.1',
      path: '/a2a/rest/tasks/:id',
      host: 'evil.example',
    },
  ]);
  expect(await scrape()).not.toContain(token);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(cwd, 'log')).mode & 0o777).toBe(0o700);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  expect(program.output()).not.toContain(token);
});

test('a port for metrics that is taken is told', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const args = ['start', 'agent.js', '--port', '0', '--metrics-port', String(port)];
  const { code, stderr } = await runKept(args, { cwd });
  expect(code).not.toBe(0);
  expect(stderr).toContain(`Cannot listen on 127.0.0.1:${port}`);
});

/** Requests a URL with another Host header; returns the HTTP status. */
function ask(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode)).end();
  });
}
