import { toAgentCard } from '@formwork/core';
import { createBenchAgent } from './bench-agent.ts';

/** The number of skills that each agent of the benchmark has. */
export const SKILLS = 10;

/** Returns the card of a benchmark agent at an origin, as JSON. */
export function toBenchCard(origin: string): string {
  const card = toAgentCard(createBenchAgent(SKILLS), {
    interfaces: [{ url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    streaming: true,
    pushNotifications: false,
  });
  return JSON.stringify(card);
}
