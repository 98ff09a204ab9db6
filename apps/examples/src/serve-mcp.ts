// An agent that also serves MCP, for hosts that know no A2A: at /mcp its skills are tools.

import { defineAgent, defineSkill } from '@formwork/core';
import { createBridge, createMcpRouter } from '@formwork/mcp';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const count = defineSkill({
  id: 'count-words',
  name: 'Count words',
  description: 'Counts the words of a text.',
  tags: ['text'],
  input: { page: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
  output: {
    words: { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] },
  },
  run: ({ input }) => ({ words: input.text.split(/\s+/u).length }),
});
const agent = defineAgent({ name: 'Counter', version: '1.0.0', skills: [count] });
const server = createServer(agent);

const bridge = createBridge({
  // The tools come from the server itself, which also tells the bridge where to send calls.
  agents: [{ alias: 'counter', server }],
  // The MCP server presents itself with the name, version and description of the agent.
  identity: () => agent,
});
const mcp = createMcpRouter(bridge);
server.app.use('/mcp', mcp.router);
const { url } = await server.listen({ port: 0 });

// Sends a request as an MCP host does; a real host would use an SDK.
async function ask(
  method: string,
  params: { readonly name?: string; readonly arguments?: object },
) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(params.name !== undefined && { 'Mcp-Name': params.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  // A call that takes a moment is answered by a stream of events, the last of which has the result.
  const text = await response.text();
  const last = text.split('\n').findLast((line) => line.startsWith('data: {'));
  const { result } = JSON.parse(last?.slice('data: '.length) ?? text) as {
    result: Record<string, unknown>;
  };
  return result;
}

const { instructions } = await ask('server/discover', {});
assert.match(String(instructions), /skills of the agent "Counter"/u);

const { tools } = await ask('tools/list', {});
assert.deepEqual(
  (tools as { name: string }[]).map(({ name }) => name),
  ['counter_count-words', 'counter_ask', 'a2a_task'],
);
const { structuredContent } = await ask('tools/call', {
  name: 'counter_count-words',
  arguments: { text: 'three little words' },
});
assert.deepEqual(structuredContent, { words: 3 });

await mcp.close();
await bridge.close();
await server.close();
