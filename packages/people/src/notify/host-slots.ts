/** A number of places, each of which one piece of work takes at a time. */
class Slots {
  readonly #waiting: (() => void)[] = [];
  readonly #count: number;
  #occupied = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get isIdle(): boolean {
    return this.#occupied === 0;
  }

  /** Runs work when a place is free; what waits is served in the order of its coming. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#occupied < this.#count) this.#occupied += 1;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place goes on to the next one directly.
      if (next === undefined) this.#occupied -= 1;
      else next();
    }
  }
}

/** The places for requests to other servers: some for all of them, and fewer for each host. */
export class HostSlots {
  readonly #all: Slots;
  readonly #perHost: number;
  readonly #hosts = new Map<string, Slots>();

  constructor({ total, perHost }: { readonly total: number; readonly perHost: number }) {
    this.#all = new Slots(total);
    this.#perHost = perHost;
  }

  /** Runs a request when its host and the whole have a place. */
  async run<Result>(url: string, request: () => Promise<Result>): Promise<Result> {
    const host = URL.parse(url)?.host ?? '';
    const slots = this.#hosts.get(host) ?? new Slots(this.#perHost);
    this.#hosts.set(host, slots);
    try {
      // What waits for its host takes no place of other hosts.
      return await slots.run(() => this.#all.run(request));
    } finally {
      if (slots.isIdle) this.#hosts.delete(host);
    }
  }
}
