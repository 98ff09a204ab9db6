// Not over every binding: hosts of MCP meet the agent's own door.
import { join } from 'node:path';
import { StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { makeCliFolder, replaceFile, toAgentModule } from '../support/cli-folder.ts';
import { startCli } from '../support/run-cli.ts';
import { connectModern, connectOld } from './hosts.ts';

test('hosts of both lines call on after a reload of dev, and after its restart', async () => {
  const folder = makeCliFolder({ 'agent.ts': toAgentModule('one') });
  const file = join(folder, 'agent.ts');
  const dev = (port: string) =>
    startCli(['dev', file, '--port', port], { env: { XDG_CONFIG_HOME: join(folder, 'config') } });
  const first = dev('0');
  const [address] = await first.waitFor(/http:\/\/127\.0\.0\.1:\d+\/mcp/u);
  const url = new URL(address);
  const hosts = [await connectOld(new OldHttp(url)), await connectModern(new ModernHttp(url))];
  const call = async () => {
    const results = await Promise.all(hosts.map((host) => host.call('say', { to: 'Ada' })));
    return results.map(({ structuredContent }) => structuredContent?.['word']);
  };
  expect(await call()).toEqual(['one', 'one']);
  replaceFile(file, toAgentModule('two'));
  // A call that is under way when a process ends fails at its host, which may wait for long.
  await first.waitFor(/Reloaded in/u);
  expect(await call()).toEqual(['two', 'two']);
  first.child.kill('SIGKILL');
  await first.exit;
  await dev(url.port).waitFor(/127\.0\.0\.1:\d+\/mcp/u);
  expect(await call()).toEqual(['two', 'two']);
});
