// The skills as tools of MCP, at a path beside the agent.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import type { Behaviour, Served } from '../served.ts';

/** Connects a host of MCP whose person answers each question with the given data. */
async function connectHost(
  { url, fetch }: Served,
  content?: Record<string, string>,
): Promise<Client> {
  const capabilities = content === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client(
    { name: 'tried-host', version: '1' },
    { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  if (content !== undefined) {
    client.setRequestHandler('elicitation/create', () =>
      Promise.resolve({ action: 'accept' as const, content }),
    );
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${url('open')}/mcp`), {
    fetch,
  });
  await client.connect(transport);
  return client;
}

export const MCP: readonly Behaviour[] = [
  {
    name: 'MCP: tools are listed and called',
    async run(served) {
      const client = await connectHost(served);
      const { tools } = await client.listTools();
      assert(tools.some(({ name }) => name === 'double'));
      const result = await client.callTool({ name: 'double', arguments: { value: 4 } });
      assert.deepEqual(result.structuredContent, { value: 8 });
      await client.close();
    },
  },
  {
    name: 'MCP: a question is asked',
    async run(served) {
      const client = await connectHost(served, { reply: 'Ada' });
      const result = await client.callTool({ name: 'greet', arguments: {} });
      assert.match(JSON.stringify(result), /Hello, Ada/u);
      await client.close();
    },
  },
];
