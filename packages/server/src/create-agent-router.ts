import type { Agent } from '@formwork/core';
import { type AgentRouter, createAgentDoors } from './agent-doors.ts';
import type { MountedAgentOptions } from './agent-router-options.ts';
import { checkAgent } from './served-agent.ts';

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
export function createAgentRouter(agent: Agent, options: MountedAgentOptions): AgentRouter {
  checkAgent(agent, 'mount the agent');
  if (Reflect.get(options, 'grpc') !== undefined) {
    throw new TypeError(
      'Cannot mount the agent because grpc must be an option of createServer, which knows when it listens: current value is one of createAgentRouter',
    );
  }
  const { transport: _transport, ...router } = createAgentDoors(agent, options);
  return router;
}
