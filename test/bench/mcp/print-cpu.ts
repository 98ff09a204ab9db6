import type { Callers } from './take-turns.ts';

/** Options of {@link printCpu}. */
export interface CpuOptions {
  /** The number of calls for each way to call, made one after the other. */
  readonly calls: number;
  /** The processes to measure besides this one, by name. */
  readonly processes: Readonly<Record<string, { cpuSeconds(): number }>>;
}

/**
 * Prints the processor time of one call in each process. Unlike elapsed time, it hardly depends on
 * other work of the machine.
 */
export async function printCpu<Name extends string>(
  callers: Callers<Name>,
  { calls, processes }: CpuOptions,
): Promise<void> {
  const here = { cpuSeconds: () => Object.values(toUsed()).reduce((a, b) => a + b) / 1_000_000 };
  const all = Object.entries({ host: here, ...processes });
  console.log('processor per call:');
  for (const name of Object.keys(callers) as Name[]) {
    const before = all.map(([, one]) => one.cpuSeconds());
    for (let call = 0; call < calls; call += 1) await callers[name]();
    const used = all.map(([process, one], index) => {
      const seconds = one.cpuSeconds() - (before[index] ?? NaN);
      return `${process} ${((seconds * 1000) / calls).toFixed(2)}`;
    });
    console.log(`  ${name}: ${used.join(', ')} ms`);
  }
}

function toUsed(): Readonly<Record<string, number>> {
  const { user, system } = process.cpuUsage();
  return { user, system };
}
