import { isRecord } from '@formwork/schema/json';
import {
  type JSONRPCMessage,
  type McpRequestContext,
  type McpServerFactory,
  Server,
  type ServerContext,
  type ServerOptions,
  type Transport,
} from '@modelcontextprotocol/server';
import type { BridgeOptions } from '../bridge-options.ts';
import { type CallContext, toCallContext } from '../calls/call-context.ts';
import { HostTasks } from '../calls/host-tasks.ts';
import { parseArguments } from '../calls/mended-arguments.ts';
import { toInstructions } from '../catalog/instructions.ts';
import { guardMessage, type GuardOptions } from '../guard/guard-message.ts';
import { APPS_EXTENSION, TASKS_EXTENSION } from '../hosts/extension-ids.ts';
import { mayShowInstructions } from '../lock/withheld-tool.ts';
import { readPrincipal } from '../mcp-caller.ts';
import { addPrompts, addResources, type OperatorContent } from './add-resources.ts';
import { addTasks } from './add-tasks.ts';
import { addTools, type AddToolsOptions } from './add-tools.ts';
import { readVersion } from './read-version.ts';
import { addSubscriptions } from './tell-change.ts';

/** The options that all servers of a bridge share. */
export interface McpServerOptions extends Pick<AddToolsOptions, 'services' | 'running' | 'hasApp'> {
  readonly tasks: HostTasks;
  readonly name: string;
  readonly identity: BridgeOptions['identity'];
  readonly content: OperatorContent;
  /** The time for which hosts may cache a list, in milliseconds. */
  readonly freshMs: number;
}

/**
 * The time for which hosts may cache a list in which tools are withheld or agents are missing, in
 * milliseconds; it is short because the operator may accept the tools soon, and the agents may be
 * found.
 */
const PARTIAL_MS = 1000;

/** Makes the factory of a bridge's MCP servers, with the state that they share. */
export function createServerFactory(options: Omit<McpServerOptions, 'tasks'>): McpServerFactory {
  const tasks = new HostTasks(options.services);
  return (context) => createMcpServer(context, { ...options, tasks });
}

/**
 * Makes an MCP server for one request or one connection, of either era. The state of tasks is in
 * their handles, so that any server of the bridge can continue any task.
 */
function createMcpServer(request: McpRequestContext, options: McpServerOptions): Server {
  const { services, tasks, running, name, freshMs, content, hasApp } = options;
  const isModern = request.era === 'modern';
  const principal = readPrincipal(request.authInfo);
  const agent = options.identity?.();
  const server = new Server(
    agent === undefined
      ? { name, title: 'A2A agents', version: readVersion() }
      : { name: agent.name, title: agent.name, version: agent.version },
    {
      capabilities: toCapabilities({ isModern, hasApp }),
      ...(mayShowInstructions(services.getLock()) && { instructions: toInstructions(agent) }),
      cacheHints: toCacheHints(request, freshMs),
      requestState: { verify: (state) => services.handles.open(state, principal) },
    },
  );
  guardServer(server, services);
  const toContext = (context: ServerContext): CallContext =>
    toCallContext(context, {
      isModern,
      // Up to 2025-11-25 the connection declares the capabilities.
      declared: isModern ? undefined : server.getClientCapabilities(),
      host: isModern ? undefined : server.getClientVersion()?.name,
      principal,
    });
  /** Returns the age of a list that may soon be another one; nothing for any other list. */
  const toAge = (isWithheld = false): { readonly ttlMs?: number } =>
    isModern && (isWithheld || services.agents.isPartial())
      ? { ttlMs: Math.min(freshMs, PARTIAL_MS) }
      : {};
  addTools(server, { services, running, hasApp, toContext, toAge });
  addResources(server, { services, principal, content, hasApp, toAge });
  addPrompts(server, { services, content, toAge });
  if (isModern) addTasks(server, { tasks, toContext });
  else addSubscriptions(server);
  return server;
}

function toCapabilities({
  isModern,
  hasApp,
}: {
  readonly isModern: boolean;
  readonly hasApp: boolean;
}): NonNullable<ServerOptions['capabilities']> {
  return {
    tools: { listChanged: true },
    resources: { listChanged: true, ...(!isModern && { subscribe: true }) },
    prompts: { listChanged: true },
    completions: {},
    extensions: {
      ...(hasApp && { [APPS_EXTENSION]: {} }),
      ...(isModern && { [TASKS_EXTENSION]: {} }),
    },
  };
}

/** Lists depend only on the agents; the router has already decided who may see them. */
function toCacheHints(
  { authInfo }: McpRequestContext,
  ttlMs: number,
): NonNullable<ServerOptions['cacheHints']> {
  const hint = { ttlMs, cacheScope: authInfo === undefined ? 'public' : 'private' } as const;
  return {
    // The list depends on the host: the tool for pages is only for hosts that show pages.
    'tools/list': { ...hint, cacheScope: 'private' },
    'prompts/list': hint,
    'resources/list': hint,
    'resources/templates/list': hint,
    'server/discover': hint,
  };
}

/**
 * Guards everything that a server sends: this is the one place where secrets are removed, and where
 * messages that are too large are replaced.
 */
function guardServer(server: Server, options: GuardOptions): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport: Transport) => {
    const send = transport.send.bind(transport);
    // Changes the transport itself, because the SDK would not recognize a wrapped one.
    transport.send = async (message, sendOptions) => {
      const guarded = guardMessage(message, options);
      switch (guarded.kind) {
        case 'message':
          return send(guarded.message, sendOptions);
        case 'nothing':
          return undefined;
        case 'refused':
          throw new Error(guarded.reason);
      }
    };
    await connect(transport);
    const receive = transport.onmessage;
    // Transports are no event targets: each has one listener.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    transport.onmessage = (message, extra) => receive?.(mendCall(message), extra);
  };
}

/**
 * Parses the arguments of a call that a host sends as one JSON text. The SDK would refuse the call
 * before anything here sees it.
 */
function mendCall<Message extends JSONRPCMessage>(message: Message): Message {
  const { method, params } = message as Readonly<Record<string, unknown>>;
  if (method !== 'tools/call' || !isRecord(params)) return message;
  const args = parseArguments(params['arguments']);
  return args === undefined ? message : { ...message, params: { ...params, arguments: args } };
}
