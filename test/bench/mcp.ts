// What the bridge to MCP adds to a call, and what many agents cost it. Run with the condition
// @formwork/source; prints ratios of the same machine at the same time.
import { createServer as createHttpServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from '@formwork/client';
import { defineAgent, defineSkill, toAgentCard } from '@formwork/core';
import { createBridge, createMcpRouter } from '@formwork/mcp';
import { createServer } from '@formwork/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import express from 'express';
import { median } from './median.ts';
import { measureStart } from './mcp/measure-start.ts';

const CALLS = Number(process.env['CALLS'] ?? 500);
const AGENTS = Number(process.env['AGENTS'] ?? 200);
const SKILLS = 10;

const pair = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' } },
  required: ['a', 'b'],
} as const;
const winner = {
  type: 'object',
  properties: { winner: { type: 'string' } },
  required: ['winner'],
} as const;

function createAgent(skills: number) {
  return defineAgent({
    name: 'Bench',
    version: '1.0.0',
    skills: Array.from({ length: skills }, (_, index) =>
      defineSkill({
        id: `fight-${index}`,
        name: 'Fight',
        description: 'Compares.',
        tags: [],
        input: { pair },
        output: { winner },
        run: ({ input }) => ({ winner: input.a }),
      }),
    ),
  });
}

async function serve(bridge: ReturnType<typeof createBridge>): Promise<Client> {
  const app = express();
  app.use('/mcp', createMcpRouter(bridge).router);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const client = new Client(
    { name: 'bench', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

async function compareCalls(): Promise<void> {
  const server = createServer(createAgent(1), { openTasks: true });
  const { url } = await server.listen({ port: 0 });
  const skill = (await connect(url)).skill('fight-0');
  const client = await serve(createBridge({ agents: [{ alias: 'bench', url }] }));
  await client.listTools();
  const input = { a: 'Lion', b: 'Tiger' };
  const call = { name: 'bench_fight-0', arguments: input };
  const direct: number[] = [];
  const streamed: number[] = [];
  const bridged: number[] = [];
  const hops: number[] = [];
  for (let round = 0; round < CALLS + 50; round += 1) {
    const times = [
      await time(() => skill.call(input)),
      await time(() => skill.call(input, { deadlineMs: 45_000 })),
      await time(() => client.callTool(call)),
      // Refused before any agent is asked: what MCP itself takes.
      await time(() => client.callTool({ name: 'a2a_task', arguments: { task_id: 'x' } })),
    ] as const;
    if (round < 50) continue;
    direct.push(times[0]);
    streamed.push(times[1]);
    bridged.push(times[2]);
    hops.push(times[3]);
  }
  const one = median(direct);
  const two = median(streamed);
  const three = median(bridged);
  const four = median(hops);
  console.log(`a call at p50, ${CALLS} times each in turn:`);
  console.log(
    `  direct ${one.toFixed(2)} ms, direct with a deadline ${two.toFixed(2)} ms, bridged ${three.toFixed(2)} ms`,
  );
  console.log(
    `  bridged / direct ${(three / one).toFixed(2)}, bridged / direct with a deadline ${(three / two).toFixed(2)}`,
  );
  console.log(`  MCP alone, without an agent, ${four.toFixed(2)} ms`);
  await server.close();
}

function toCard(origin: string): string {
  const card = toAgentCard(createAgent(SKILLS), {
    interfaces: [{ url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    streaming: true,
    pushNotifications: false,
  });
  return JSON.stringify(card);
}

async function listMany(): Promise<void> {
  const http = createHttpServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(card);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const card = toCard(origin);
  const agents = Array.from({ length: AGENTS }, (_, index) => ({
    alias: `agent-${index}`,
    url: `${origin}/${index}`,
  }));
  const bridge = createBridge({ agents, listTimeoutMs: 60_000 });
  const before = process.memoryUsage().rss;
  const first = await time(() => bridge.agents.listTools());
  // Before there is a host in this process, which keeps a validator for every tool.
  const grown = (process.memoryUsage().rss - before) / 1_048_576;
  const whole = process.memoryUsage().rss / 1_048_576;
  const client = await serve(bridge);
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    times.push(await time(() => client.request({ method: 'tools/list', params: {} })));
  }
  const { tools } = await client.listTools();
  console.log(`${AGENTS} agents with ${SKILLS} skills each, ${tools.length} tools:`);
  console.log(
    `  found in ${first.toFixed(0)} ms, then tools/list ${median(times).toFixed(0)} ms at p50, ${whole.toFixed(0)} MB, ${grown.toFixed(0)} MB of it for them`,
  );
  http.close();
}

// The other way round the memory of the calls would count.
await listMany();
await compareCalls();
await measureStart(toCard);
process.exit(0);
