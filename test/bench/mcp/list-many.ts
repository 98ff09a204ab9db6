import { createBridge } from '@formwork/mcp';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { median } from '../median.ts';
import { serveHere } from './serve-here.ts';
import { timeOf } from './time-of.ts';
import { SKILLS, toBenchCard } from './to-bench-card.ts';

/** Prints the time and the memory that a bridge needs to list the skills of many agents. */
export async function listMany(count: number): Promise<void> {
  const http = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(card);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const card = toBenchCard(origin);
  const agents = Array.from({ length: count }, (_, index) => ({
    alias: `agent-${index}`,
    url: `${origin}/${index}`,
  }));
  const bridge = createBridge({ agents, listTimeoutMs: 60_000 });
  const before = process.memoryUsage().rss;
  const first = await timeOf(() => bridge.agents.listTools());
  // The memory is read before a host starts in this process, because a host keeps a validator per
  // tool.
  const whole = process.memoryUsage().rss;
  const client = await serveHere(bridge);
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    times.push(await timeOf(() => client.request({ method: 'tools/list', params: {} })));
  }
  const { tools } = await client.listTools();
  console.log(`${count} agents with ${SKILLS} skills each, ${tools.length} tools:`);
  console.log(
    `  found in ${first.toFixed(0)} ms, then tools/list ${median(times).toFixed(0)} ms at p50, ${toMegabytes(whole)} MB, ${toMegabytes(whole - before)} MB of it for them`,
  );
  http.close();
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}
