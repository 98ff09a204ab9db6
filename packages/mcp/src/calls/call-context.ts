import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import { APPS_EXTENSION } from '../app/view-resource.ts';

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
  /** True if somebody wants to hear how far the call is. */
  readonly isTold: boolean;
  /** Tells the host how far the call is. Never rejects; does nothing if it did not ask. */
  readonly tell: (text: string, fraction: number | undefined) => void;
  /** What the host brings when it calls again with answers. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined;
}

/** How far each call is: one that goes on after an answer is the same call. */
const reached = new WeakMap<AbortSignal, number>();

/** Options of {@link toCallContext}. */
export interface CallContextOptions {
  readonly isModern: boolean;
  /** Capabilities of the connection: up to 2025-11-25 they are told once. */
  readonly declared: ClientCapabilities | undefined;
  readonly principal: string;
}

export function toCallContext(
  { mcpReq }: ServerContext,
  { isModern, declared, principal }: CallContextOptions,
): CallContext {
  const envelope: { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } =
    mcpReq.envelope ?? {};
  const own = envelope[CLIENT_CAPABILITIES_META_KEY];
  const capabilities: ClientCapabilities = (isModern ? own : declared) ?? {};
  const { elicitation } = capabilities;
  const extensions: Readonly<Record<string, unknown>> = capabilities.extensions ?? {};
  const { _meta: meta } = mcpReq;
  const token = meta?.progressToken;
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
    inputResponses: mcpReq.inputResponses,
    isTold: token !== undefined,
    tell(text, fraction) {
      if (token === undefined || mcpReq.signal.aborted) return;
      // It must grow, whatever the agent says.
      const last = reached.get(mcpReq.signal) ?? 0;
      const progress = fraction === undefined ? last + 1 : Math.max(last + 0.01, fraction * 100);
      reached.set(mcpReq.signal, progress);
      const params = {
        progressToken: token,
        progress,
        ...(fraction !== undefined && { total: Math.max(100, progress) }),
        ...(text !== '' && { message: text }),
      };
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}

function hasUrl(elicitation: object): boolean {
  return 'url' in elicitation && elicitation.url !== undefined;
}
