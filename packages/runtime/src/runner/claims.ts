import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease, WorkRequest } from '../engine/lease.ts';
import type { ReleaseOptions, TaskEngine } from '../engine/task-engine.ts';
import { EngineClosedError, EngineStorageError } from '../errors.ts';
import type { StorageLog } from '../service-log.ts';

/**
 * The time that giving tasks back may take, in milliseconds: a storage that is away must not keep
 * the process.
 */
const RELEASE_MS = 1_000;

/** The part of an engine that gives leases and takes them back. */
export type LeaseSource = Pick<TaskEngine, 'claim' | 'release'>;

/**
 * The claims of one part of a runner. A claim whose answer was lost may have counted: then its leases
 * are unknown, and their attempts count although no task began. So it is repeated.
 */
export class Claims {
  readonly #engine: LeaseSource;
  /** The ids of the claims that failed, and were not repeated since. */
  readonly #unanswered: string[] = [];

  constructor(engine: LeaseSource) {
    this.#engine = engine;
  }

  /** Claims tasks. A claim that fails is repeated by the next call of `takeUp`. */
  async claim(request: WorkRequest, limit: number): Promise<readonly Lease[]> {
    const id = randomUUID();
    try {
      return await this.#engine.claim({ ...request, id }, limit);
    } catch (error) {
      this.#unanswered.push(id);
      throw error;
    }
  }

  /** Returns the leases that a claim which failed gave, at most `limit`; it gives back the others. */
  async takeUp(request: WorkRequest, limit: number): Promise<readonly Lease[]> {
    const id = this.#unanswered.pop();
    if (id === undefined) return [];
    try {
      const leases = await this.#engine.claim({ ...request, id, isRepeat: true }, limit);
      // Leases that are neither used nor given back run out.
      if (leases.length > limit) {
        await this.#engine.release(leases.slice(limit)).catch(() => undefined);
      }
      return leases.length > 0 ? leases.slice(0, limit) : await this.takeUp(request, limit);
    } catch (error) {
      this.#unanswered.push(id);
      throw error;
    }
  }

  /** Takes up the leases of claims that failed, and claims tasks for the rest of `limit`. */
  async claimOn(request: WorkRequest, limit: number): Promise<readonly Lease[]> {
    const leases = await this.takeUp(request, limit);
    if (leases.length === limit) return leases;
    try {
      return [...leases, ...(await this.claim(request, limit - leases.length))];
    } catch (error) {
      if (leases.length === 0) throw error;
      return leases;
    }
  }
}

/**
 * A source of leases that remembers those which the storage did not take back, and gives them back
 * before it claims again: else an attempt that the storage had kept from going on would count
 * as one that ended its process.
 */
export class KeptReleases implements LeaseSource {
  readonly #engine: LeaseSource;
  /** The releases that failed, to be repeated. */
  #failed: { readonly leases: readonly Lease[]; readonly options: ReleaseOptions }[] = [];

  constructor(engine: LeaseSource) {
    this.#engine = engine;
  }

  async release(leases: readonly Lease[], options: ReleaseOptions = {}): Promise<void> {
    try {
      await this.#engine.release(leases, options);
    } catch (error) {
      if (error instanceof EngineStorageError) this.#failed.push({ leases, options });
      throw error;
    }
  }

  async claim(request: WorkRequest, limit: number): Promise<readonly Lease[]> {
    const failedClaims = this.#failed;
    this.#failed = [];
    for (const [index, { leases, options }] of failedClaims.entries()) {
      try {
        await this.#engine.release(leases, options);
      } catch (error) {
        if (!(error instanceof EngineStorageError)) continue;
        // Each further call could take as long as this one to fail, and the claim waits for it.
        this.#failed.push(...failedClaims.slice(index));
        break;
      }
    }
    return this.#engine.claim(request, limit);
  }
}

/**
 * Gives back the leases of runs; if that fails or takes too long, others take the tasks when they
 * end.
 *
 * @throws EngineClosedError if the engine was closed before its runner
 */
export async function releaseSoon(
  {
    engine,
    storage,
  }: {
    readonly engine: Pick<TaskEngine, 'release'>;
    readonly storage: Pick<StorageLog, 'fail'>;
  },
  runs: readonly { readonly lease: Lease }[],
): Promise<void> {
  if (runs.length === 0) return;
  const giving = engine.release(runs.map(({ lease }) => lease)).catch((error: unknown) => {
    if (error instanceof EngineClosedError) throw error;
    storage.fail('Cannot give tasks back', error);
  });
  await Promise.race([giving, sleep(RELEASE_MS, undefined, { ref: false })]);
}
