// An MCP server offered as an agent: its tools become skills. The MCP server is this file, started
// as a second process.

import { connect } from '@formwork/client';
import { createMcpAgent } from '@formwork/mcp';
import { createServer } from '@formwork/server';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const file = fileURLToPath(import.meta.url);
if (process.argv[2] === 'tools') serveTools();
else await serveAgent();

function serveTools(): void {
  serveStdio(() => {
    const server = new McpServer({ name: 'Counter', version: '1.0.0' });
    const words = {
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ words: z.int() }),
    };
    server.registerTool('count_words', { description: 'Counts words.', ...words }, ({ text }) => ({
      content: [],
      structuredContent: { words: text.split(/\s+/u).length },
    }));
    return server;
  });
}

async function serveAgent(): Promise<void> {
  const mcp = await createMcpAgent({
    command: process.execPath,
    args: [file, 'tools'],
  });
  const server = createServer(mcp.agent);
  // When the tools change, the card of the agent changes as well.
  mcp.onAgentChanged(server.replaceAgent);
  const { url } = await server.listen({ port: 0 });

  const remote = await connect(url);
  assert.equal(remote.card.name, 'Counter');
  const result = await remote.skill('count_words').call({ text: 'three little words' });
  assert.deepEqual(result, { words: 3 });
  // The skill has the schema of the tool, so wrong input never reaches the tool.
  await assert.rejects(remote.skill('count_words').call({ text: 3 }), /text/u);

  await server.close();
  await mcp.close();
}
