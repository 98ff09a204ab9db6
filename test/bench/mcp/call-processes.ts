import { startProcesses, type Way } from './bench-processes.ts';
import type { CallOptions } from './call-here.ts';
import { printCpu } from './print-cpu.ts';
import { printRounds } from './print-rounds.ts';
import type { Callers } from './take-turns.ts';

/**
 * Measures calls with the host in this process, and the bridge and the agent in processes of their
 * own, as in real use.
 */
export async function callProcesses(options: CallOptions): Promise<void> {
  const { callers, processes, stop } = await startProcesses();
  try {
    console.log('host, bridge and agent in processes of their own, all in turn, at p50:');
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
    await printCpu(callers, { calls: options.calls * 2, processes });
  } finally {
    await stop();
  }
}

/**
 * Measures calls through a bridge beside direct ones and beside calls through a bare server of the
 * MCP SDK, in turn with nothing else: in turn with more, each process would have rested for longer.
 */
export async function callFloor(options: CallOptions): Promise<void> {
  const { callers, stop } = await startProcesses();
  try {
    console.log('host, bridge and agent in processes of their own, in turn, at p50:');
    for (const way of ['stdio', 'http'] as const) {
      const [bridged, bare] = [`${way} bridged`, `${way} bare`] as const;
      const two = pick(callers, ['direct', bridged]);
      await printRounds(two, { ...options, ratios: [[bridged, 'direct']] });
      await printRounds(pick(callers, ['direct', bridged, bare]), {
        ...options,
        ratios: [
          [bridged, 'direct'],
          [bare, 'direct'],
          [bridged, bare],
        ],
      });
    }
  } finally {
    await stop();
  }
}

function pick<Name extends Way>(callers: Callers<Way>, names: readonly Name[]): Callers<Name> {
  return Object.fromEntries(names.map((name) => [name, callers[name]])) as Callers<Name>;
}
