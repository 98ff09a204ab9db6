import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { createFixtureAgent } from './fixture-agent.ts';
import { serveBridge } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';

const UI = 'io.modelcontextprotocol/ui';
const capabilities = { extensions: { [UI]: { mimeTypes: ['text/html;profile=mcp-app'] } } };

interface Tools {
  readonly tools: readonly { readonly name: string; readonly _meta?: object }[];
}

async function ask(app?: boolean) {
  const { url: agent } = await startServer(createFixtureAgent(), { openTasks: true });
  const url = await serveBridge({
    agents: [{ alias: 'fix', url: agent }],
    ...(app !== undefined && { app }),
  });
  const { tools } = (await callRaw(url, 'tools/list', { capabilities })).result as unknown as Tools;
  const found = await callRaw(url, 'server/discover');
  const params = { uri: 'ui://formwork/view.html' };
  const headers = { 'mcp-name': params.uri };
  const submit = {
    name: 'a2a_submit',
    arguments: { tool: 'fix_ask', arguments: { message: 'x' } },
  };
  return {
    tools: tools.map(({ name }) => name),
    shown: tools.filter(({ _meta: meta }) => JSON.stringify(meta ?? {}).includes('ui://')).length,
    offered: JSON.stringify(found.result).includes(UI),
    page: (await callRaw(url, 'resources/read', { params, headers })).error === undefined,
    submitted:
      (await callRaw(url, 'tools/call', { params: submit, capabilities })).error === undefined,
  };
}

test('without the page there is nothing of it, and the tools are the same', async () => {
  const on = await ask();
  expect(on).toMatchObject({ offered: true, page: true, submitted: true });
  expect(on.shown).toBe(on.tools.length);
  const off = await ask(false);
  expect(off).toMatchObject({ offered: false, page: false, submitted: false, shown: 0 });
  expect(off.tools).toEqual(on.tools.filter((name) => name !== 'a2a_submit'));
});
