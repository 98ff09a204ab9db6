import type { Heartbeat, RegistryStore, StoredAgent } from '../store/registry-store.ts';

/** Options of {@link createHeartbeats}. */
export interface HeartbeatsOptions {
  readonly store: RegistryStore;
  readonly now: () => number;
  readonly ttlMs: number;
}

/** How long after a check a heartbeat may ask for another one, in milliseconds. */
const CHECK_GAP_MS = 10_000;
/** Heartbeats of one write. */
const MAX_AT_ONCE = 5_000;

interface Waiting {
  readonly heartbeats: readonly Heartbeat[];
  readonly resolve: (agent: StoredAgent | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes a function that notes a heartbeat, and resolves with the agent if one of these owners has
 * it. Heartbeats that arrive during a write share the next one, so ten thousand take a few writes.
 */
export function createHeartbeats({
  store,
  now,
  ttlMs,
}: HeartbeatsOptions): (
  agentId: string,
  owners: readonly string[],
) => Promise<StoredAgent | undefined> {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const time = now();
      const heard = await store.hear(
        batch.flatMap(({ heartbeats }) => heartbeats),
        { time, healthyUntil: time + ttlMs, checkGapMs: CHECK_GAP_MS },
      );
      const byKey = new Map(heard.map((agent) => [keyOf(agent), agent]));
      for (const { heartbeats, resolve } of batch) {
        const found = heartbeats.find((one) => byKey.has(keyOf(one)));
        resolve(found && byKey.get(keyOf(found)));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function writeAll(): Promise<void> {
    // Those that are on their way in this turn of the event loop come along.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_AT_ONCE);
      waiting = waiting.slice(MAX_AT_ONCE);
      await write(batch);
    }
    isWriting = false;
  }

  return (agentId, owners) =>
    new Promise((resolve, reject) => {
      waiting.push({ heartbeats: owners.map((owner) => ({ agentId, owner })), resolve, reject });
      if (isWriting) return;
      isWriting = true;
      void writeAll();
    });
}

function keyOf({ agentId, owner }: Heartbeat): string {
  return `${agentId} ${owner}`;
}
