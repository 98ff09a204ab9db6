import { connect } from '@formwork/client';
import { createBridge } from '@formwork/mcp';
import { createServer } from '@formwork/server';
import { createBenchAgent } from './bench-agent.ts';
import { printRounds } from './print-rounds.ts';
import { serveHere } from './serve-here.ts';

/** Options of {@link callHere}. */
export interface CallOptions {
  readonly rounds: number;
  /** The number of calls per round for each way to call. */
  readonly calls: number;
}

/** Measures calls with the host, the bridge and the agent in this one process. */
export async function callHere(options: CallOptions): Promise<void> {
  const server = createServer(createBenchAgent(1), { openTasks: true });
  const { url } = await server.listen({ port: 0 });
  const skill = (await connect(url)).skill('fight-0');
  const bridge = createBridge({ agents: [{ alias: 'bench', url }] });
  const client = await serveHere(bridge);
  await client.listTools();
  const input = { a: 'Lion', b: 'Tiger' };
  console.log('all in one process, at p50:');
  await printRounds(
    {
      direct: () => skill.call(input),
      deadline: () => skill.call(input, { deadlineMs: 45_000 }),
      bridged: () => client.callTool({ name: 'bench_fight-0', arguments: input }),
      // The bridge refuses this call before it asks an agent, so the time is that of MCP alone.
      mcp: () => client.callTool({ name: 'a2a_task', arguments: { task_id: 'x' } }),
    },
    {
      ...options,
      ratios: [
        ['bridged', 'direct'],
        ['bridged', 'deadline'],
      ],
    },
  );
  await client.close();
  await bridge.close();
  await server.close();
}
