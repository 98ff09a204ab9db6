/** The most places in all states that one evaluation meets; with more, the states are forgotten. */
export const MAX_PLACES = 200_000;

/** The room in memory for the states of a pattern, which its program and those of its looks share. */
export class StateMemory {
  /** The places in the states that this evaluation has met. */
  #met = 0;
  /** The places in all states that are remembered. */
  #all = 0;

  /** True if so many places are remembered that they take much memory. */
  get isFull(): boolean {
    return this.#all > MAX_PLACES;
  }

  begin(): void {
    this.#met = 0;
  }

  add(places: number): void {
    this.#all += places;
  }

  /** Gives the room of states back that are forgotten. */
  free(places: number): void {
    this.#all -= places;
  }

  /** True if this evaluation has met so many places that what it met so far is forgotten. */
  meet(places: number): boolean {
    this.#met += places;
    if (this.#met <= MAX_PLACES) return false;
    this.#met = 0;
    return true;
  }
}
