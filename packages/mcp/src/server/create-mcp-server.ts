import { readPrincipal } from '../mcp-caller.ts';
import { APP_TOOL, APP_TOOL_NAME, withView } from '../app/app-tool.ts';
import { callAppTool } from '../app/call-app-tool.ts';
import { readView } from '../app/view-resource.ts';
import type { BridgeOptions } from '../bridge-options.ts';
import { type CallContext, flushProgress, toCallContext } from '../calls/call-context.ts';
import type { CallRules, ToolAnswer } from '../calls/call-rules.ts';
import { callTool } from '../calls/call-tool.ts';
import type { HostTasks } from '../calls/host-tasks.ts';
import { parseArguments } from '../calls/mended-arguments.ts';
import type { ListedTool } from '../catalog/bridge-tool.ts';
import { toInstructions } from '../catalog/instructions.ts';
import { TASK_TOOL, TASK_TOOL_NAME } from '../catalog/shared-tools.ts';
import { guardMessage, type GuardOptions } from '../guard/guard-message.ts';
import type { TaskHandle } from '../handles/task-handle.ts';
import { APPS_EXTENSION, TASKS_EXTENSION } from '../hosts/extension-ids.ts';
import { mayInstruct, mayOfferTaskTool, toWithheldTool } from '../lock/withheld-tool.ts';
import { addPrompts, addResources, type OwnContent } from './add-resources.ts';
import { readVersion } from './read-version.ts';
import { addSubscriptions } from './tell-change.ts';
import { toPage } from './to-page.ts';
import { isRecord } from '@formwork/schema/json';
import type { Telemetry } from '@formwork/telemetry';
import {
  type CallToolResult,
  type InputRequiredResult,
  type JSONRPCMessage,
  type McpRequestContext,
  Server,
  type ServerContext,
  type StandardSchemaV1,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/server';

/** The highest number of characters of a handle in a request; longer ones are refused unread. */
const MAX_LENGTH = 8192;

/**
 * The schema of the requests about tasks, written by hand because compiling one would noticeably
 * slow the start of a bridge.
 */
const TASK_PARAMS: StandardSchemaV1<TaskParams> = {
  '~standard': {
    version: 1,
    vendor: 'formwork',
    validate(value) {
      const params = isRecord(value) ? value : {};
      const { taskId } = params;
      if (typeof taskId === 'string' && taskId.length <= MAX_LENGTH) {
        return { value: { ...params, taskId } };
      }
      const message = `must be a string of at most ${MAX_LENGTH} characters`;
      return { issues: [{ message, path: ['taskId'] }] };
    },
  },
};

/** The options that all servers of a bridge share. */
export interface McpServerOptions {
  readonly rules: CallRules;
  readonly tasks: HostTasks;
  /** The calls that are still running. */
  readonly running: Set<Promise<unknown>>;
  readonly name: string;
  readonly identity: BridgeOptions['identity'];
  readonly own: OwnContent;
  /** The time for which hosts may cache a list, in milliseconds. */
  readonly freshMs: number;
  /** True if hosts are offered the page that draws the results of tools. */
  readonly hasApp: boolean;
}

/**
 * The time for which hosts may cache a list in which tools are withheld or agents are missing, in
 * milliseconds; it is short because the operator may accept the tools soon, and the agents may be
 * found.
 */
const PARTIAL_MS = 1000;

/**
 * Makes an MCP server for one request or one connection, of either era. The state of tasks is in
 * their handles, so that any server of the bridge can continue any task.
 */
export function createMcpServer(
  { era, authInfo }: McpRequestContext,
  { rules, tasks, running, name, identity, freshMs, own, hasApp }: McpServerOptions,
): Server {
  const isModern = era === 'modern';
  const principal = readPrincipal(authInfo);
  // Lists depend only on the agents; the router has already decided who may see them.
  const hint = {
    ttlMs: freshMs,
    cacheScope: authInfo === undefined ? 'public' : 'private',
  } as const;
  const agent = identity?.();
  const server = new Server(
    agent === undefined
      ? { name, title: 'A2A agents', version: readVersion() }
      : { name: agent.name, title: agent.name, version: agent.version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, ...(!isModern && { subscribe: true }) },
        prompts: { listChanged: true },
        completions: {},
        extensions: {
          ...(hasApp && { [APPS_EXTENSION]: {} }),
          ...(isModern && { [TASKS_EXTENSION]: {} }),
        },
      },
      ...(mayInstruct(rules.getLock()) && { instructions: toInstructions(agent) }),
      cacheHints: {
        // The list depends on the host: the tool for pages is only for hosts that show pages.
        'tools/list': { ...hint, cacheScope: 'private' },
        'prompts/list': hint,
        'resources/list': hint,
        'resources/templates/list': hint,
        'server/discover': hint,
      },
      requestState: { verify: (state) => rules.handles.open(state, principal) },
    },
  );
  guardServer(server, rules);
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
    isModern && (isWithheld || rules.agents.isPartial())
      ? { ttlMs: Math.min(freshMs, PARTIAL_MS) }
      : {};

  server.setRequestHandler('tools/list', async ({ params }, context) => {
    const tools = await rules.agents.listTools();
    const task = mayOfferTaskTool(rules.getLock()) ? TASK_TOOL : toWithheldTool(TASK_TOOL_NAME);
    const listed = [...tools, task];
    // A bridge that runs from its sources may have no built page.
    const isShown = hasApp && (await readView()) !== undefined;
    const page = isShown && toContext(context).can.apps ? [APP_TOOL] : [];
    const all = isShown ? [...listed.map(withView), ...page] : listed;
    const { items, more } = toPage(all, { cursor: params?.cursor, logger: rules.logger });
    const isWithheld = !mayOfferTaskTool(rules.getLock()) || rules.agents.hasWithheld();
    return { tools: items.map(toListed), ...more, ...toAge(isWithheld) };
  });

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name: tool, arguments: args = {} } = params;
    const known = toContext(context);
    const state = context.mcpReq.requestState<TaskHandle>();
    const start = (): Promise<ToolAnswer> =>
      tool === APP_TOOL_NAME && hasApp && known.can.apps
        ? callAppTool(args, { rules, context: known })
        : callTool({ name: tool, args, state, context: known }, rules);
    const { _meta: meta } = context.mcpReq;
    const { telemetry } = rules;
    const call = telemetry ? traceCall(telemetry, { tool, meta, call: start }) : start();
    running.add(call);
    const answer = await call.finally(() => running.delete(call));
    await flushProgress(context.mcpReq.signal);
    return project(server, { answer, name: params.name, rules });
  });

  addResources(server, { rules, principal, own, hasApp, toAge });
  addPrompts(server, { rules, own, toAge });
  if (!isModern) addSubscriptions(server);
  if (isModern) {
    for (const [method, act] of [
      ['tasks/get', tasks.get],
      ['tasks/update', tasks.update],
      ['tasks/cancel', tasks.cancel],
    ] as const) {
      server.setRequestHandler(method, { params: TASK_PARAMS }, async (params, context) => {
        const brought: unknown = Reflect.get(params, 'inputResponses');
        const known = toContext(context);
        const responses = known.inputResponses ?? (brought as CallContext['inputResponses']);
        return act(params.taskId, { ...known, inputResponses: responses });
      });
    }
  }
  return server;
}

