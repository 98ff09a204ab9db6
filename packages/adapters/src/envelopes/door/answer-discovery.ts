import { isRecord } from '@formwork/schema/internal';
import { EnvelopeRefusedError } from '../errors.ts';
import type { Call, Reply } from './call.ts';
import { listCapabilities } from './document-card.ts';
import type { AnnouncedAgent, Discover, DiscoverQuery } from './settings.ts';

/** Without `filters.max_results`, and at most with it. */
const MAX_RESULTS = 100;

/** Answers `discover_agents` with the agents that fit (Agent Announcement Message Schema). */
export async function answerDiscovery(call: Call): Promise<Reply> {
  const discover = findDiscover(call);
  if (discover === undefined) {
    throw new EnvelopeRefusedError(
      'Cannot find agents as the recipient must be a registry: current value is none',
      { errorCode: 'NOT_FOUND' },
    );
  }
  const query = readQuery(call.message.payload);
  const start = performance.now();
  const { agents, totalCount } = await discover(query);
  const fitting = agents.filter((agent) => isFit(agent, query));
  const total = Math.max(totalCount - (agents.length - fitting.length), fitting.length);
  return {
    kind: 'message',
    type: 'agent_announcement',
    payload: {
      agents: fitting.slice(0, query.limit).map(announce),
      total_count: total,
      query_time_ms: Math.round((performance.now() - start) * 10) / 10,
    },
  };
}

function findDiscover({ settings, host }: Call): Discover | undefined {
  if (settings.discover !== undefined) return settings.discover;
  if (settings.announceSelf !== true) return undefined;
  return (query) => {
    const self: AnnouncedAgent = {
      agentId: settings.agentId,
      name: host.agent.name,
      capabilities: listCapabilities(host.agent),
      status: 'healthy',
      endpoint: `${host.publicUrl}${settings.path}`,
      lastSeenAt: new Date().toISOString(),
    };
    const agents = isFit(self, query) ? [self] : [];
    return { agents, totalCount: agents.length };
  };
}

function readQuery(payload: Readonly<Record<string, unknown>>): DiscoverQuery {
  const { capabilities = [] } = payload;
  const filters = isRecord(payload['filters']) ? payload['filters'] : {};
  const { status = 'all', max_results: limit = MAX_RESULTS } = filters;
  return {
    // As the schema has found them to be.
    capabilities: Array.isArray(capabilities) ? capabilities.map(String) : [],
    status: status === 'healthy' || status === 'unhealthy' ? status : 'all',
    limit: Number(limit),
  };
}

function isFit(
  { capabilities, status, endpoint }: AnnouncedAgent,
  { capabilities: wanted, status: state }: DiscoverQuery,
): boolean {
  return (
    wanted.every((capability) => capabilities.includes(capability)) &&
    (state === 'all' || state === status) &&
    /^https?:$/u.test(URL.parse(endpoint)?.protocol ?? '')
  );
}

function announce(agent: AnnouncedAgent): Readonly<Record<string, unknown>> {
  const { agentId, name, capabilities, status, endpoint, lastSeenAt } = agent;
  return {
    agent_id: agentId,
    name,
    capabilities: [...capabilities],
    status,
    endpoint,
    ...(lastSeenAt !== undefined && { last_heartbeat: lastSeenAt }),
  };
}
