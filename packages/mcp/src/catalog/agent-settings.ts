import type { ConnectOptions } from '@formwork/client';
import { isDeepStrictEqual } from 'node:util';

/**
 * Facts about the effects of an agent's tools that the operator vouches for; the agent's card only
 * claims them. Default: the worst case.
 */
export interface ToolHints {
  /** True if no call of the agent's tools changes anything. */
  readonly readOnly?: boolean;
  /** False if calls only add things and destroy none. */
  readonly destructive?: boolean;
  /** True if repeating the same call changes nothing more. */
  readonly idempotent?: boolean;
}

/** The public card of an agent that this process serves, with the agent's addresses. */
export interface LocalCard {
  /** The card for A2A 1.0 as JSON, exactly as it is served. */
  readonly text: string;
  /** The URL that callers use. */
  readonly url: string;
  /**
   * The URL at which this process serves the agent, to which calls are sent. Default: calls go to
   * {@link url}.
   */
  readonly localUrl?: string | undefined;
}

/** A server of this process, as `createServer` and `createAgentRouter` of `@formwork/server` make. */
export interface LocalServer {
  /** Resolves to the card of the agent as it is now, once the server has started. */
  readonly readCard: () => Promise<LocalCard>;
}

/** The settings of an agent whose skills become tools of a bridge. */
export interface AgentSettings {
  /**
   * The prefix in the names of the agent's tools: at most 20 letters, digits and `-`, different
   * from that of every other agent, and not `a2a`. The operator chooses it, so that no card can
   * take the name of another agent.
   */
  readonly alias: string;
  /**
   * False leaves the prefix out of the tools' names, for a bridge with a single agent. With
   * {@link server}, texts then introduce the agent by its own name, not by its alias. Default true.
   */
  readonly prefix?: boolean;
  /**
   * The agent's address, or a function that returns it whenever it is needed; not needed with
   * {@link server}.
   */
  readonly url?: string | (() => string);
  /**
   * The server of this process that serves the agent, from `createServer` or `createAgentRouter`.
   * Its tools are those of the public card, which is read from the server itself: a list of tools
   * waits until the server has started and for nothing else. Only calls are requests, also if the
   * public URL works only from outside this machine. Default: the agent is found at {@link url}.
   */
  readonly server?: LocalServer;
  /**
   * The network addresses that the agent may be called at. `any`: the operator has named the agent
   * and trusts its origin and its `trustedOrigins`, wherever they lead. `public`: the operator does
   * not vouch for the agent, such as one of a registry; it is called only over https, and only at
   * addresses of the public internet. Default `any`.
   *
   * In both cases the agent is called at no other origin.
   */
  readonly addresses?: 'any' | 'public';
  /**
   * The options of the connection to the agent, such as headers with credentials, and limits. A
   * `fetch` of yours gets only requests that are allowed, and has to check network addresses
   * itself.
   */
  readonly connect?: Omit<ConnectOptions, 'signal'>;
  /** Ids of the skills that become tools; `*` stands for any characters. Default: all. */
  readonly allow?: readonly string[];
  /** Ids of skills that do not become tools even if `allow` names them. Default: none. */
  readonly deny?: readonly string[];
  /**
   * The highest number of the agent's skills that become tools, in the order of its card; a report
   * names the rest. Default 200, at most 10,000.
   */
  readonly maxSkills?: number;
  /** False leaves out the tool that sends text to the agent. Default true. */
  readonly ask?: boolean;
  /**
   * Facts about the effects of the agent's tools that you vouch for. Default: the worst case,
   * whatever the card claims.
   */
  readonly hints?: ToolHints;
  /**
   * True lets the agent use the models of hosts that offer sampling, for skills whose text is read
   * by `hostModel` of `@formwork/model`. Set it only for agents that you trust: they choose what the
   * model is asked. Default false.
   */
  readonly lendModel?: boolean;
  /**
   * The hosts that a person may be sent to in order to sign in or consent, such as
   * `login.example.com`. Default: none, and the address is only shown to the model.
   */
  readonly authorizationHosts?: readonly string[];
  /**
   * The kind of result that the agent's tools promise. `natural`: a tool whose skill promises
   * exactly one schema promises that schema. `envelope`: every tool promises the envelope, which
   * can also hold questions and unfinished calls. Default `natural`.
   */
  readonly results?: 'natural' | 'envelope';
}

/**
 * True if an agent is reached by both settings in the same way. All headers count as the same,
 * because the connection asks for those of the current settings.
 */
export function isSameConnection(first: AgentSettings, second: AgentSettings): boolean {
  return isDeepStrictEqual(toConnection(first), toConnection(second));
}

function toConnection({ addresses = 'any', connect = {} }: AgentSettings): object {
  const { headers, ...options } = connect;
  return { addresses, ...options, hasHeaders: headers !== undefined };
}

/** True if both settings have the same headers, or functions for them, of which nothing is known. */
export function hasSameHeaders(first: AgentSettings, second: AgentSettings): boolean {
  const [before, after] = [first, second].map(({ connect: { headers } = {} }) =>
    headers instanceof Headers ? [...headers] : typeof headers === 'function' ? 'any' : headers,
  );
  return isDeepStrictEqual(before, after);
}

/** True if both settings make the same tools of the same card. */
export function hasSameTools(first: AgentSettings, second: AgentSettings): boolean {
  return isDeepStrictEqual(toToolRules(first), toToolRules(second));
}

function toToolRules(settings: AgentSettings): object {
  const { url: _, server: _own, addresses: _any, connect: _by, ...rules } = settings;
  return rules;
}

/** True if the operator's settings let a skill become a tool. */
export function isAllowed(
  skillId: string,
  { allow, deny = [] }: Pick<AgentSettings, 'allow' | 'deny'>,
): boolean {
  if (deny.some((pattern) => matchesPattern(skillId, pattern))) return false;
  return allow === undefined || allow.some((pattern) => matchesPattern(skillId, pattern));
}

/**
 * True if a text matches a pattern with `*`. It searches the parts between the stars one after the
 * other, so that no pattern can make it slow.
 */
function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const index = text.indexOf(part, at);
    if (index === -1) return false;
    at = index + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
