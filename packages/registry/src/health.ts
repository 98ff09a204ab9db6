import { AbortedError } from '@formwork/client';
import type { TaskLogger } from '@formwork/core';
import { findCardChange } from './agents/card-change.ts';
import { cleanText, type ListedSignature } from './agents/registered-agent.ts';
import { listTerms } from './agents/terms.ts';
import { isTrustFailure, type ReadCard } from './cards/card-reader.ts';
import { RegistryBusyError } from './errors.ts';
import type {
  CheckOutcome,
  RegistryStore,
  StoredAgent,
  Heartbeat,
} from './store/registry-store.ts';

/** Options of {@link checkAgent}. */
export interface CheckAgentOptions extends CheckPauseOptions {
  readonly store: RegistryStore;
  /** Reads the card at an address, and returns the facts that the registry keeps of it. */
  readonly read: (url: string) => Promise<ReadCard>;
  readonly now: () => number;
  readonly ttlMs: number;
  readonly forgetAfterMs: number;
  readonly logger: TaskLogger | undefined;
}

/**
 * Reads the card of an agent again and stores the outcome. An agent whose card is gone or refused
 * keeps its last known facts; one that was silent for too long is removed.
 */
export async function checkAgent(agent: StoredAgent, options: CheckAgentOptions): Promise<void> {
  const { store, now, forgetAfterMs, logger } = options;
  const { agentId, url } = agent;
  const outcome = await readCardAgain(agent, options);
  if (outcome === undefined) return;
  const { result, signature } = outcome;
  const time = now();
  const isSilent = result.kind === 'failed' && time - agent.seenAt > forgetAfterMs;
  // Its owner may have sent a heartbeat while the card was read.
  if (isSilent && (await store.remove(agentId, agent.owner, agent.seenAt))) {
    logger?.info('An agent of which nothing is heard is removed', { agentId, url });
    return;
  }
  const failures = result.kind === 'failed' ? agent.failures + 1 : 0;
  if (result.kind === 'changed') logger?.info('A card has changed', { agentId, url });
  if (failures === 1 && result.kind === 'failed') {
    logger?.warn('An agent is not healthy', { agentId, url, problem: result.problem });
  }
  try {
    await store.settle({
      agentId,
      time,
      nextCheck: time + pauseUntilCheck(failures, options),
      result,
      ...(signature !== agent.signature && { signature }),
    });
  } catch (error) {
    if (result.kind !== 'changed') throw error;
    // A storage may refuse what one card says, which is no reason to check no other agent.
    await store.settle({
      agentId,
      time,
      nextCheck: time + pauseUntilCheck(agent.failures + 1, options),
      result: { kind: 'failed', problem: 'The registry cannot keep what its card says now.' },
    });
    const message = error instanceof Error ? error.message : String(error);
    logger?.error('Cannot keep what a card says', { agentId, url, error: message });
  }
}

/**
 * Returns a signature with the time since when it is in this state: the earlier time if the state
 * and the key are the same as before, else now.
 */
export function listSignature(
  { state, thumbprint }: Omit<ListedSignature, 'since'>,
  time: number,
  before?: ListedSignature,
): ListedSignature {
  return state === before?.state && thumbprint === before.thumbprint
    ? before
    : { state, since: new Date(time).toISOString(), ...(thumbprint && { thumbprint }) };
}

async function readCardAgain(
  { url, facts, signature: before }: StoredAgent,
  { read, now, ttlMs }: CheckAgentOptions,
): Promise<Pick<CheckOutcome, 'result' | 'signature'> | undefined> {
  try {
    const reading = await read(url);
    const time = now();
    const healthyUntil = time + ttlMs;
    const change = findCardChange(facts, reading.facts, new Date(time).toISOString());
    const result: CheckOutcome['result'] =
      change === undefined
        ? { kind: 'same', healthyUntil }
        : {
            kind: 'changed',
            healthyUntil,
            facts: reading.facts,
            terms: listTerms(reading.facts),
            change,
          };
    return { result, signature: listSignature(reading.signature, time, before) };
  } catch (error) {
    // The registry is closing or busy, which says nothing about the agent.
    if (error instanceof RegistryBusyError || error instanceof AbortedError) return undefined;
    const message = error instanceof Error ? error.message : String(error);
    const result = { kind: 'failed', problem: cleanText(message, 300) } as const;
    return isTrustFailure(error)
      ? { result, signature: listSignature({ state: 'refused' }, now(), before) }
      : { result };
  }
}

