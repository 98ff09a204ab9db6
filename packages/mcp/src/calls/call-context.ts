import { isRepeatableId } from '@formwork/schema/internal';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { APPS_EXTENSION, TASKS_EXTENSION } from '../hosts/extension-ids.ts';
import { findHost } from '../hosts/host-profiles.ts';
import type { PrincipalId } from '../mcp-caller.ts';
import { ProgressReporter } from './progress-reporter.ts';

/** The facts about one call of a host, in the same form for every revision of MCP. */
export interface CallContext {
  /** A signal that is aborted when the host cancels the call. */
  readonly signal: AbortSignal;
  /**
   * The principal that makes the call. Handles that are made for it open for no other principal.
   */
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
  readonly wantsProgress: boolean;
  /**
   * Sends the host a progress notification. Never rejects; does nothing if the host asked for none.
   */
  readonly reportProgress: (text: string, fraction: number | undefined) => void;
  /** The answers of a person that the host brings when it repeats the call. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The reporters of progress, by the signal of their call, so that a call has only one.
 */
const reporters = new WeakMap<AbortSignal, ProgressReporter>();

/** Sends the progress notifications of a call that are still waiting, before the call answers. */
export async function flushProgress(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await reporters.get(signal)?.flush();
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
  const capabilities: ClientCapabilities =
    (isModern ? envelope[CLIENT_CAPABILITIES_META_KEY] : declared) ?? {};
  const { elicitation } = capabilities;
  const extensions: Readonly<Record<string, unknown>> = capabilities.extensions ?? {};
  const reporter = findReporter(mcpReq);
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
    wantsProgress: reporter !== undefined,
    reportProgress(text, fraction) {
      if (mcpReq.signal.aborted) return;
      reporter?.reportProgress(text, fraction);
    },
  };
}

/** Returns the sender of progress for a call; `undefined` if the host did not ask for progress. */
function findReporter({ signal, notify, _meta: meta }: ServerContext['mcpReq']) {
  const token = meta?.progressToken;
  // Each notification repeats the token, so a host that sends a long one gets no notifications.
  if (!isRepeatableId(token)) return undefined;
  const present = reporters.get(signal);
  if (present !== undefined) return present;
  const reporter = new ProgressReporter(async (progress) => {
    if (signal.aborted) return;
    const params = { progressToken: token, ...progress };
    await notify({ method: 'notifications/progress', params });
  });
  reporters.set(signal, reporter);
  return reporter;
}

function hasUrl(elicitation: object): boolean {
  return 'url' in elicitation && elicitation.url !== undefined;
}

/** True for a host that is known to show models only the data of a result. */
function dropsContent(name: string | undefined): boolean {
  return name !== undefined && findHost(name)?.results === 'data';
}
