// A bare MCP server of the SDK with one tool that calls an agent: the least that a bridge can cost.
// The tool has the schemas, the text and the data that the bridge gives a skill of this agent, and
// calls it by the typed client. Run by start-bridge.ts: node bare-server.ts stdio|http URL

import { connect } from '@formwork/client';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fightComparison, fightResponse } from '../servers/schemas.ts';

const [way, agent = ''] = process.argv.slice(2);
const skill = (await connect(agent)).skill('fight-comparison');
// Both schemas are compiled once, although HTTP makes a server for each request.
const inputSchema = fromJsonSchema<Readonly<Record<string, unknown>>>(fightComparison);
const outputSchema = fromJsonSchema(fightResponse);

function createBareServer(): McpServer {
  const server = new McpServer({ name: 'bare', version: '1' });
  const tool = { description: 'Compares.', inputSchema, outputSchema };
  server.registerTool('bench_fight-comparison', tool, async (input) => {
    const data = await skill.call(input);
    return {
      content: [{ type: 'text', text: JSON.stringify(data, undefined, 2) }],
      structuredContent: data,
    };
  });
  return server;
}

if (way === 'stdio') {
  serveStdio(createBareServer);
} else {
  // The SDK has a type of its own for requests of Node.
  const handle = toNodeHandler(createMcpHandler(createBareServer)) as RequestListener;
  const server = createServer(handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}
