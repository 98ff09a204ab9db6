/** A simulated clock, which stands still until the next planned act and then jumps to its time. */
export interface VirtualTime {
  /** Returns the current time, in milliseconds since 1970. */
  now(): number;
  /** Plans an act for a time after a delay, in milliseconds. */
  after(delayMs: number, act: Act): void;
  /**
   * Runs what is planned, one act after the other, until a time (milliseconds since 1970) or until
   * nothing is planned.
   */
  runUntil(end: number): Promise<void>;
}

/** An act that is planned for a time; the clock goes on when the act has resolved. */
export type Act = () => Promise<void> | void;

interface Plan {
  readonly time: number;
  /** The number of the plan, so that plans for the same time run in the order of planning. */
  readonly order: number;
  readonly act: Act;
}

/** Makes a clock that begins at a time, in milliseconds since 1970. */
export function createVirtualTime(start: number): VirtualTime {
  const heap: Plan[] = [];
  let time = start;
  let order = 0;

  function isBefore(a: Plan, b: Plan): boolean {
    return a.time < b.time || (a.time === b.time && a.order < b.order);
  }

  function push(plan: Plan): void {
    let place = heap.length;
    heap.push(plan);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(plan, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = plan;
  }

  function pop(): void {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const [first, second] = [heap[left], heap[left + 1]];
      if (first === undefined) break;
      const isSecond = second !== undefined && isBefore(second, first);
      const next = isSecond ? second : first;
      if (!isBefore(next, last)) break;
      heap[place] = next;
      place = isSecond ? left + 1 : left;
    }
    heap[place] = last;
  }

  return {
    now: () => time,
    after(delayMs, act) {
      order += 1;
      push({ time: time + Math.max(0, delayMs), order, act });
    },
    async runUntil(end) {
      for (let next = heap[0]; next !== undefined && next.time <= end; next = heap[0]) {
        pop();
        ({ time } = next);
        const acting = next.act();
        if (acting !== undefined) await acting;
      }
      time = Math.max(time, end);
    },
  };
}
