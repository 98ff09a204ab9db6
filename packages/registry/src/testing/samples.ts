import type { AgentFacts } from '../agents/registered-agent.ts';
import { toTerms } from '../agents/term.ts';
import { toAgentId } from '../agents/agent-url.ts';
import type { NewAgent } from '../store/registry-store.ts';

/** When the clock of tests begins. */
export const START = Date.parse('2026-01-01T00:00:00Z');
export const TTL_MS = 180_000;

/** What a card says, unless a test says something else. */
function createFacts(fields: Partial<AgentFacts> = {}): AgentFacts {
  return {
    name: 'Rates',
    description: 'Tells what currencies cost.',
    version: '1.0.0',
    provider: 'Example',
    endpoint: 'https://rates.example/a2a',
    capabilities: ['price_query', 'streaming'],
    tags: ['Finance', 'money'],
    skills: [{ id: 'price_query', name: 'Price of a currency' }],
    schemas: [{ name: 'priceQuery', fingerprint: 'f'.repeat(64) }],
    cardFingerprint: 'c'.repeat(64),
    ...fields,
  };
}

/** An agent to be stored: the one at `https://NAME.example`. */
export function createNewAgent(
  name: string,
  fields: Partial<NewAgent & AgentFacts> = {},
): NewAgent {
  const facts = { ...createFacts({ name }), ...pick(fields) };
  const url = `https://${name.toLowerCase()}.example`;
  return {
    agentId: toAgentId(url),
    url,
    owner: fields.owner ?? 'user:ada',
    facts,
    terms: toTerms(facts),
    time: fields.time ?? START,
    healthyUntil: fields.healthyUntil ?? START + TTL_MS,
    nextCheck: fields.nextCheck ?? START + 60_000,
  };
}

function pick(fields: Partial<AgentFacts>): Partial<AgentFacts> {
  const known = Object.keys(createFacts());
  return Object.fromEntries(Object.entries(fields).filter(([key]) => known.includes(key)));
}
