import { connect } from '@formwork/client';
import assert from 'node:assert/strict';
import { startServer } from '../servers/start-server.ts';
import { createStockCaller } from './create-stock-caller.ts';
import {
  startBareHttp,
  startBareStdio,
  startHttpBridge,
  startStdioBridge,
} from './start-bridge.ts';
import type { Callers } from './take-turns.ts';

/** The ways to call the agent of {@link BenchProcesses}. */
export type Way =
  | 'direct'
  | 'deadline'
  | 'stock'
  | 'stdio bridged'
  | 'stdio bare'
  | 'stdio mcp'
  | 'http bridged'
  | 'http bare'
  | 'http mcp';

/** An agent, its bridges and its bare servers, each in a process of its own. */
export interface BenchProcesses {
  /** The ways to call the agent, from this process as the host. */
  readonly callers: Callers<Way>;
  /** The processes by name. */
  readonly processes: Readonly<Record<string, { cpuSeconds(): number }>>;
  stop(): Promise<void>;
}

/**
 * Starts all processes, and checks that every MCP server answers as the agent does. `bare` is a
 * server of the MCP SDK alone with one tool that calls the agent: the floor for a bridge. `mcp` is a
 * call that the bridge refuses before it asks the agent.
 */
export async function startProcesses(): Promise<BenchProcesses> {
  const agent = await startServer('formwork');
  const url = `http://127.0.0.1:${agent.port}`;
  const skill = (await connect(url)).skill('fight-comparison');
  const stock = await createStockCaller(url);
  const mcp = {
    'stdio bridge': await startStdioBridge(`bench=${url}`),
    'stdio bare': await startBareStdio(url),
    'http bridge': await startHttpBridge(`bench=${url}`),
    'http bare': await startBareHttp(url),
  };
  const input = { a: 'Lion', b: 'Ant' };
  const call = { name: 'bench_fight-comparison', arguments: input };
  const refused = { name: 'a2a_task', arguments: { task_id: 'x' } };
  const structuredContent = await skill.call(input);
  const content = [{ type: 'text', text: JSON.stringify(structuredContent, undefined, 2) }];
  for (const [name, { client }] of Object.entries(mcp)) {
    await client.listTools();
    const answer = await client.callTool(call);
    assert.deepEqual(
      [answer.content, answer.structuredContent],
      [content, structuredContent],
      name,
    );
  }
  const callTool = (name: keyof typeof mcp, params: typeof call | typeof refused) => () =>
    mcp[name].client.callTool(params);
  return {
    callers: {
      direct: () => skill.call(input),
      deadline: () => skill.call(input, { deadlineMs: 45_000 }),
      stock: () => stock(input),
      'stdio bridged': callTool('stdio bridge', call),
      'stdio bare': callTool('stdio bare', call),
      'stdio mcp': callTool('stdio bridge', refused),
      'http bridged': callTool('http bridge', call),
      'http bare': callTool('http bare', call),
      'http mcp': callTool('http bridge', refused),
    },
    processes: { agent, ...mcp },
    async stop() {
      for (const bridge of Object.values(mcp)) await bridge.stop();
      agent.stop();
    },
  };
}
