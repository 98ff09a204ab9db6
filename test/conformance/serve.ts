// Serves the conformance agent through the bridge to MCP, and prints the URL.

import { createBridge, createMcpRouter } from '@formwork/mcp';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createConformanceServer } from './create-conformance-server.ts';
import { PROMPTS, RESOURCES } from './operator-content.ts';

const { url } = await createConformanceServer().listen({ port: 0 });
const bridge = createBridge({
  agents: [{ alias: 'suite', url, prefix: false, results: 'envelope' }],
  // A call that takes longer becomes a task for hosts that follow tasks.
  taskAfterMs: 400,
  resources: RESOURCES,
  prompts: PROMPTS,
  logger: { info: () => {}, warn: (message, fields) => console.error(message, fields) },
});
const app = express();
app.use('/mcp', createMcpRouter(bridge).router);
const server = app.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
