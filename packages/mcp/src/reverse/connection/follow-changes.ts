import {
  type Client,
  type McpSubscription,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import { setTimeout } from 'node:timers/promises';

/** The shortest and, below it, the longest pause before changes are asked for again, in milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** The time after which a stream of changes counts as one that has worked, in milliseconds. */
const STEADY_MS = 10_000;

/** Options of {@link followChanges}. */
export interface FollowChangesOptions {
  readonly timeoutMs: number;
  /** Aborted when the connection has ended. */
  readonly signal: AbortSignal;
  /** Called when the stream is there again, because changes may have been missed. */
  readonly onBack: () => void;
}

/**
 * Keeps the stream open on which a server of 2026-07-28 tells of changed tools: the SDK opens it
 * once, and a server that restarts, or a proxy on the way, ends it. Never rejects.
 */
export async function followChanges(client: Client, options: FollowChangesOptions): Promise<void> {
  const { signal, onBack } = options;
  let wait = FIRST_WAIT_MS;
  let stream = client.autoOpenedSubscription;
  while (stream !== undefined && !signal.aborted) {
    const since = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one stream follows the other
    await stream.closed;
    wait = performance.now() - since > STEADY_MS ? FIRST_WAIT_MS : wait;
    // oxlint-disable-next-line no-await-in-loop
    stream = await reopen(client, { ...options, wait });
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    if (stream !== undefined) onBack();
  }
}

/** Opens the stream again; `undefined` if the server refuses it, or the connection has ended. */
async function reopen(
  client: Client,
  { timeoutMs, signal, wait }: FollowChangesOptions & { readonly wait: number },
): Promise<McpSubscription | undefined> {
  for (let pause = wait; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
    // oxlint-disable-next-line no-await-in-loop
    await setTimeout(pause, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return undefined;
    try {
      // oxlint-disable-next-line no-await-in-loop
      return await client.listen({ toolsListChanged: true }, { timeout: timeoutMs, signal });
    } catch (error) {
      if (signal.aborted || isUnknown(error)) return undefined;
    }
  }
}

/** True for the answer of a server that has no such streams any more. */
function isUnknown(error: unknown): boolean {
  const unknown: number = ProtocolErrorCode.MethodNotFound;
  return error instanceof ProtocolError && error.code === unknown;
}
