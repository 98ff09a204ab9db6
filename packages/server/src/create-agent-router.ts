import type { Agent } from '@formwork/core';
import { Router } from 'express';
import { type AgentDoors, createAgentDoors, type MountedAgent } from './agent-doors.ts';
import type { MountedAgentOptions } from './agent-router-options.ts';
import { serveByExpress } from './express-exchange.ts';
import { checkAgent } from './served-agent.ts';

/** The HTTP endpoints of an agent, as a router for the root of an express app. */
export interface AgentRouter extends MountedAgent {
  readonly router: Router;
}

/**
 * Makes the cards, transports and runner of an agent, for an express app of your own.
 *
 * @throws RangeError or TypeError that names the option at fault; TypeError for what is no agent
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
 * import { createAgentRouter } from '@formwork/server';
 * import express from 'express';
 *
 * declare const agent: Agent;
 * const { router, close } = createAgentRouter(agent, { publicUrl: 'https://agents.example.com' });
 * express().use(router).listen(4100);
 * ```
 */
export function createAgentRouter(
  agent: Agent,
  {
    health = false,
    ...options
  }: MountedAgentOptions & {
    /** True serves `/healthz` and `/readyz`, as `createServer` does. Default false. */
    readonly health?: boolean;
  },
): AgentRouter {
  checkAgent(agent, 'mount the agent');
  if (Reflect.get(options, 'grpc') !== undefined) {
    throw new TypeError(
      'Cannot mount the agent because grpc must be an option of createServer, which knows when it listens: current value is one of createAgentRouter',
    );
  }
  const doors = createAgentDoors(agent, options, { hasHealth: health });
  const { transport: _transport, pipeline: _pipeline, adapters: _adapters, ...mounted } = doors;
  return { router: mountOnExpress(doors), ...mounted };
}

/** Mounts the endpoints of an agent, with those of its adapters, on a router of express. */
export function mountOnExpress({ pipeline, adapters }: AgentDoors): Router {
  const router = Router();
  const { step, after, routes } = pipeline;
  router.use(Object.assign(serveByExpress(step), { routes }));
  for (const { step: adapterStep, routes: below } of adapters) {
    router.use(Object.assign(serveByExpress(adapterStep), { routes: below }));
  }
  router.use(serveByExpress(after));
  return router;
}
