// Schemas of the skills of a registry, as literals, so that handlers are typed by them.

const TEXT = { type: 'string' } as const;
const TIME = { type: 'string', format: 'date-time' } as const;
const AGENT_ID = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  description: 'Id of a registered agent, as discover and register give it.',
} as const;
const KEY = {
  type: 'string',
  minLength: 20,
  maxLength: 256,
  writeOnly: true,
  description:
    'A secret that opens the agent to callers without a name: the one that register gave, or one of your own.',
} as const;

const TEXTS = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 256 },
  maxItems: 20,
} as const;

const CHANGED_TEXT = {
  type: 'object',
  properties: { from: TEXT, to: TEXT },
  required: ['from', 'to'],
} as const;

const REGISTERED_AGENT = {
  type: 'object',
  title: 'Agent',
  properties: {
    agentId: TEXT,
    name: TEXT,
    description: TEXT,
    version: TEXT,
    provider: TEXT,
    url: { ...TEXT, description: 'Where the card was registered.' },
    endpoint: { ...TEXT, description: 'The door that callers use.' },
    status: { type: 'string', enum: ['healthy', 'unhealthy'] },
    problem: { ...TEXT, description: 'What was wrong when the card was last looked for.' },
    signature: {
      type: 'object',
      description: 'The state of the signature of the card.',
      properties: {
        state: { type: 'string', enum: ['verified', 'pinned', 'unsigned', 'refused'] },
        since: TIME,
        thumbprint: { ...TEXT, description: 'Of the key (RFC 7638).' },
      },
      required: ['state', 'since'],
    },
    capabilities: { type: 'array', items: TEXT },
    tags: { type: 'array', items: TEXT },
    skills: {
      type: 'array',
      items: { type: 'object', properties: { id: TEXT, name: TEXT }, required: ['id', 'name'] },
    },
    schemas: {
      type: 'array',
      items: { type: 'object', properties: { name: TEXT, fingerprint: TEXT }, required: ['name'] },
    },
    cardFingerprint: TEXT,
    registeredAt: TIME,
    changedAt: TIME,
    lastSeenAt: TIME,
  },
  required: [
    'agentId',
    'name',
    'description',
    'version',
    'provider',
    'url',
    'endpoint',
    'status',
    'capabilities',
    'tags',
    'skills',
    'schemas',
    'cardFingerprint',
    'registeredAt',
    'changedAt',
    'lastSeenAt',
  ],
} as const;

/** The input schema of the skill `register`. */
export const REGISTER_AGENT = {
  type: 'object',
  title: 'Register an agent',
  properties: {
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      description: 'Address of the agent, or of its card.',
    },
    key: KEY,
  },
  required: ['url'],
  additionalProperties: false,
} as const;

/** The output schema of the skill `register`. */
export const AGENT_REGISTRATION = {
  type: 'object',
  properties: {
    agent: REGISTERED_AGENT,
    created: {
      type: 'boolean',
      description: 'False when the agent was registered already.',
    },
    key: {
      type: 'string',
      description: 'A secret for heartbeat and remove, given once to callers without a name.',
    },
  },
  required: ['agent', 'created'],
} as const;

/** The input schema of the skill `discover`. */
export const DISCOVER_AGENTS = {
  type: 'object',
  title: 'Find agents',
  properties: {
    text: {
      type: 'string',
      maxLength: 256,
      description: 'Words, or their beginnings, of names, descriptions, skills, tags and schemas.',
    },
    capabilities: {
      ...TEXTS,
      description: 'Ids of skills, or streaming, pushNotifications, the URI of an extension.',
    },
    tags: { ...TEXTS, description: 'Tags of skills.' },
    schemas: { ...TEXTS, description: 'Names of schemas.' },
    fingerprints: { ...TEXTS, description: 'Fingerprints of schemas.' },
    status: { type: 'string', enum: ['healthy', 'unhealthy', 'all'], default: 'all' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    cursor: { type: 'string', maxLength: 256, description: 'nextCursor of the page before.' },
  },
  additionalProperties: false,
} as const;

/** The output schema of the skill `discover`. */
export const DISCOVERED_AGENTS = {
  type: 'object',
  properties: {
    agents: { type: 'array', items: REGISTERED_AGENT },
    totalCount: { type: 'integer', minimum: 0, description: 'Of all pages.' },
    nextCursor: { type: 'string', description: 'For the next page; absent on the last one.' },
  },
  required: ['agents', 'totalCount'],
} as const;

/**
 * The input schema of the skills `heartbeat`, `remove` and `claim`: the agent, and the key of a
 * caller without a name.
 */
export const AGENT_REFERENCE = {
  type: 'object',
  properties: { agentId: AGENT_ID, key: KEY },
  required: ['agentId'],
  additionalProperties: false,
} as const;

/** The output schema of the skills `heartbeat`, `remove` and `claim`: the agent. */
export const AGENT_STATE = REGISTERED_AGENT;

/** The input schema of the skill `card-changes`. */
export const CHANGED_AGENT = {
  type: 'object',
  properties: { agentId: AGENT_ID },
  required: ['agentId'],
  additionalProperties: false,
} as const;

/** The output schema of the skill `card-changes`. */
export const CARD_CHANGES = {
  type: 'object',
  properties: {
    changes: {
      type: 'array',
      description: 'Newest first.',
      items: {
        type: 'object',
        properties: {
          time: TIME,
          fingerprint: CHANGED_TEXT,
          version: CHANGED_TEXT,
          name: CHANGED_TEXT,
          endpoint: CHANGED_TEXT,
          addedSkills: { type: 'array', items: TEXT },
          removedSkills: { type: 'array', items: TEXT },
          schemas: {
            type: 'array',
            items: {
              type: 'object',
              properties: { name: TEXT, from: TEXT, to: TEXT },
              required: ['name'],
            },
          },
        },
        required: ['time', 'fingerprint', 'addedSkills', 'removedSkills', 'schemas'],
      },
    },
  },
  required: ['changes'],
} as const;
