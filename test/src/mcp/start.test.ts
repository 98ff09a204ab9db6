import { createBridge } from '@formwork/mcp';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { TEST_LIMIT } from '../support/limits.ts';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { startCli } from '../support/run-cli.ts';
import { connectModern, StartedOnce, type Host } from './hosts.ts';

const BIN = new URL('../../../packages/cli/bin/formwork.cjs', import.meta.url).pathname;

/** A server that accepts connections and never answers. */
interface Silent {
  readonly url: string;
  /** Returns the number of requests that wait for an answer. */
  readonly waiting: () => number;
}

async function startSilent(): Promise<Silent> {
  let waiting = 0;
  const server = createServer((_request, response) => {
    waiting += 1;
    response.once('close', () => (waiting -= 1));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, waiting: () => waiting };
}

/** Returns an address at which no server listens. */
async function findClosed(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

function startLive(): Promise<string> {
  return startRawAgent(({ reply }) => reply({ task: toTask('t', 'TASK_STATE_COMPLETED', 'here') }));
}

type Open = (args: readonly string[], env: Record<string, string>) => Promise<Host>;

const overStdio: Open = (args, env) =>
  connectModern(
    new StartedOnce({
      command: process.execPath,
      args: [BIN, 'mcp', ...args],
      env: { PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE, ...env },
      stderr: 'ignore',
    }),
  );

const overHttp: Open = async (args, env) => {
  const program = startCli(['mcp', '--http', '--port', '0', ...args], { env });
  const [address] = await program.waitFor(/http:\/\/127\.0\.0\.1:\d+\/mcp/u);
  return connectModern(new StreamableHTTPClientTransport(new URL(address)));
};

test.each([
  ['standard input and output', overStdio],
  ['HTTP', overHttp],
])(
  'the tools of 20 agents are listed while others are still waited for, over %s',
  async (_way, open) => {
    const silent = await startSilent();
    const urls = await Promise.all(Array.from({ length: 20 }, startLive));
    const live = urls.map((url, index) => `live-${index}=${url}`);
    const noCard = await startRawAgent(() => {}, { supportedInterfaces: [] });
    const away = [`away=${await findClosed()}`, `silent=${silent.url}`, `broken=${noCard}`];
    const folder = makeCliFolder({});
    const host = await open([...live, ...away], {
      XDG_CONFIG_HOME: folder,
      XDG_CACHE_HOME: folder,
    });
    const list = async () => (await host.listTools()).map(({ name }) => name);
    // The list came while the silent agent still had time to answer.
    await expect
      .poll(async () => {
        const names = await list();
        return silent.waiting() > 0 ? names.filter((name) => name.startsWith('live-')) : [];
      })
      .toHaveLength(40);
    const names = await list();
    expect(names).not.toContain('silent_ask');
    expect(await host.call('live-7_ask', { message: 'hello' })).toMatchObject({
      structuredContent: { text: 'here' },
    });
    expect(await host.call('away_ask', { message: 'hello' })).toMatchObject({ isError: true });
  },
);

test('names that are not found for long hold nobody up', async () => {
  let asked = 0;
  const bridge = createBridge({
    agents: [
      { alias: 'live', url: await startLive() },
      ...Array.from({ length: 20 }, (_, index) => ({
        alias: `lost-${index}`,
        url: `https://lost-${index}.example`,
      })),
    ],
    // The look-up of a host name never ends.
    lookup: () => void (asked += 1),
    listTimeoutMs: 1500,
    cardTimeoutMs: 2 * TEST_LIMIT,
  });
  onTestFinished(() => bridge.close());
  const list = async () => (await bridge.agents.listTools()).map(({ name }) => name);
  // An agent that is there is listed as soon as it is found.
  await expect.poll(list).toEqual(['live_echo', 'live_ask']);
  expect(asked).toBe(20);
  // The next list does not wait for agents that were slow before: it needs no timer.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await list()).toEqual(['live_echo', 'live_ask']);
});