interface ProjectOptions {
  readonly answer: ToolAnswer;
  readonly name: string;
  readonly rules: CallRules;
}

/**
 * Returns a result in the form of the host's revision: up to 2025-11-25 the data of a result is
 * always an object.
 */
async function project(
  server: Server,
  { answer, name, rules }: ProjectOptions,
): Promise<CallToolResult | InputRequiredResult> {
  // The SDK has no type for tasks, but passes them on.
  if (!isResult(answer)) return answer as InputRequiredResult;
  if (answer.structuredContent === undefined) return answer;
  if (name === TASK_TOOL_NAME || name === APP_TOOL_NAME) return answer;
  const found = await rules.agents.findTool(name);
  return server.projectCallToolResult(answer, found?.tool.definition.outputSchema);
}

function isResult(answer: ToolAnswer): answer is CallToolResult {
  return !('resultType' in answer) || answer['resultType'] === 'complete';
}

/** Gives a tool the type of the SDK, whose objects are not readonly. */
function toListed(definition: ListedTool): Tool {
  return definition as unknown as Tool;
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
    transport.send = async (message, more) => {
      const guarded = guardMessage(message, options);
      switch (guarded.kind) {
        case 'message':
          return send(guarded.message, more);
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

/** The parameters of a request about a task. */
interface TaskParams {
  readonly taskId: string;
}

/** Options of {@link traceCall}. */
interface TraceCallOptions {
  /** The name of the tool, as the host sent it. */
  readonly tool: string;
  /** The `_meta` of the request, in which hosts name the span that they call from (SEP-414). */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly call: () => Promise<ToolAnswer>;
}

/** The highest number of characters of a tool's name in a span. */
const MAX_NAME = 128;

/** Performs a call of a tool in a span of its own, below the span of the host. */
async function traceCall(
  telemetry: Telemetry,
  { tool, meta, call }: TraceCallOptions,
): Promise<ToolAnswer> {
  const span = telemetry.startSpan('tool', {
    // The span of this process is the parent only if the host names none.
    ...(meta?.['traceparent'] === undefined ? {} : { parent: telemetry.extract(meta) }),
    attributes: { 'formwork.tool': tool.slice(0, MAX_NAME) },
  });
  const startedAt = performance.now();
  let outcome = 'failed';
  try {
    const answer = await span.run(call);
    outcome = toOutcome(answer);
    return answer;
  } finally {
    span.set('formwork.outcome', outcome);
    span.end(outcome === 'failed' || outcome === 'error' ? outcome : undefined);
    telemetry.record('tools', (performance.now() - startedAt) / 1000, { outcome });
  }
}

function toOutcome(answer: ToolAnswer): string {
  if ('isError' in answer && answer.isError === true) return 'error';
  if (!('resultType' in answer) || typeof answer.resultType !== 'string') return 'ok';
  if (answer.resultType === 'task') return 'task';
  return answer.resultType === 'input_required' ? 'question' : 'ok';
}
