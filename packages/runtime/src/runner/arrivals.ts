/** Work that is under way, such as claims and releases of leases, and that must end before a stop. */
export class Arrivals {
  readonly #underWay = new Set<Promise<void>>();

  /** Adds work, and returns a promise that settles as it does. */
  add(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }

  /** Resolves once no work is under way; rejects if some fails. */
  async whenNone(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
