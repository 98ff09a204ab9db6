import { findHost } from '../hosts/host-profiles.ts';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { setTimeout } from 'node:timers/promises';

/** The extension by which hosts show pages of a server (SEP-1865, MCP Apps 2026-01-26). */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';

/** How long a host is left alone between two words of progress, in milliseconds. */
const PAUSE_MS = 50;

/** How many words are told without a pause: a call that ends at once tells all that it says. */
const BURST = 5;

/** The extension of MCP 2026-07-28 by which a call becomes a task. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Facts about one call, whichever revision of MCP it came by. */
export interface CallContext {
  /** Aborted when the host cancels. */
  readonly signal: AbortSignal;
  /** Who calls; handles are for nobody else. */
  readonly principal: string;
  /** The abilities of the host: questions to a person, tasks, pages. */
  readonly can: {
    readonly forms: boolean;
    readonly urls: boolean;
    readonly tasks: boolean;
    readonly apps: boolean;
  };
  /** True if models get the data of a result there, and nothing beside it. */
  readonly dropsContent: boolean;
  /** True if somebody wants to hear how far the call is. */
  readonly isTold: boolean;
  /** Tells the host how far the call is. Never rejects; does nothing if it did not ask. */
  readonly reportProgress: (text: string, fraction: number | undefined) => void;
  /** The answers that the host brings when it calls again. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined;
}

/** Of each call: one that goes on after an answer is the same call. */
const tellers = new WeakMap<AbortSignal, ProgressTeller>();

/** Tells what is left to tell of a call, before its answer. */
export async function flushProgress(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await tellers.get(signal)?.flush();
}

/** Options of {@link toCallContext}. */
export interface CallContextOptions {
  readonly isModern: boolean;
  /** Capabilities of the connection: up to 2025-11-25 they are told once. */
  readonly declared: ClientCapabilities | undefined;
  /** The name of the host, as the connection told it. */
  readonly host: string | undefined;
  readonly principal: string;
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
      // `{}` has always meant forms.
      forms: elicitation !== undefined && (elicitation.form !== undefined || !hasUrl(elicitation)),
      urls: elicitation !== undefined && hasUrl(elicitation),
      tasks: isModern && extensions[TASKS_EXTENSION] !== undefined,
      apps: extensions[APPS_EXTENSION] !== undefined,
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

/** `undefined` for a host that did not ask to be told. */
function findTeller({ signal, notify, _meta: meta }: ServerContext['mcpReq']) {
  const token = meta?.progressToken;
  if (token === undefined) return undefined;
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

/** True for a host that is known to show models the data of a result, and nothing beside it. */
function dropsContent(name: string | undefined): boolean {
  return name !== undefined && findHost(name)?.results === 'data';
}

/** Tells a host how far one call is, no faster than it is good for it, and than it takes it. */
interface ProgressTeller {
  /** Progress that was not told yet counts for nothing any more. */
  readonly reportProgress: (text: string, fraction: number | undefined) => void;
  /** Tells what is left, before the answer. Never rejects. */
  readonly flush: () => Promise<void>;
}

/** How far a call is, as it is sent. */
interface SentProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

interface Said {
  readonly text: string;
  readonly fraction: number | undefined;
}

/** @param send resolves once the host's end has taken it; what it rejects with is of no interest. */
export function createProgressTeller(
  send: (progress: SentProgress) => Promise<void>,
): ProgressTeller {
  let last = 0;
  let waiting: readonly Said[] = [];
  let credit = BURST;
  let countedAt = performance.now();
  let sending: Promise<void> | undefined;
  let isEnding = false;

  /** How many words may be told now. */
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
      // It must grow, whatever the agent says.
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
      // The newest win.
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
