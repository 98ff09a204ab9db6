import { connect } from '@formwork/client';
import { startServer } from '../servers/start-server.ts';
import type { CallOptions } from './call-here.ts';
import { createStockCaller } from './create-stock-caller.ts';
import { printCpu } from './print-cpu.ts';
import { printRounds } from './print-rounds.ts';
import { startHttpBridge, startStdioBridge } from './start-bridge.ts';

/**
 * Measures calls with the host in this process, and the bridge and the agent in processes of their
 * own, as in real use.
 */
export async function callProcesses(options: CallOptions): Promise<void> {
  const server = await startServer('formwork');
  const url = `http://127.0.0.1:${server.port}`;
  const skill = (await connect(url)).skill('fight-comparison');
  const stock = await createStockCaller(url);
  const stdio = await startStdioBridge(`bench=${url}`);
  const http = await startHttpBridge(`bench=${url}`);
  try {
    const input = { a: 'Lion', b: 'Ant' };
    const call = { name: 'bench_fight-comparison', arguments: input };
    const refused = { name: 'a2a_task', arguments: { task_id: 'x' } };
    for (const { client } of [stdio, http]) {
      await client.listTools();
      const { structuredContent } = await client.callTool(call);
      const shown = JSON.stringify(structuredContent);
      if (!shown?.includes('"winner":"Ant"')) throw new Error(`Wrong answer: ${shown}`);
    }
    const callers = {
      direct: () => skill.call(input),
      deadline: () => skill.call(input, { deadlineMs: 45_000 }),
      stock: () => stock(input),
      'stdio bridged': () => stdio.client.callTool(call),
      'stdio mcp': () => stdio.client.callTool(refused),
      'http bridged': () => http.client.callTool(call),
      'http mcp': () => http.client.callTool(refused),
    };
    console.log(
      'host, bridge and agent in processes of their own, in turn with nothing else, at p50:',
    );
    for (const name of ['stdio bridged', 'http bridged'] as const) {
      const { direct, [name]: bridged } = callers;
      await printRounds({ direct, [name]: bridged }, { ...options, ratios: [[name, 'direct']] });
    }
    console.log('in turn with all others, so that each has rested for longer:');
    await printRounds(callers, {
      ...options,
      ratios: [
        ['stdio bridged', 'direct'],
        ['stdio bridged', 'deadline'],
        ['stdio bridged', 'stock'],
        ['http bridged', 'direct'],
        ['direct', 'stock'],
      ],
    });
    const processes = { agent: server, 'stdio bridge': stdio, 'http bridge': http };
    await printCpu(callers, { calls: options.calls * 2, processes });
  } finally {
    await stdio.stop();
    await http.stop();
    server.stop();
  }
}
