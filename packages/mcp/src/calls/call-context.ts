import { isRepeatableId } from '@formwork/schema/internal';
import { APPS_EXTENSION, TASKS_EXTENSION } from '../hosts/extension-ids.ts';
import { findHost } from '../hosts/host-profiles.ts';
import type { PrincipalId } from '../mcp-caller.ts';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { setTimeout } from 'node:timers/promises';

/** The shortest time between two progress notifications to a host, in milliseconds. */
const PAUSE_MS = 50;

/**
 * The number of progress notifications that may be sent without a pause, so that a short call can
 * report everything that it says.
 */
const BURST = 5;

/** The facts about one call of a host, in the same form for every revision of MCP. */
export interface CallContext {
  /** A signal that is aborted when the host cancels the call. */
  readonly signal: AbortSignal;
  /** The principal that makes the call. Handles that are made for it open for nobody else. */
  readonly principal: PrincipalId;
  /**
   * The abilities of the host: whether it puts forms and addresses to a person, follows tasks,
   * shows pages, and lends its model.
   */
  readonly can: {
    readonly forms: boolean;
    readonly urls: boolean;
    readonly tasks: boolean;
    readonly apps: boolean;
    readonly sampling: boolean;
  };
  /** True if the host shows models only the data of a result, and drops the rest. */
  readonly dropsContent: boolean;
  /** True if the host has asked for progress notifications. */
  readonly isTold: boolean;
  /**
   * Sends the host a progress notification. Never rejects; does nothing if the host asked for none.
   */
  readonly reportProgress: (text: string, fraction: number | undefined) => void;
  /** The answers of a person that the host brings when it repeats the call. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The senders of progress notifications, by the signal of their call, so that a call has only one.
 */
const tellers = new WeakMap<AbortSignal, ProgressTeller>();

/** Sends the progress notifications of a call that are still waiting, before the call answers. */
export async function flushProgress(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await tellers.get(signal)?.flush();
}

/** Options of {@link toCallContext}. */
export interface CallContextOptions {
  readonly isModern: boolean;
  /** The capabilities of the connection, which revisions up to 2025-11-25 declare once. */
  readonly declared: ClientCapabilities | undefined;
  /** The name of the host, as it was given when the connection began. */
  readonly host: string | undefined;
  readonly principal: PrincipalId;
}

export function toCallContext(
  { mcpReq }: ServerContext,
  { isModern, declared, host, principal }: CallContextOptions,
): CallContext {
  const envelope: {
    readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
    readonly [CLIENT_INFO_META_KEY]?: { readonly name: string };
  } = mcpReq.envelope ?? {};
  const own = envelope[CLIENT_CAPABILITIES_META_KEY];
  const capabilities: ClientCapabilities = (isModern ? own : declared) ?? {};
  const { elicitation } = capabilities;
  const extensions: Readonly<Record<string, unknown>> = capabilities.extensions ?? {};
  const teller = findTeller(mcpReq);
  return {
    signal: mcpReq.signal,
    principal,
    can: {
      // A host that declares an empty `elicitation` shows forms.
      forms: elicitation !== undefined && (elicitation.form !== undefined || !hasUrl(elicitation)),
      urls: elicitation !== undefined && hasUrl(elicitation),
      tasks: isModern && extensions[TASKS_EXTENSION] !== undefined,
      apps: extensions[APPS_EXTENSION] !== undefined,
      sampling: capabilities.sampling !== undefined,
    },
    dropsContent: dropsContent(isModern ? envelope[CLIENT_INFO_META_KEY]?.name : host),
    inputResponses: mcpReq.inputResponses,
    isTold: teller !== undefined,
    reportProgress(text, fraction) {
      if (mcpReq.signal.aborted) return;
      teller?.reportProgress(text, fraction);
    },
  };
}

/** Returns the sender of progress for a call; `undefined` if the host did not ask for progress. */
function findTeller({ signal, notify, _meta: meta }: ServerContext['mcpReq']) {
  const token = meta?.progressToken;
  // Each notification repeats the token; who sends a long one is told nothing on the way.
  if (!isRepeatableId(token)) return undefined;
  const known = tellers.get(signal);
  if (known !== undefined) return known;
  const teller = createProgressTeller(async (progress) => {
    if (signal.aborted) return;
    const params = { progressToken: token, ...progress };
    await notify({ method: 'notifications/progress', params });
  });
  tellers.set(signal, teller);
  return teller;
}

function hasUrl(elicitation: object): boolean {
  return 'url' in elicitation && elicitation.url !== undefined;
}

/** True for a host that is known to show models only the data of a result. */
function dropsContent(name: string | undefined): boolean {
  return name !== undefined && findHost(name)?.results === 'data';
}

/** Sends a host the progress of one call, no faster than the host takes it, and with pauses. */
interface ProgressTeller {
  /** Adds progress to report. If too much is waiting, the oldest is dropped. */
  readonly reportProgress: (text: string, fraction: number | undefined) => void;
  /** Sends the progress that is still waiting, before the call answers. Never rejects. */
  readonly flush: () => Promise<void>;
}

/** The progress of a call in the form of an MCP notification. */
interface SentProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

interface Said {
  readonly text: string;
  readonly fraction: number | undefined;
}

/**
 * Makes the sender of progress for one call.
 *
 * @param send sends one notification; resolves once the host's side has taken it. Its errors are
 * ignored.
 */
export function createProgressTeller(
  send: (progress: SentProgress) => Promise<void>,
): ProgressTeller {
  let last = 0;
  let waiting: readonly Said[] = [];
  let credit = BURST;
  let countedAt = performance.now();
  let sending: Promise<void> | undefined;
  let isEnding = false;

  /** Returns how many notifications may be sent now without a pause. */
  function count(): number {
    const earned = Math.floor((performance.now() - countedAt) / PAUSE_MS);
    credit = Math.min(BURST, credit + earned);
    countedAt += earned * PAUSE_MS;
    return credit;
  }

  async function run(): Promise<void> {
    for (let [said] = waiting; said !== undefined; [said] = waiting) {
      if (count() < 1 && !isEnding) {
        await setTimeout(PAUSE_MS, undefined, { ref: false });
        continue;
      }
      const { text, fraction } = said;
      waiting = waiting.slice(1);
      credit -= 1;
      // MCP demands that progress grows, whatever the agent reports.
      last = fraction === undefined ? last + 1 : Math.max(last + 0.01, fraction * 100);
      const sent = send({
        progress: last,
        ...(fraction !== undefined && { total: Math.max(100, last) }),
        ...(text !== '' && { message: text }),
      });
      await sent.catch(() => {});
    }
    sending = undefined;
  }

  return {
    reportProgress(text, fraction) {
      // Keeps the newest reports.
      waiting = [...waiting, { text, fraction }].slice(-Math.max(1, count()));
      sending ??= run();
    },
    async flush() {
      isEnding = true;
      await sending;
      isEnding = false;
    },
  };
}
