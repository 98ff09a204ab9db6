import {
  defineAgent,
  defineSkill,
  PublicError,
  type Agent,
  type TaskContext,
} from '@formwork/core';
import { isFormworkError } from '@formwork/schema';
import type { Caller } from './owners.ts';
import {
  AGENT_REFERENCE,
  AGENT_REGISTRATION,
  AGENT_STATE,
  CARD_CHANGES,
  CHANGED_AGENT,
  DISCOVER_AGENTS,
  DISCOVERED_AGENTS,
  REGISTER_AGENT,
} from './registry-schemas.ts';
import type { Registry } from './registry.ts';

/** Options of {@link createRegistryAgent}. */
export interface RegistryAgentOptions {
  /** The name of the agent in its card. Default `Agent registry`. */
  readonly name?: string;
  /** The description of the agent in its card. Default: a sentence that says what a registry is. */
  readonly description?: string;
  /** The version of the agent in its card. Default `1.0.0`. */
  readonly version?: string;
}

const TAGS = ['registry'];

/**
 * Makes an agent of a registry, to be served like any other: its callers can register, find,
 * refresh and remove agents. The server's authentication decides which caller owns which agent.
 *
 * @example
 * ```ts
 * import { createRegistry, createRegistryAgent } from '@formwork/registry';
 * import { createServer } from '@formwork/server';
 *
 * const agent = createRegistryAgent(createRegistry());
 * await createServer(agent).listen({ port: 4300 });
 * ```
 */
export function createRegistryAgent(
  registry: Registry,
  {
    name = 'Agent registry',
    description = 'Lists A2A agents, and finds them by what they do.',
    version = '1.0.0',
  }: RegistryAgentOptions = {},
): Agent {
  const discover = defineSkill({
    id: 'discover',
    name: 'Find agents',
    description:
      'Finds agents by capability, tag, schema, status, or words of their names and descriptions, a page at a time.',
    tags: [...TAGS, 'search'],
    input: { discoverAgents: DISCOVER_AGENTS },
    output: { discoveredAgents: DISCOVERED_AGENTS },
    examples: [{ text: 'currency' }, { tags: ['comparison'], status: 'healthy' }],
    run: ({ input }) => attempt(() => registry.discover(input)),
  });
  const register = defineSkill({
    id: 'register',
    name: 'Register an agent',
    description:
      'Reads the card of an agent at its address, checks it, and lists the agent. Registering it again reads its card again.',
    tags: TAGS,
    input: { registerAgent: REGISTER_AGENT },
    output: { agentRegistration: AGENT_REGISTRATION },
    examples: [{ url: 'https://agents.example.com' }],
    run: ({ input: { url, key }, task }) =>
      // A new key is returned only once, so a repeated run needs the same one.
      task.step('register', () => attempt(() => registry.register(url, findCaller(task, key)))),
  });
  const heartbeat = defineSkill({
    id: 'heartbeat',
    name: 'Say that an agent is there',
    description: 'Keeps an agent healthy for a while. For whoever registered it.',
    tags: TAGS,
    input: { agentHeartbeat: AGENT_REFERENCE },
    output: { agentState: AGENT_STATE },
    run: ({ input: { agentId, key }, task }) =>
      attempt(() => registry.heartbeat(agentId, findCaller(task, key))),
  });
  const remove = defineSkill({
    id: 'remove',
    name: 'Remove an agent',
    description: 'Takes an agent off the list. For whoever registered it.',
    tags: TAGS,
    input: { agentRemoval: AGENT_REFERENCE },
    output: { agentState: AGENT_STATE },
    run: ({ input: { agentId, key }, task }) =>
      task.step('remove', () => attempt(() => registry.remove(agentId, findCaller(task, key)))),
  });
  const claim = defineSkill({
    id: 'claim',
    name: 'Claim an agent',
    description:
      'Makes you the owner of an agent whose origin names you in /.well-known/agent-registry.json.',
    tags: TAGS,
    input: { agentClaim: AGENT_REFERENCE },
    output: { agentState: AGENT_STATE },
    run: ({ input: { agentId, key }, task }) =>
      attempt(() => registry.claim(agentId, findCaller(task, key))),
  });
  const cardChanges = defineSkill({
    id: 'card-changes',
    name: 'Changes of a card',
    description: 'Tells how the card of an agent has changed since it was registered.',
    tags: TAGS,
    input: { changedAgent: CHANGED_AGENT },
    output: { cardChanges: CARD_CHANGES },
    run: ({ input: { agentId } }) =>
      attempt(async () => ({ changes: await registry.listChanges(agentId) })),
  });
  return defineAgent({
    name,
    description,
    version,
    skills: [discover, register, heartbeat, remove, claim, cardChanges],
  });
}

function findCaller({ user }: TaskContext, key: string | undefined): Caller {
  return { principal: user, key };
}

async function attempt<Result>(run: () => Promise<Result>): Promise<Writable<Result>> {
  try {
    return asWritable(await run());
  } catch (error) {
    throw toPublicError(error);
  }
}

/**
 * The codes of the errors whose messages callers of a registry may read. Errors of its storage are
 * not among them.
 */
const PUBLIC_CODES: ReadonlySet<string> = new Set([
  'AGENT_REFUSED',
  'AGENT_UNKNOWN',
  'CURSOR_INVALID',
  'NOT_OWNER',
  'REGISTRY_BUSY',
  'REGISTRY_FULL',
]);

/**
 * Turns an error that callers may read into a `PublicError`, which shows its message to them;
 * returns other errors unchanged.
 */
function toPublicError(error: unknown): unknown {
  return isFormworkError(error) && PUBLIC_CODES.has(error.code)
    ? new PublicError(error.message, { cause: error })
    : error;
}

/** The type of a value with nothing in it readonly. */
type Writable<Value> = Value extends readonly (infer Item)[]
  ? Writable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Writable<Value[Key]> }
    : Value;

/**
 * Returns the same data with no part of its type readonly, because the types of handlers' results,
 * inferred from schemas, are not readonly.
 */
function asWritable<Value>(value: Value): Writable<Value> {
  // Nothing changes the value; only its type was too strict.
  return value as Writable<Value>;
}
