import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { findPort, ListeningServer } from '../support/listening-server.ts';
import { getProgram } from '../support/programs/get-program.ts';
import { CADDY } from '../support/programs/programs.ts';

// Checks the settings of the proxies in docs/operate/files with Caddy itself.

const OPERATIONS = new URL('../../../docs/operate/files/', import.meta.url);

// Getting a program may take longer than any test.
const caddy = await getProgram(CADDY);

/** Makes a folder that lasts until the test is over, with one file; returns the file's path. */
function saveText(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, text);
  return file;
}

function toArguments(command: string, text: string): readonly string[] {
  return [command, '--adapter', 'caddyfile', '--config', saveText(text)];
}

interface Replica {
  readonly server: Server;
  isReady: boolean;
}

/** Starts a server that answers as a replica does: with its name, and at `/readyz`. */
async function startReplica(port: number): Promise<Replica> {
  const replica: Replica = {
    isReady: true,
    server: createServer((request, response) => {
      request.resume();
      response.statusCode = request.url === '/readyz' && !replica.isReady ? 503 : 200;
      request.once('end', () => response.end(String(port)));
    }),
  };
  replica.server.listen(port, '127.0.0.1');
  await once(replica.server, 'listening');
  onTestFinished(() => kill(replica));
  return replica;
}

function kill({ server }: Replica): void {
  server.close();
  server.closeAllConnections();
}

function compare(first: number, second: number): number {
  return first - second;
}

/** Sends requests through the proxy, and returns their statuses and the replicas that answered. */
async function send(port: number, count: number) {
  const statuses = new Set<number>();
  const replicas = new Set<number>();
  for (let sent = 0; sent < count; sent += 1) {
    const body = JSON.stringify({ sent });
    const response = await fetch(`http://127.0.0.1:${port}/a2a`, { method: 'POST', body });
    statuses.add(response.status);
    replicas.add(Number(await response.text()));
  }
  return { statuses: [...statuses], replicas: [...replicas].toSorted(compare) };
}

test('the proxy of three replicas gives no request to one that is gone or not ready', async () => {
  const [port, ...ports] = [await findPort(), await findPort(), await findPort(), await findPort()];
  const [first, second, third] = ports;
  const documented = readFileSync(new URL('Caddyfile', OPERATIONS), 'utf8');
  const text = [port, ...ports].reduce(
    (given, own, index) => given.replace(`:${4100 + index}`, `:${own}`),
    documented,
  );
  const replicas = await Promise.all(ports.map(startReplica));
  const proxy = await ListeningServer.start(caddy, toArguments('run', text), {
    port,
  });
  onTestFinished(() => proxy.stop());
  expect(await send(port, 12)).toEqual({ statuses: [200], replicas: ports.toSorted(compare) });

  if (replicas[0] !== undefined) kill(replicas[0]);
  // The request with which the proxy notices the loss may fail, but none after it.
  await send(port, 3);
  for (let round = 0; round < 6; round += 1) {
    const { statuses, replicas: answering } = await send(port, 6);
    expect(statuses).toEqual([200]);
    expect(answering).not.toContain(first);
    // Real time: the proxy looks after its replicas by its own clock between the rounds.
    await sleep(500);
  }
  await expect
    .poll(() => send(port, 6))
    .toMatchObject({ replicas: [second ?? 0, third ?? 0].toSorted(compare) });

  if (replicas[1] !== undefined) replicas[1].isReady = false;
  await expect.poll(() => send(port, 12)).toMatchObject({ replicas: [third] });
  await startReplica(first ?? 0);
  await expect
    .poll(() => send(port, 12))
    .toEqual({ statuses: [200], replicas: [first ?? 0, third ?? 0].toSorted(compare) });
});

test('the proxy of the compose file is one that Caddy takes', async () => {
  const compose = parse(readFileSync(new URL('compose.yaml', OPERATIONS), 'utf8')) as {
    readonly services: { readonly proxy: { readonly command: readonly string[] } };
  };
  const [, , script = ''] = compose.services.proxy.command;
  const [, text = ''] = /^exec caddy run .* <<END\n(.*)^END\n$/msu.exec(script) ?? [];
  expect(text).toContain('reverse_proxy');
  const { file, env } = caddy;
  const options = { env: { ...process.env, ...env } };
  const validated = promisify(execFile)(file, toArguments('validate', text), options);
  await expect(validated).resolves.toBeDefined();
});
