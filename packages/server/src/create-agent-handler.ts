import type { Agent } from '@formwork/core';
import { declareRoutes, type FetchContext } from '@formwork/network';
import { adaptLogger, createConsoleLogger } from '@formwork/schema/options';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAgentDoors, type MountedAgent } from './agent-doors.ts';
import type { MountedAgentOptions } from './agent-router-options.ts';
import { SERVER_ROUTES } from './card-door.ts';
import { joinSteps } from './exchange.ts';
import { createOuterStep } from './outer-step.ts';
import { StepHandler, toBasePath } from './plain-exchange.ts';
import { checkAgent } from './served-agent.ts';

/** Options of {@link createAgentHandler}. */
export interface AgentHandlerOptions extends MountedAgentOptions {
  /**
   * The path below which requests come, such as `/agents`; `/` if a program in front cuts it off.
   * Default: the path of `publicUrl`.
   */
  readonly basePath?: string;
  /** True serves `/healthz` and `/readyz` below the path, as `createServer` does. Default true. */
  readonly health?: boolean;
}

/** An agent as a function from a `Request` to a `Response`, for any program that serves HTTP. */
export interface AgentHandler extends MountedAgent {
  /**
   * Answers a request; never rejects. Its stream ends when the signal of the request aborts, or
   * the body of the response is cancelled. What the program passes as a second argument need not
   * be a {@link FetchContext}.
   */
  readonly fetch: (request: Request, context?: FetchContext | object) => Promise<Response>;
  /** Answers a request of `node:http`, as the listener of a server. */
  readonly nodeListener: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Makes the web-standard handler of an agent, with its cards and transports, for Hono, Fastify,
 * Next, Bun, Deno, `node:http`, and whatever else serves HTTP. Host names are always checked in
 * `fetch`: name those beside that of `publicUrl` in `allowedHosts`.
 *
 * @throws RangeError or TypeError that names the option at fault; TypeError for what is no agent
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
 * import { createAgentHandler } from '@formwork/server';
 * import { createServer } from 'node:http';
 *
 * declare const agent: Agent;
 * const handler = createAgentHandler(agent, { publicUrl: 'https://example.com/agents' });
 * createServer(handler.nodeListener).listen(4100);
 * const card = await handler.fetch(
 *   new Request('https://example.com/agents/.well-known/agent-card.json'),
 * );
 * ```
 */
export function createAgentHandler(agent: Agent, options: AgentHandlerOptions): AgentHandler {
  checkAgent(agent, 'make the handler');
  checkHandlerOptions(options);
  const { health, basePath = URL.parse(options.publicUrl)?.pathname ?? '/', ...mounted } = options;
  const base = toBasePath(basePath);
  const {
    pipeline,
    transport: _,
    adapters,
    ...doors
  } = createAgentDoors(agent, mounted, { isHostChecked: true });
  const closing = new AbortController();
  const outer = createOuterStep({
    publicUrl: () => options.publicUrl,
    allowedHosts: options.allowedHosts,
    audit: options.audit,
    logger: adaptLogger(options.logger ?? createConsoleLogger()),
    engine: options.engine,
    health,
    isDraining: () => closing.signal.aborted,
  });
  const ofAdapters = adapters.map((adapter) => adapter.step);
  const step = joinSteps([outer, pipeline.step, ...ofAdapters, pipeline.after]);
  const routes = [...SERVER_ROUTES, ...adapters.flatMap((adapter) => adapter.routes ?? [])];
  // Logs name a path by its route.
  declareRoutes(routes.map((route) => base + route));

  const handler = new StepHandler(step, base);
  return {
    ...doors,
    fetch: handler.fetch,
    nodeListener: handler.answer,
    close() {
      closing.abort();
      return doors.close();
    },
  };
}

/** Throws for options that a handler does not have, and for a base path that is no path. */
function checkHandlerOptions(options: AgentHandlerOptions): void {
  if (Reflect.get(options, 'grpc') !== undefined) {
    throw new TypeError(
      'Cannot make the handler because grpc must be an option of createServer: current value is one of createAgentHandler',
    );
  }
  const { basePath }: { readonly basePath?: unknown } = options;
  if (basePath === undefined || (typeof basePath === 'string' && /^\/[^?#]*$/u.test(basePath))) {
    return;
  }
  throw new RangeError(
    `Cannot make the handler because basePath must be a path such as "/agents": current value is ${JSON.stringify(basePath)}`,
  );
}
