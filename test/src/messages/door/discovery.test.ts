import type { AnnouncedAgent, DiscoverQuery } from '@formwork/adapters';
import { expect, test } from 'vitest';
import { startRegistry } from '../../registry/start-registry.ts';
import { startServer } from '../../support/start-server.ts';
import { verifiesMessages } from '../verifies-messages.ts';
import { AGENT, openDoor, priceAgent, readError, type OpenDoor } from './open-door.ts';

const agents: readonly AnnouncedAgent[] = Array.from({ length: 150 }, (_, index) => ({
  agentId: `agent-${index}`,
  name: `Agent ${index}`,
  capabilities: index % 2 === 0 ? ['price_query', 'news'] : ['news'],
  status: index % 3 === 0 ? 'unhealthy' : 'healthy',
  endpoint: `https://agents.example.com/${index}`,
  lastSeenAt: new Date(0).toISOString(),
}));

/** Finds agents as a registry does: with all requested capabilities, and a count of all matches. */
function discover({ capabilities, status, limit }: DiscoverQuery) {
  const fitting = agents.filter(
    (agent) =>
      capabilities.every((name) => agent.capabilities.includes(name)) &&
      (status === 'all' || status === agent.status),
  );
  return { agents: fitting.slice(0, limit), totalCount: fitting.length };
}

interface Announced {
  readonly agents: readonly { agent_id: string; capabilities: string[]; status: string }[];
  readonly total_count: number;
}

async function find({ send }: OpenDoor, payload: object): Promise<Announced> {
  const { status, message } = await send('discover_agents', payload, { recipient_id: 'registry' });
  expect([status, message?.message_type, message?.sender_id]).toEqual([
    200,
    'agent_announcement',
    'registry',
  ]);
  return message?.payload as unknown as Announced;
}

verifiesMessages(
  [
    'flow.discover',
    'discover.capabilities-required',
    'discover.status-filter',
    'discover.max-results-limit',
    'discover.status-default',
    'discover.max-results-default',
    'announcement.matches-query',
    'announcement.total-of-all',
  ],
  'a query is answered by the agents that fit it, and by how many there are',
  async () => {
    const door = await openDoor({ discover });
    const all = await find(door, {});
    expect([all.agents.length, all.total_count]).toEqual([100, 150]);
    expect(new Set(all.agents.map(({ status }) => status))).toEqual(
      new Set(['healthy', 'unhealthy']),
    );
    const some = await find(door, {
      capabilities: ['news', 'price_query'],
      filters: { status: 'unhealthy', max_results: 7 },
    });
    expect([some.agents.length, some.total_count]).toEqual([7, 25]);
    for (const agent of some.agents) {
      expect(agent).toMatchObject({ status: 'unhealthy', capabilities: ['price_query', 'news'] });
    }
    const none = await find(door, { capabilities: ['flying'] });
    expect(none).toMatchObject({ agents: [], total_count: 0 });
  },
);

verifiesMessages(
  ['announcement.endpoint-http', 'discover.capabilities-required', 'discover.status-filter'],
  'what a directory gives besides what was asked for is left out',
  async () => {
    const [agent] = agents;
    if (agent === undefined) throw new Error('There is an agent.');
    const odd = [
      { ...agent, endpoint: 'ftp://agents.example.com' },
      { ...agent, endpoint: 'nowhere' },
      { ...agent, status: 'healthy' as const },
      { ...agent, capabilities: [] },
      agent,
    ];
    const door = await openDoor({ discover: () => ({ agents: odd, totalCount: 5 }) });
    const found = await find(door, {
      capabilities: ['news'],
      filters: { status: 'unhealthy' },
    });
    expect(found.agents.map(({ agent_id: id }) => id)).toEqual(['agent-0']);
    expect(found.total_count).toBe(1);
  },
);

test('an agent announces itself if its operator says so, and to nobody else', async () => {
  const door = await openDoor({ announceSelf: true });
  const self = await find(door, { capabilities: ['price_query'] });
  expect(self.agents).toMatchObject([{ agent_id: AGENT, endpoint: `${door.url}/messages` }]);
  expect((await find(door, { capabilities: ['flying'] })).agents).toEqual([]);
  expect((await find(door, { filters: { status: 'unhealthy' } })).total_count).toBe(0);

  const { send } = await openDoor();
  const answered = await send('discover_agents', {}, { recipient_id: 'registry' });
  expect([answered.status, readError(answered)['code']]).toEqual([404, 'NOT_FOUND']);
});

test('a registry answers as it is', async () => {
  const { registry } = startRegistry();
  const { url } = await startServer(priceAgent);
  await registry.register(url, { principal: { id: 'ada' } });
  const door = await openDoor({ discover: (query) => registry.discover(query) });
  const found = await find(door, { capabilities: ['get_price'], filters: { status: 'healthy' } });
  expect(found).toMatchObject({
    agents: [{ name: priceAgent.name, status: 'healthy', endpoint: `${url}/a2a` }],
    total_count: 1,
  });
  expect((await find(door, { capabilities: ['flying'] })).total_count).toBe(0);
});
