import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';

/** Finds all addresses of a host name; has the form of `lookup` of `node:dns`. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup of one host name, and everybody who waits for its outcome. */
interface NameLookup {
  readonly key: string;
  readonly hostname: string;
  readonly options: LookupAllOptions;
  /** When it began to wait, in milliseconds by the clock of the process. */
  readonly since: number;
  readonly callbacks: Parameters<LookupAll>[2][];
}

/**
 * The time after which a lookup that waits is given up, in milliseconds. A connection waits about
 * as long.
 */
const PATIENCE_MS = 10_000;

/** The largest number of names that are remembered because they were found. */
const MAX_FOUND = 1_000;

/**
 * Finds the addresses of host names that strangers chose, one at a time. Node lets all lookups of a
 * process use two threads, and no lookup can be ended: names whose servers never answer, each for
 * ten seconds and more, would keep the process from finding any other host, such as its database.
 *
 * Names that were found before come first, so that new ones do not delay known receivers.
 */
export class NameLookups {
  readonly #lookupAll: LookupAll;
  readonly #waiting = new Map<string, NameLookup>();
  readonly #resolved = new Set<string>();
  #current: NameLookup | undefined;

  constructor(lookupAll: LookupAll) {
    this.#lookupAll = lookupAll;
  }

  /** Finds all addresses of a host name; those who ask for the same share one lookup. */
  find(
    hostname: string,
    options: LookupAllOptions,
    callback: NameLookup['callbacks'][number],
  ): void {
    const key = JSON.stringify([hostname, options.family, options.hints, options.order]);
    const pending = this.#current?.key === key ? this.#current : this.#waiting.get(key);
    if (pending !== undefined) {
      pending.callbacks.push(callback);
      return;
    }
    const since = performance.now();
    this.#waiting.set(key, { key, hostname, options, since, callbacks: [callback] });
    if (this.#current === undefined) this.#goOn();
  }

  #goOn(): void {
    const next = this.#takeNext();
    this.#current = next;
    if (next === undefined) return;
    const end: NameLookup['callbacks'][number] = (error, addresses) => {
      this.#note(next.key, error === null);
      this.#goOn();
      settle(next, error, addresses);
    };
    try {
      this.#lookupAll(next.hostname, next.options, end);
    } catch (error) {
      end(error instanceof Error ? error : new Error(String(error)), []);
    }
  }

  #takeNext(): NameLookup | undefined {
    const now = performance.now();
    for (const lookup of this.#waiting.values()) {
      if (now - lookup.since <= PATIENCE_MS) break;
      this.#waiting.delete(lookup.key);
      settle(lookup, createLookupTimeout(lookup.hostname), []);
    }
    const all = [...this.#waiting.values()];
    const next = all.find(({ key }) => this.#resolved.has(key)) ?? all[0];
    if (next !== undefined) this.#waiting.delete(next.key);
    return next;
  }

  #note(key: string, isFound: boolean): void {
    this.#resolved.delete(key);
    if (!isFound) return;
    this.#resolved.add(key);
    const [oldest] = this.#resolved;
    if (this.#resolved.size > MAX_FOUND && oldest !== undefined) this.#resolved.delete(oldest);
  }
}

/** The lookups of this process by the resolver of the system. */
export const SYSTEM_LOOKUPS: NameLookups = new NameLookups((hostname, options, callback) =>
  // Read for every lookup, because monitoring tools replace it.
  systemLookup(hostname, options, callback),
);

function settle(
  { callbacks }: NameLookup,
  error: NodeJS.ErrnoException | null,
  addresses: LookupAddress[],
): void {
  for (const callback of callbacks) callback(error, addresses);
}

/** Makes the error for a name that could not be looked up in time, in the form of the system's. */
function createLookupTimeout(hostname: string): NodeJS.ErrnoException {
  const error = new Error(`getaddrinfo EAI_AGAIN ${hostname}`);
  return Object.assign(error, { code: 'EAI_AGAIN', syscall: 'getaddrinfo', hostname });
}
