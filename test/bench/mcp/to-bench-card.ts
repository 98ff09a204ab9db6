import { toAgentCard } from '@formwork/core';
import { createBenchAgent } from './bench-agent.ts';

/** Skills of each of many agents. */
export const SKILLS = 10;

/** The card of an agent at this origin, as JSON. */
export function toBenchCard(origin: string): string {
  const card = toAgentCard(createBenchAgent(SKILLS), {
    interfaces: [{ url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    streaming: true,
    pushNotifications: false,
  });
  return JSON.stringify(card);
}
