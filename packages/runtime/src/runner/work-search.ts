import type { Lease, WorkRequest } from '../engine/lease.ts';
import { TurnYield } from '../engine/turn-yield.ts';
import type { StorageLog } from '../service-log.ts';
import type { Claims } from './claims.ts';
import { readLeaseClock } from './lease-deadline.ts';
import type { LeaseRenewal } from './lease-renewal.ts';
import type { RunStorageErrors } from './run-storage-errors.ts';
import type { RunnerSlots } from './runner-slots.ts';

/** Options of {@link WorkSearch}. */
export interface WorkSearchOptions {
  readonly claims: Pick<Claims, 'claimOn'>;
  readonly slots: RunnerSlots;
  readonly runs: { readonly size: number };
  readonly renewal: Pick<LeaseRenewal, 'isLate' | 'renewAll'>;
  readonly faults: Pick<RunStorageErrors, 'noteClaim'>;
  /** The log of the engine's storage, which tells once that it is away. */
  readonly storage: StorageLog;
  /** Returns the request with which the runner claims now. */
  readonly toRequest: () => WorkRequest;
  /** Runs a task in the place that was reserved for it. */
  readonly take: (lease: Lease, sentAt: number) => void;
  /** Called after each claim, whose places that are left may be given to others. */
  readonly onClaimed: () => void;
}

/** The search of one runner for tasks that wait in the engine: one claim after the other. */
export class WorkSearch {
  readonly #options: WorkSearchOptions;
  readonly #turn = new TurnYield();
  #isSearching = false;
  /** True if a task began to wait after the present claim was sent, which may miss it. */
  #isMissed = false;
  /** The time of the last claim, in milliseconds by the clock of the process. */
  #claimedAt = -Infinity;

  constructor(options: WorkSearchOptions) {
    this.#options = options;
  }

  /** True if a task may have begun to wait since the last claim was sent. */
  get isMissed(): boolean {
    return this.#isMissed;
  }

  /** Returns the milliseconds since the last claim was sent. */
  readAge(): number {
    return performance.now() - this.#claimedAt;
  }

  /**
   * Begins to claim tasks that began to wait while every place was taken, or that another runner
   * left. Returns the promise of the end of the search; `undefined` if a search under way goes on
   * instead. It never rejects.
   */
  begin(): Promise<void> | undefined {
    this.#isMissed = true;
    if (this.#isSearching) return undefined;
    this.#isSearching = true;
    return this.#search();
  }

  /** Claims tasks again and again while there are free places and tasks may be waiting. */
  async #search(): Promise<void> {
    const { faults, slots } = this.#options;
    for (; ; await this.#claimUpTo(slots.countFree())) {
      await this.#turn.wait();
      const isFull = slots.countFree() <= 0;
      if (isFull) faults.noteClaim(); // Tasks wait for places, not for the storage.
      if (this.#isMissed && !slots.isClosed && !isFull) continue;
      // This is set before any pause, so that no call of `begin` relies on a claim that is over.
      this.#isSearching = false;
      // A new task took the place first: the next free one is for those that wait, of any skill.
      if (this.#isMissed) slots.noteWaiting();
      return;
    }
  }

  async #claimUpTo(freePlaces: number): Promise<void> {
    const { faults, onClaimed, slots, renewal, runs, storage } = this.#options;
    this.#claimedAt = performance.now();
    this.#isMissed = false;
    // The places stay reserved: new tasks wait behind those that are being claimed.
    slots.reserveAll(freePlaces);
    let leases: readonly Lease[] = [];
    try {
      // A handler that blocked the event loop must not lose its own task to this claim.
      if (runs.size > 0 && renewal.isLate()) await renewal.renewAll();
      const sentAt = readLeaseClock();
      slots.skills.beginSearch();
      const request = this.#options.toRequest();
      leases = await this.#options.claims.claimOn(request, freePlaces);
      faults.noteClaim();
      storage.succeed();
      this.#note(leases, { free: freePlaces, sentAt, request });
    } catch (error) {
      slots.expectWaiting();
      faults.noteClaim(error);
      if (!slots.isClosed) storage.fail('Cannot claim tasks', error);
    } finally {
      slots.release(freePlaces - leases.length);
      onClaimed();
    }
  }

  /** Starts the runs of claimed tasks, and notes whether others were left. */
  #note(
    leases: readonly Lease[],
    {
      free,
      sentAt,
      request: { skillLimits },
    }: { readonly free: number; readonly sentAt: number; readonly request: WorkRequest },
  ): void {
    const { slots, take } = this.#options;
    // Until here new tasks wait behind those that this claim may not have reached.
    slots.noteClaim(leases.length === free || this.#isMissed);
    for (const lease of leases) take(lease, sentAt);
    if (skillLimits === undefined) return;
    const skillIds = leases.map(({ skillId }) => skillId);
    if (slots.skills.noteClaim(skillLimits, skillIds)) this.#isMissed = true;
  }
}
