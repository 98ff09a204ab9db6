import type { AgentSettings } from '@formwork/mcp';
import type { AgentQuery } from '@formwork/registry';
import { isRecord } from '@formwork/schema/json';
import { UsageError } from '../errors/errors.ts';
import { assertAddress } from '../remote/connect-options.ts';

/** The settings of a registry whose agents become tools. */
export interface RegistrySettings {
  /** The settings of the registry itself, some of which also apply to the agents that it lists. */
  readonly agent: AgentSettings;
  readonly query: Omit<AgentQuery, 'cursor' | 'limit'>;
  /** The highest number of the registry's agents that become tools. */
  readonly max: number;
  /** The origins at which listed agents are trusted, wherever their addresses lead. */
  readonly trusted: ReadonlySet<string>;
}

const LISTS = ['capabilities', 'tags', 'schemas', 'fingerprints'] as const;
const QUERY: ReadonlySet<string> = new Set([...LISTS, 'text', 'status', 'max']);
/** The settings that only make sense for a single agent, and are refused for a registry. */
const OF_ONE: ReadonlySet<string> = new Set([
  'addresses',
  'hints',
  'authorizationHosts',
  'lendModel',
]);
const DEFAULT_MAX = 50;
const MOST = 200;

/**
 * Reads the registry of the command line or the config file; `undefined` if there is none. @throws
 * UsageError that names the key.
 */
export async function readRegistry(
  value: unknown,
  {
    flags,
    readAgent,
  }: {
    readonly flags: {
      readonly registry?: string | undefined;
      readonly trust?: readonly string[] | undefined;
    };
    /** Reads settings that a registry has in common with agents. @throws UsageError */
    readonly readAgent: (fields: unknown) => Promise<AgentSettings>;
  },
): Promise<RegistrySettings | undefined> {
  if (value !== undefined && !isRecord(value)) {
    throw new UsageError(
      `Cannot read "registry" because it must be an object: current value is ${JSON.stringify(value)}`,
    );
  }
  const { registry: url, trust: origins = [] } = flags;
  if (value === undefined && url === undefined) return undefined;
  const fields = { ...value, ...(url !== undefined && { url }) };
  const wrong = Object.keys(fields).find((key) => OF_ONE.has(key));
  if (wrong !== undefined) {
    throw new UsageError(
      `Cannot read "registry" because its agents are strangers: current value has ${JSON.stringify(wrong)}`,
    );
  }
  const agentFields = Object.fromEntries(Object.entries(fields).filter(([key]) => !QUERY.has(key)));
  const agent = await readAgent(agentFields);
  const trusted = [...(agent.connect?.trustedOrigins ?? []), ...origins];
  for (const origin of trusted) assertAddress(origin, 'the origin to trust');
  return {
    agent,
    query: readQuery(fields),
    max: readMax(fields),
    trusted: new Set(trusted.map((origin) => new URL(origin).origin)),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function readQuery(fields: Fields): RegistrySettings['query'] {
  const { text, status } = fields;
  if (text !== undefined && typeof text !== 'string') throw createError('text', 'a text', text);
  if (status !== undefined && status !== 'healthy' && status !== 'unhealthy' && status !== 'all') {
    throw createError('status', '"healthy", "unhealthy" or "all"', status);
  }
  const lists = LISTS.flatMap((name) => {
    const value = fields[name];
    if (value === undefined) return [];
    if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) {
      return [[name, value] as const];
    }
    throw createError(name, 'a list of texts', value);
  });
  return {
    ...Object.fromEntries(lists),
    ...(text !== undefined && { text }),
    ...(status !== undefined && { status }),
  };
}

function readMax({ max = DEFAULT_MAX }: Fields): number {
  if (typeof max === 'number' && Number.isInteger(max) && max >= 1 && max <= MOST) return max;
  throw createError('max', `an integer from 1 to ${MOST}`, max);
}

function createError(name: string, expected: string, value: unknown): UsageError {
  return new UsageError(
    `Cannot read "${name}" of "registry" because it must be ${expected}: current value is ${JSON.stringify(value)}`,
  );
}
