import { LinkedList, type LinkedEntry } from '../linked-list.ts';
import type { Bell } from './bell.ts';

/** Options of {@link Lookout.add}. */
interface LookoutOptions {
  /** The position of the last event that the reader has read. */
  readonly last: number;
  /** The time after which one of the readers reads without a hint, in milliseconds. */
  readonly pollMs: number;
  /**
   * True if the reader also checks whether the task can go on, which only such readers find out.
   */
  readonly checks: boolean;
}

/**
 * The readers of one task that wait for its next event. One of them at a time reads without a hint,
 * for all of them: a thousand readers that each read every half second would keep the process busy,
 * and their garbage would grow the memory of the process.
 */
export class Lookout {
  /** The bells of readers that check the task, and those of the others. */
  #checking: LinkedList<Bell> | undefined;
  #reading: LinkedList<Bell> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastSeq = 0;

  /**
   * Notes that a reader has read an event. Wakes those who wait if none has read it before, because
   * they may have got no hint.
   */
  see(seq: number): void {
    if (seq <= this.#lastSeq) return;
    this.#lastSeq = seq;
    this.wakeAll();
  }

  /** Rings the bells of all who wait. */
  wakeAll(): void {
    for (const bell of this.#checking ?? []) bell.ring();
    for (const bell of this.#reading ?? []) bell.ring();
  }

  /**
   * Lets the bell of a reader wait: it rings after the given milliseconds, or later if other bells
   * have waited longer, or if others check the task and this reader does not. Returns the entry for
   * {@link remove}.
   */
  add(bell: Bell, { last, pollMs, checks }: LookoutOptions): LinkedEntry<Bell> {
    // Others may have read further while this reader sent what it had, and nothing else wakes it. It
    // is woken in the next turn of the event loop, because all reads of this turn may be shared.
    if (last < this.#lastSeq) setImmediate(() => bell.ring());
    this.#timer ??= setTimeout(() => {
      this.#timer?.refresh();
      (this.#checking?.oldest ?? this.#reading?.oldest)?.ring();
    }, pollMs).unref();
    return checks
      ? (this.#checking ??= new LinkedList()).add(bell)
      : (this.#reading ??= new LinkedList()).add(bell);
  }

  /** Removes a bell that does not wait any more; `checks` is that of {@link add}. */
  remove(entry: LinkedEntry<Bell>, { checks }: Pick<LookoutOptions, 'checks'>): void {
    const bells = checks ? this.#checking : this.#reading;
    bells?.remove(entry);
    if ((this.#checking?.size ?? 0) + (this.#reading?.size ?? 0) > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
