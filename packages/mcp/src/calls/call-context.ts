import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { APPS_EXTENSION } from '../app/view-resource.ts';
import { dropsContent } from '../hosts/drops-content.ts';
import { createProgressTeller, type ProgressTeller } from './tell-progress.ts';

/** The extension of MCP 2026-07-28 by which a call becomes a task. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** What is known of one call, whichever revision it came by. */
export interface CallContext {
  /** Aborted when the host cancels. */
  readonly signal: AbortSignal;
  /** Who calls; handles are for nobody else. */
  readonly principal: string;
  /** What the host can show to a person, whether it follows tasks, and whether it shows pages. */
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
  readonly tell: (text: string, fraction: number | undefined) => void;
  /** What the host brings when it calls again with answers. */
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
    tell(text, fraction) {
      if (mcpReq.signal.aborted) return;
      teller?.tell(text, fraction);
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
