import type { Delivery } from '../engine/push-store.ts';

/**
 * Queues the deliveries to each host separately, so that a receiver that is slow or gets many
 * notifications does not delay other receivers.
 */
export interface HostQueues {
  /**
   * Sends a delivery now or once fewer than `perHost` are under way to its host, or gives it back.
   */
  take(delivery: Delivery): void;
  /** Gives back all deliveries that wait for their hosts. */
  clear(): void;
}

/** The queue of the deliveries to one host. */
interface HostQueue {
  under: number;
  readonly waiting: {
    readonly delivery: Delivery;
    readonly since: number;
  }[];
  /** The approximate number of deliveries that were given back and not claimed again. */
  givenBack: number;
  /** The average time of a delivery to the host, in milliseconds; recent ones count most. */
  averageMs: number;
}

/** The largest number of deliveries that wait for one host, however fast it is. */
const MAX_WAITING = 1_000;

/** The time that the first delivery to a host is assumed to take, in milliseconds. */
const FIRST_GUESS_MS = 50;

/**
 * The shortest time after which a delivery that was given back is due again, in milliseconds;
 * `MAX_BACK_MS` is the longest.
 */
const MIN_BACK_MS = 1_000;
const MAX_BACK_MS = 60_000;

/** Makes the queues, one for each host, of a push sender. */
export function createHostQueues({
  perHost,
  maxWaitMs,
  send,
  giveBack,
}: {
  /** The largest number of deliveries to one host that are under way at the same time. */
  readonly perHost: number;
  /**
   * The longest time that a delivery may wait in this process, in milliseconds. It must be well
   * below the time of its lease.
   */
  readonly maxWaitMs: number;
  /** Sends a delivery; never rejects. */
  readonly send: (delivery: Delivery) => Promise<void>;
  /**
   * Gives back a delivery that cannot be sent in time; it is due again after `dueInMs`
   * milliseconds.
   */
  readonly giveBack: (delivery: Delivery, dueInMs: number) => void;
}): HostQueues {
  const queues = new Map<string, HostQueue>();

  function find(host: string): HostQueue {
    const openQueue = queues.get(host);
    if (openQueue !== undefined) return openQueue;
    const queue = { under: 0, waiting: [], givenBack: 0, averageMs: FIRST_GUESS_MS };
    queues.set(host, queue);
    return queue;
  }

  /** Returns the time that the next delivery to a host would have to wait, in milliseconds. */
  function guessWait({ waiting, givenBack, averageMs }: HostQueue): number {
    return averageMs * Math.ceil((waiting.length + givenBack + 1) / perHost);
  }

  function run(host: string, queue: HostQueue, delivery: Delivery): void {
    queue.under += 1;
    const startedAt = performance.now();
    void send(delivery).finally(() => {
      queue.under -= 1;
      queue.averageMs = 0.8 * queue.averageMs + 0.2 * (performance.now() - startedAt);
      queue.givenBack = Math.max(0, queue.givenBack - 1);
      goOn(host, queue);
    });
  }

  function goOn(host: string, queue: HostQueue): void {
    while (queue.under < perHost) {
      const next = queue.waiting.shift();
      if (next === undefined) break;
      // A delivery that waited for long may be leased by another process by now, or soon.
      if (performance.now() - next.since > maxWaitMs) giveBack(next.delivery, 0);
      else run(host, queue, next.delivery);
    }
    if (queue.under === 0 && queue.givenBack === 0) queues.delete(host);
  }

  return {
    take(delivery) {
      const host = URL.parse(delivery.config.url)?.host ?? '';
      const queue = find(host);
      if (queue.under < perHost) {
        run(host, queue, delivery);
      } else if (queue.waiting.length < MAX_WAITING && guessWait(queue) < maxWaitMs) {
        queue.waiting.push({ delivery, since: performance.now() });
      } else {
        queue.givenBack += 1;
        giveBack(delivery, Math.min(MAX_BACK_MS, Math.max(MIN_BACK_MS, guessWait(queue))));
      }
    },
    clear() {
      for (const { waiting } of queues.values()) {
        for (const { delivery } of waiting.splice(0)) giveBack(delivery, 0);
      }
    },
  };
}