/** Options of {@link pauseUntilCheck}. */
export interface CheckPauseOptions {
  readonly checkIntervalMs: number;
  readonly maxCheckIntervalMs: number;
  readonly random: () => number;
}

/**
 * Computes the pause until an agent's card is checked again, in milliseconds: after one failure
 * half the usual interval, because most failures are short, then twice as long with each further
 * failure, and always varied by up to 10%.
 */
export function pauseUntilCheck(
  failures: number,
  { checkIntervalMs, maxCheckIntervalMs, random }: CheckPauseOptions,
): number {
  const factor = failures === 0 ? 1 : 2 ** Math.min(failures, 40) / 4;
  const interval = Math.min(
    checkIntervalMs * factor,
    Math.max(maxCheckIntervalMs, checkIntervalMs),
  );
  return Math.round(interval * (0.9 + random() * 0.2));
}

/**
 * The longest pause of the loop, in milliseconds: another process may have stored an agent that is
 * due earlier.
 */
const MAX_WAIT_MS = 5_000;
const MIN_WAIT_MS = 100;

/**
 * A loop of one timer that runs a function, such as the check of due cards, whenever it is due,
 * until it is closed.
 */
export class CheckLoop {
  readonly #run: () => Promise<number>;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isOpen = false;

  constructor({
    run,
    onError,
  }: {
    /** Does the work that is due, and resolves with the milliseconds until more may be due. */
    readonly run: () => Promise<number>;
    readonly onError: (error: unknown) => void;
  }) {
    this.#run = run;
    this.#onError = onError;
  }

  #plan(waitMs: number): void {
    if (!this.#isOpen) return;
    const bounded = Math.max(MIN_WAIT_MS, Math.min(MAX_WAIT_MS, waitMs));
    this.#timer = setTimeout(() => {
      this.#running = this.#turn();
    }, bounded).unref();
  }

  async #turn(): Promise<void> {
    try {
      this.#plan(await this.#run());
    } catch (error) {
      this.#onError(error);
      this.#plan(MAX_WAIT_MS);
    }
  }

  start(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#plan(0);
  }

  /** Stops the loop; resolves once the function is no longer running. */
  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    await this.#running;
  }
}

/** Options of {@link Heartbeats}. */
export interface HeartbeatsOptions {
  readonly store: RegistryStore;
  readonly now: () => number;
  readonly ttlMs: number;
}

/**
 * The shortest time between a check of an agent's card and a new one that a heartbeat causes, in
 * milliseconds.
 */
const CHECK_GAP_MS = 10_000;
/** The highest number of heartbeats that are stored in one write. */
const MAX_AT_ONCE = 5_000;

interface Waiting {
  readonly heartbeats: readonly Heartbeat[];
  readonly resolve: (agent: StoredAgent | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The heartbeats of agents, and their way into a store. Heartbeats that arrive during a write share
 * the next one, so that ten thousand take only a few writes.
 */
export class Heartbeats {
  readonly #options: HeartbeatsOptions;
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(options: HeartbeatsOptions) {
    this.#options = options;
  }

  /**
   * Stores a heartbeat of an agent, and resolves with the agent, or `undefined` if none of the given
   * owners has it.
   */
  hear(agentId: string, owners: readonly string[]): Promise<StoredAgent | undefined> {
    return new Promise((resolve, reject) => {
      const heartbeats = owners.map((owner) => ({ agentId, owner }));
      this.#waiting.push({ heartbeats, resolve, reject });
      if (this.#isWriting) return;
      this.#isWriting = true;
      void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    // Waits one turn of the event loop, so that heartbeats arriving now are included.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, MAX_AT_ONCE));
    this.#isWriting = false;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const { store, now, ttlMs } = this.#options;
    try {
      const time = now();
      const heard = await store.hear(
        batch.flatMap(({ heartbeats }) => heartbeats),
        { time, healthyUntil: time + ttlMs, checkGapMs: CHECK_GAP_MS },
      );
      const agents = new Map<string, readonly StoredAgent[]>();
      for (const agent of heard) {
        agents.set(agent.agentId, [...(agents.get(agent.agentId) ?? []), agent]);
      }
      for (const { heartbeats, resolve } of batch) {
        const [agent] = heartbeats.flatMap(
          ({ agentId, owner }) => agents.get(agentId)?.find((each) => each.owner === owner) ?? [],
        );
        resolve(agent);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
