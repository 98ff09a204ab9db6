import type { Agent } from '@formwork/core';
import { cutText, isRecord, toRecord, parseUrl } from '@formwork/schema/json';
import { EnvelopeRefusedError } from '../errors.ts';
import type { Call, EnvelopeAnswer } from './call.ts';
import type { AnnouncedAgent, Discover, DiscoverQuery } from './settings.ts';

/** Answers a `handshake`: agrees on versions and opens a connection. */
export async function answerHandshake(call: Call): Promise<EnvelopeAnswer> {
  const { message, caller, host, settings } = call;
  const card = message.payload['agent_card'];
  if (!isRecord(card)) throw new TypeError('The schema lets no handshake in without a card.');
  if (card['agent_id'] !== message.sender_id) {
    throw new EnvelopeRefusedError(
      `Cannot take the message because payload.agent_card.agent_id must be the sender_id ("${message.sender_id}"): current value is ${JSON.stringify(card['agent_id']).slice(0, 140)}`,
      { errorCode: 'VALIDATION_FAILED' },
    );
  }
  const metadata = toRecord(card['metadata']);
  const agreement = negotiate({
    protocols: listTexts(card['supported_protocols']) ?? [],
    // "Version Negotiation" does not say whether the card or its metadata declares them.
    schemaVersions: listTexts(card['schema_versions']) ?? listTexts(metadata['schema_versions']),
  });
  if (agreement.kind === 'nothing') {
    const ours = { supported_protocols: SUPPORTED_PROTOCOLS, schema_versions: SCHEMA_VERSIONS };
    throw new EnvelopeRefusedError(
      `Cannot take the message because payload.agent_card.${agreement.field} must have a major version of ${ours[agreement.field].join(', ')}: current value has none`,
      { errorCode: 'VALIDATION_FAILED', details: ours },
    );
  }
  const { protocol, schemaVersion } = agreement;
  const peer = { caller, agentId: message.sender_id };
  await settings.connections.open(peer, {
    protocol,
    ...(schemaVersion !== undefined && { schemaVersion }),
  });
  const { agentId, path } = settings;
  return {
    kind: 'message',
    type: 'handshake_ack',
    payload: {
      agent_card: createDocumentCard(host.agent, { agentId, path, publicUrl: host.publicUrl }),
      protocol,
      ...(schemaVersion !== undefined && { schema_version: schemaVersion }),
    },
  };
}

function listTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}

/**
 * The versions that both agents support, in the peer's spelling, or the field for which they have
 * none in common.
 */
type Agreement =
  | { readonly kind: 'agreed'; readonly protocol: string; readonly schemaVersion?: string }
  | { readonly kind: 'nothing'; readonly field: 'supported_protocols' | 'schema_versions' };

/**
 * Chooses the versions of a connection (Version Compatibility): our own if the peer supports it,
 * else the first with the same major version, because minor versions only add.
 */
function negotiate({
  protocols,
  schemaVersions,
}: {
  readonly protocols: readonly string[];
  /** The versions of the schemas that the peer supports; `undefined` if it names none. */
  readonly schemaVersions: readonly string[] | undefined;
}): Agreement {
  const protocol = pickVersion(protocols, SUPPORTED_PROTOCOLS);
  if (protocol === undefined) return { kind: 'nothing', field: 'supported_protocols' };
  if (schemaVersions === undefined) return { kind: 'agreed', protocol };
  const schemaVersion = pickVersion(schemaVersions, SCHEMA_VERSIONS);
  return schemaVersion === undefined
    ? { kind: 'nothing', field: 'schema_versions' }
    : { kind: 'agreed', protocol, schemaVersion };
}

function pickVersion(offered: readonly string[], ours: readonly string[]): string | undefined {
  return (
    offered.find((version) => ours.includes(version)) ??
    offered.find((version) => ours.some((candidate) => majorOf(candidate) === majorOf(version)))
  );
}

/**
 * Returns the major part of a version, such as `A2A/1` of `A2A/1.4` and `1` of `1.4.2`; any other
 * text unchanged.
 */
function majorOf(version: string): string {
  return /^((?:.*\/)?\d+)\.\d+(?:\.\d+)?$/u.exec(version)?.[1] ?? version;
}

/** The largest number of agents in an answer, and the number if `filters.max_results` is absent. */
const MAX_RESULTS = 100;

/**
 * Answers `discover_agents` with the agents that match its filters (Agent Announcement Message
 * Schema).
 */
export async function answerDiscovery(call: Call): Promise<EnvelopeAnswer> {
  const discover = findDiscover(call);
  if (discover === undefined) {
    throw new EnvelopeRefusedError('Cannot find agents because the recipient is not a registry', {
      errorCode: 'NOT_FOUND',
    });
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
  const filters = toRecord(payload['filters']);
  const { status = 'all', max_results: limit = MAX_RESULTS } = filters;
  return {
    // The schema of the message has already checked that its items are texts.
    capabilities: Array.isArray(capabilities) ? capabilities.map(String) : [],
    status: status === 'healthy' || status === 'unhealthy' ? status : 'all',
    limit: Number(limit),
  };
}

function isFit(
  { capabilities, status, endpoint }: AnnouncedAgent,
  { capabilities: required, status: state }: DiscoverQuery,
): boolean {
  return (
    required.every((capability) => capabilities.includes(capability)) &&
    (state === 'all' || state === status) &&
    /^https?:$/u.test(parseUrl(endpoint)?.protocol ?? '')
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

/** The versions of the protocol that this agent supports (Version Negotiation). */
const SUPPORTED_PROTOCOLS: readonly string[] = ['A2A/1.0'];

/** The versions of the schemas by which messages are checked. */
const SCHEMA_VERSIONS: readonly string[] = ['1.0.0'];

/**
 * The maximum number of characters of a name in the cards that this agent sends. The document's
 * models are stricter than its schema.
 */
const MAX_NAME = 100;
const MAX_DESCRIPTION = 500;
const MAX_CAPABILITIES = 50;

/** Makes the card of an agent in the form that a handshake sends (Handshake Message Schema). */
function createDocumentCard(
  agent: Agent,
  {
    agentId,
    publicUrl,
    path,
  }: {
    readonly agentId: string;
    readonly publicUrl: string;
    readonly path: string;
  },
): Readonly<Record<string, unknown>> {
  return {
    agent_id: agentId,
    name: cutText(agent.name, MAX_NAME) || agentId,
    version: toVersion(agent.version),
    description: cutText(agent.description, MAX_DESCRIPTION),
    capabilities: listCapabilities(agent),
    supported_protocols: [...SUPPORTED_PROTOCOLS],
    schema_versions: [...SCHEMA_VERSIONS],
    metadata: {
      agent_version: agent.version,
      endpoint: `${publicUrl}${path}`,
      agent_card_url: `${publicUrl}/.well-known/agent-card.json`,
      methods: agent.skills.map(({ id }) => id),
    },
  };
}

/** Lists the ids of an agent's skills, then their tags, as its capabilities. */
function listCapabilities(agent: Agent): readonly string[] {
  const names = [...agent.skills.map(({ id }) => id), ...agent.skills.flatMap(({ tags }) => tags)];
  const unique = [...new Set(names)].slice(0, MAX_CAPABILITIES);
  return unique.length === 0 ? ['text'] : unique;
}

/** Reduces a version to three numbers, because the document allows no more. */
function toVersion(version: string): string {
  const [, major = '0', minor = '0', patch = '0'] =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/u.exec(version) ?? [];
  return `${major}.${minor}.${patch}`;
}
