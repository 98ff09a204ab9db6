import { startProcesses, type Way } from './bench-processes.ts';
import type { CallOptions } from './call-here.ts';
import { printCpu } from './print-cpu.ts';
import { printRounds } from './print-rounds.ts';
import { takeTurns, type Callers, type Times } from './take-turns.ts';

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

/** The median times of one round of calls, in milliseconds. */
export type FloorTimes = Times<'direct' | 'bridged' | 'bare'>;

/** Makes the calls of {@link callFloor}, three in turn, and returns the times of all rounds. */
export async function measureFloor({
  rounds,
  calls,
}: CallOptions): Promise<Readonly<Record<'stdio' | 'http', readonly FloorTimes[]>>> {
  const { callers, stop } = await startProcesses();
  async function measure(way: 'stdio' | 'http'): Promise<readonly FloorTimes[]> {
    const three: Callers<keyof FloorTimes> = {
      direct: callers.direct,
      bridged: callers[`${way} bridged`],
      bare: callers[`${way} bare`],
    };
    await takeTurns(three, calls);
    const found: FloorTimes[] = [];
    for (let round = 0; round < rounds; round += 1) found.push(await takeTurns(three, calls));
    return found;
  }
  try {
    return { stdio: await measure('stdio'), http: await measure('http') };
  } finally {
    await stop();
  }
}

function pick<Name extends Way>(callers: Callers<Way>, names: readonly Name[]): Callers<Name> {
  return Object.fromEntries(names.map((name) => [name, callers[name]])) as Callers<Name>;
}
