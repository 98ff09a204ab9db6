import { LinkedList, type LinkedEntry } from '../linked-list.ts';
import type { WakeSignal } from './wake-signal.ts';

/**
 * The readers of one task that wait for its next event. One of them at a time reads without a notice,
 * for all of them: a thousand readers that each read every half second would keep the process busy,
 * and their garbage would grow the memory of the process.
 */
export class SharedPoll {
  /** The signals of readers that check the task, and those of the others. */
  #checking: LinkedList<WakeSignal> | undefined;
  #reading: LinkedList<WakeSignal> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastSeq = 0;

  /**
   * Notes that a reader has read an event. Wakes those who wait if none has read it before, because
   * they may have got no notice.
   */
  see(seq: number): void {
    if (seq <= this.#lastSeq) return;
    this.#lastSeq = seq;
    this.wakeAll();
  }

  /** Wakes all who wait. */
  wakeAll(): void {
    for (const wakeSignal of this.#checking ?? []) wakeSignal.notify();
    for (const wakeSignal of this.#reading ?? []) wakeSignal.notify();
  }

  /**
   * Lets the signal of a reader wait: it comes after the given milliseconds, or later if others
   * have waited longer, or if others check the task and this reader does not. Returns the entry for
   * {@link remove}.
   */
  add(
    wakeSignal: WakeSignal,
    {
      last,
      pollMs,
      checks,
    }: {
      /** The position of the last event that the reader has read. */
      readonly last: number;
      /** The time after which one of the readers reads without a notice, in milliseconds. */
      readonly pollMs: number;
      /**
       * True if the reader also checks whether the task can go on, which only such readers find out.
       */
      readonly checks: boolean;
    },
  ): LinkedEntry<WakeSignal> {
    // Others may have read further while this reader sent what it had, and nothing else wakes it. It
    // is woken in the next turn of the event loop, because all reads of this turn may be shared.
    if (last < this.#lastSeq) setImmediate(() => wakeSignal.notify());
    this.#timer ??= setTimeout(() => {
      this.#timer?.refresh();
      (this.#checking?.oldest ?? this.#reading?.oldest)?.notify();
    }, pollMs).unref();
    return checks
      ? (this.#checking ??= new LinkedList()).add(wakeSignal)
      : (this.#reading ??= new LinkedList()).add(wakeSignal);
  }

  /** Removes a signal that does not wait any more; `checks` is that of {@link add}. */
  remove(entry: LinkedEntry<WakeSignal>, { checks }: { readonly checks: boolean }): void {
    const wakeSignals = checks ? this.#checking : this.#reading;
    wakeSignals?.remove(entry);
    if ((this.#checking?.size ?? 0) + (this.#reading?.size ?? 0) > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
