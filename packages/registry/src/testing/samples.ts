import { toAgentId, type AgentFacts } from '../agents/registered-agent.ts';
import { listTerms } from '../agents/terms.ts';
import type { NewAgent, RegistryStore } from '../store/registry-store.ts';

/** A kind of registry store that `describeRegistryStore` tests. */
export interface StoreUnderTest {
  /**
   * Opens a registry store over an empty storage of its own, and closes the store when the test
   * ends.
   */
  open(): Promise<RegistryStore>;
}

/** The time at which the clock of the tests starts, in milliseconds since 1970. */
export const START = Date.parse('2026-01-01T00:00:00Z');
export const TTL_MS = 180_000;

/**
 * Makes the facts about a sample agent that a registry reads from its card; `fields` replace
 * made-up facts.
 */
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

/**
 * Makes a sample agent to add to a registry store, with the address `https://NAME.example`;
 * `fields` replace its made-up fields.
 */
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
    signature: { state: 'unsigned', since: new Date(START).toISOString() },
    terms: listTerms(facts),
    time: fields.time ?? START,
    healthyUntil: fields.healthyUntil ?? START + TTL_MS,
    nextCheck: fields.nextCheck ?? START + 60_000,
  };
}

function pick(fields: Partial<AgentFacts>): Partial<AgentFacts> {
  const known = Object.keys(createFacts());
  return Object.fromEntries(Object.entries(fields).filter(([key]) => known.includes(key)));
}
