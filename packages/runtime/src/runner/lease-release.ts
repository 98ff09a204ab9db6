import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';

/**
 * The time that giving tasks back may take, in milliseconds: a storage that is away must not keep
 * the process.
 */
const RELEASE_MS = 1_000;

/** Gives back the leases of runs; if that takes too long, others take the tasks when they end. */
export async function releaseSoon(
  engine: Pick<TaskEngine, 'release'>,
  runs: readonly { readonly lease: Lease }[],
): Promise<void> {
  if (runs.length === 0) return;
  const giving = engine.release(runs.map(({ lease }) => lease));
  giving.catch(() => undefined);
  await Promise.race([giving, sleep(RELEASE_MS, undefined, { ref: false })]);
}
