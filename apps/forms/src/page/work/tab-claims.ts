/** Options of {@link TabClaims}. */
interface TabClaimsOptions {
  /** The beginning of the names of all claims: what they are about. */
  readonly prefix: string;
  /** The locks of the browser, which end with their tab; absent where it has none. */
  readonly locks: LockManager | undefined;
  /** Called after another tab has begun or ended something; `ended` if the tab has let go of it. */
  readonly onChange: (ended?: string) => void;
}

/**
 * The work of the tabs of this browser, by its id. A tab that is closed, or has crashed, works on
 * nothing. Where the browser has no locks, a tab knows its own work alone.
 */
export class TabClaims {
  readonly #options: TabClaimsOptions;
  readonly #releases = new Map<string, () => void>();
  /** Ends the waits for other tabs, by the ids of what they work on. */
  readonly #waits = new Map<string, AbortController>();
  #isKnown: boolean;
  #isClosed = false;

  constructor(options: TabClaimsOptions) {
    this.#options = options;
    this.#isKnown = options.locks === undefined;
  }

  /** Claims something until the function that is returned is called, or the tab is closed. */
  hold(id: string): () => void {
    const { locks, prefix, onChange } = this.#options;
    const held = new AbortController();
    const ended = new Promise<void>((resolve) => {
      held.signal.addEventListener('abort', () => resolve());
    });
    const release = (): void => {
      if (this.#releases.get(id) !== release) return;
      this.#releases.delete(id);
      held.abort();
      if (!this.#isClosed) onChange(id);
    };
    this.#releases.get(id)?.();
    this.#releases.set(id, release);
    locks?.request(`${prefix}${id}`, { mode: 'shared' }, () => ended).catch(() => undefined);
    return release;
  }

  /** Returns true for what another tab works on, and as long as it is not known. */
  isElsewhere(id: string): boolean {
    // The page itself may have claimed something before this code was loaded.
    return !this.#releases.has(id) && (this.#waits.has(id) || !this.#isKnown);
  }

  /** Returns true for what no tab works on; false as long as it is not known. */
  isFree(id: string): boolean {
    return this.#isKnown && !this.#releases.has(id) && !this.#waits.has(id);
  }

  /** True while another tab works on anything. */
  get isBusyElsewhere(): boolean {
    return this.#waits.size > 0;
  }

  /** Looks what other tabs work on. */
  async look(): Promise<void> {
    const { locks, prefix, onChange } = this.#options;
    const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
    if (this.#isClosed) return;
    const wasKnown = this.#isKnown;
    this.#isKnown = true;
    // Tabs that wait for the end of another's work get an exclusive lock for a moment.
    const ids = held.flatMap(({ name = '', mode }) =>
      mode === 'shared' && name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    );
    const begun = ids.filter((id) => !this.#releases.has(id) && !this.#waits.has(id));
    for (const id of begun) void this.#follow(id);
    if (begun.length > 0 || !wasKnown) onChange();
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#waits.values()) waiting.abort();
    for (const release of this.#releases.values()) release();
  }

  /** Waits until no tab works on something any more. */
  async #follow(id: string): Promise<void> {
    const { locks, prefix, onChange } = this.#options;
    const waiting = new AbortController();
    this.#waits.set(id, waiting);
    try {
      await locks?.request(`${prefix}${id}`, { signal: waiting.signal }, () => undefined);
    } catch {
      // The page is closed.
      return;
    }
    this.#waits.delete(id);
    onChange(id);
    // Yet another tab may have gone on with it at once.
    await this.look();
  }
}
