import { createServer } from '@formwork/server';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { readUi, UI_EXTENSION, VIEW_TYPE } from './app-host/open-app-host.ts';
import { createFixtureAgent } from './fixture-agent.ts';
import { connectHost, serveBridge } from './hosts.ts';

const VIEW_URI = 'ui://formwork/view.html';

async function startAgent(): Promise<string> {
  const server = createServer(createFixtureAgent(), { openTasks: true });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  return url;
}

/** Connects a host of protocol revision 2025-11-25 that supports MCP Apps. */
async function connectOldApp(bridge: URL): Promise<OldClient> {
  const extensions = { [UI_EXTENSION]: { mimeTypes: [VIEW_TYPE] } };
  const client = new OldClient({ name: 'old', version: '1' }, { capabilities: { extensions } });
  await client.connect(new OldHttp(bridge));
  onTestFinished(() => client.close());
  return client;
}

test('the page is one file of less than 218 kB that names nothing to load', async () => {
  const host = await connectHost('new http', {
    agents: [{ alias: 'fix', url: await startAgent() }],
  });
  const { contents } = await host.client.readResource({ uri: VIEW_URI });
  const [content] = contents as { text: string; mimeType: string; _meta: object }[];
  expect(content).toMatchObject({
    uri: VIEW_URI,
    mimeType: 'text/html;profile=mcp-app',
    _meta: { ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [] } } },
  });
  const html = content?.text ?? '';
  expect(html).toMatch(/^<!doctype html>/iu);
  // Here, 1 kB is 1,000 bytes.
  expect(gzipSync(html, { level: 9 }).length).toBeLessThan(218_000);
  const markup = html.replace(/<script>.*<\/script>/su, '').replace(/<style>.*<\/style>/su, '');
  expect(markup).not.toMatch(/(?:src|href)\s*=/u);
  expect(html.match(/<script/gu)).toHaveLength(html.split('<\\/script').length);
  const style = /<style>(.*?)<\/style>/su.exec(html)?.[1] ?? '';
  expect(style).not.toBe('');
  expect(style).not.toMatch(/url\(|@import/u);
});

test('hosts without pages see the tools as ever, and no tool of the page', async () => {
  const host = await connectHost('new http', {
    agents: [{ alias: 'fix', url: await startAgent() }],
  });
  const { tools } = await host.client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('a2a_submit');
  expect(readUi(tools[0])).toEqual({ resourceUri: VIEW_URI });
  const args = { tool: 'fix_compare', arguments: { a: 'Lion', b: 'Ox' } };
  await expect(host.call('a2a_submit', args)).rejects.toThrow(/Unknown tool/u);
  // The text of the result tells everything that the page shows.
  const result = await host.call('fix_order', {});
  expect(result).toMatchObject({ structuredContent: { state: 'input_required' } });
  expect(result).not.toHaveProperty('_meta.dev.formwork/a2a.envelope');
});

test('hosts of 2025-11-25 with pages have the tool of the page, for pages only', async () => {
  const bridge = await serveBridge({ agents: [{ alias: 'fix', url: await startAgent() }] });
  const client = await connectOldApp(bridge);
  const { tools } = await client.listTools();
  const submit = tools.find(({ name }) => name === 'a2a_submit');
  expect(readUi(submit)).toEqual({ resourceUri: VIEW_URI, visibility: ['app'] });
  const call = (args: Record<string, unknown>) =>
    client.callTool({ name: 'a2a_submit', arguments: args });
  expect(await call({ tool: 'fix_compare', arguments: { a: 'Lion', b: 'Ox' } })).toMatchObject({
    structuredContent: { state: 'completed', output: { winner: 'Lion' } },
  });
  expect(await call({ tool: 'fix_compare', arguments: { a: 'Lion' } })).toMatchObject({
    isError: true,
    _meta: { 'dev.formwork/a2a': { code: 'input_invalid', problems: [{ pointer: '/b' }] } },
  });
  expect(await call({ tool: 'a2a_task', arguments: {} })).toMatchObject({ isError: true });
  expect(await call({ wait_seconds: 'soon' })).toMatchObject({ isError: true });
  expect(await call({ action: 'wait' })).toMatchObject({ isError: true });
  await expect(call({ tool: 'fix_nothing', arguments: {} })).rejects.toThrow(/Unknown tool/u);
  const asked = await call({ tool: 'fix_order', arguments: {} });
  expect(asked).toMatchObject({
    structuredContent: {
      state: 'input_required',
      question: { reply_schema: { properties: { to: { properties: { street: {} } } } } },
    },
  });
  const { contents } = await client.readResource({ uri: VIEW_URI });
  expect(contents[0]?.mimeType).toBe('text/html;profile=mcp-app');
});
