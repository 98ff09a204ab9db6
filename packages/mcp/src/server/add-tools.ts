import type { Telemetry } from '@formwork/telemetry';
import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server';
import { APP_TOOL, withView } from '../app/app-tool.ts';
import { callAppTool } from '../app/call-app-tool.ts';
import { readView } from '../app/view-resource.ts';
import type { BridgeServices, ToolAnswer } from '../calls/bridge-services.ts';
import { type CallContext, flushProgress } from '../calls/call-context.ts';
import { callTool } from '../calls/call-tool.ts';
import type { ListedTool } from '../catalog/bridge-tool.ts';
import { APP_TOOL_NAME, TASK_TOOL, TASK_TOOL_NAME } from '../catalog/shared-tools.ts';
import type { TaskHandle } from '../handles/task-handle.ts';
import { mayOfferTaskTool, toWithheldTool } from '../lock/withheld-tool.ts';
import { toPage } from './to-page.ts';

/** Options of {@link addTools}. */
export interface AddToolsOptions {
  readonly services: BridgeServices;
  /** The calls that are still running. */
  readonly running: Set<Promise<unknown>>;
  /** True if hosts are offered the page that draws the results of tools. */
  readonly hasApp: boolean;
  readonly toContext: (context: ServerContext) => CallContext;
  /** Returns the time for which a list may be cached, if that is shorter than usual. */
  readonly toAge: (isWithheld: boolean) => { readonly ttlMs?: number };
}

/** Adds to a server the requests that list tools and call them. */
export function addTools(server: Server, options: AddToolsOptions): void {
  const { services, running, hasApp, toContext, toAge } = options;
  server.setRequestHandler('tools/list', async ({ params }, request) => {
    const tools = await services.agents.listTools();
    const mayOfferTask = mayOfferTaskTool(services.getLock());
    const listed = [...tools, mayOfferTask ? TASK_TOOL : toWithheldTool(TASK_TOOL_NAME)];
    // A bridge that runs from its sources may have no built page.
    const isShown = hasApp && (await readView()) !== undefined;
    const page = isShown && toContext(request).can.apps ? [APP_TOOL] : [];
    const all = isShown ? [...listed.map(withView), ...page] : listed;
    const { items, nextPage } = toPage(all, { cursor: params?.cursor, logger: services.logger });
    const isWithheld = !mayOfferTaskTool(services.getLock()) || services.agents.hasWithheld();
    return { tools: items.map(toSdkTool), ...nextPage, ...toAge(isWithheld) };
  });

  server.setRequestHandler('tools/call', async ({ params }, request) => {
    const { name, arguments: args = {} } = params;
    const context = toContext(request);
    const state = request.mcpReq.requestState<TaskHandle>();
    const start = (): Promise<ToolAnswer> =>
      name === APP_TOOL_NAME && hasApp && context.can.apps
        ? callAppTool(args, { services, context })
        : callTool({ name, args, state, context }, services);
    const { _meta: meta } = request.mcpReq;
    const { telemetry } = services;
    const call = telemetry ? traceCall(telemetry, { tool: name, meta, call: start }) : start();
    running.add(call);
    const answer = await call.finally(() => running.delete(call));
    await flushProgress(request.mcpReq.signal);
    return project(server, { answer, name, services });
  });
}

/**
 * Returns a result in the form of the host's revision: up to 2025-11-25 the data of a result is
 * always an object.
 */
async function project(
  server: Server,
  {
    answer,
    name,
    services,
  }: { readonly answer: ToolAnswer; readonly name: string; readonly services: BridgeServices },
): Promise<CallToolResult | InputRequiredResult> {
  // The SDK has no type for tasks, but passes them on.
  if (!isResult(answer)) return answer as InputRequiredResult;
  if (answer.structuredContent === undefined) return answer;
  if (name === TASK_TOOL_NAME || name === APP_TOOL_NAME) return answer;
  const match = await services.agents.findTool(name);
  return server.projectCallToolResult(answer, match?.tool.definition.outputSchema);
}

function isResult(answer: ToolAnswer): answer is CallToolResult {
  return !('resultType' in answer) || answer['resultType'] === 'complete';
}

/** Gives a tool the type of the SDK, whose objects are not readonly. */
function toSdkTool(definition: ListedTool): Tool {
  return definition as unknown as Tool;
}

/** The highest number of characters of a tool's name in a span. */
const MAX_NAME = 128;

/** Performs a call of a tool in a span of its own, below the span of the host. */
async function traceCall(
  telemetry: Telemetry,
  {
    tool,
    meta,
    call,
  }: {
    /** The name of the tool, as the host sent it. */
    readonly tool: string;
    /** The `_meta` of the request, in which hosts name the span that they call from (SEP-414). */
    readonly meta: Readonly<Record<string, unknown>> | undefined;
    readonly call: () => Promise<ToolAnswer>;
  },
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
