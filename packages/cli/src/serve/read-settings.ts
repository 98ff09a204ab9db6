import { UsageError } from '../errors/errors.ts';
import { readJsonSource } from '../input/read-json-source.ts';
import { SETTINGS, type Setting } from './settings-table.ts';
import type { RetentionOptions } from '@formwork/runtime';
import { isRecord } from '@formwork/schema/internal';
import { existsSync } from 'node:fs';

/** Read when there is one and `--config` names no other. */
const DEFAULT_CONFIG = 'formwork.config.json';

/** Options of {@link readSettings}. */
export interface ReadSettingsOptions {
  /** As commander read them. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How to serve: flags count first, then the environment, then the config file. */
export async function readSettings({ flags, env }: ReadSettingsOptions): Promise<ServeSettings> {
  const config = await readConfig(flags['config']);
  const found = new Map<string, unknown>();
  for (const setting of SETTINGS) found.set(setting.key, pick(setting, { flags, env, config }));
  const retention = dropUndefined({
    maxAgeMs: found.get('retentionAge') as number | undefined,
    maxCount: found.get('retentionCount') as number | undefined,
    abandonedAfterMs: found.get('abandonedAfter') as number | undefined,
  });
  return dropUndefined({
    port: found.get('port') as number | undefined,
    host: found.get('host') as string | undefined,
    publicUrl: found.get('publicUrl') as string | undefined,
    allowAnonymous: found.get('allowAnonymous') as boolean | undefined,
    allowedHosts: found.get('allowedHosts') as readonly string[] | undefined,
    allowedOrigins: found.get('allowedOrigins') as readonly string[] | undefined,
    issuer: found.get('issuer') as string | undefined,
    audience: found.get('audience') as string | undefined,
    clientId: found.get('clientId') as string | undefined,
    sign: found.get('sign') as string | undefined,
    store: found.get('store') as string | undefined,
    push: found.get('push') as boolean | undefined,
    openTasks: found.get('openTasks') as boolean | undefined,
    forms: found.get('forms') as boolean | undefined,
    mcp: found.get('mcp') as boolean | undefined,
    sessions: found.get('sessions') as string | undefined,
    messages: found.get('messages') as boolean | undefined,
    messageKeys: found.get('messageKeys') as string | undefined,
    grpcPort: found.get('grpcPort') as number | undefined,
    grpcKey: found.get('grpcKey') as string | undefined,
    grpcCert: found.get('grpcCert') as string | undefined,
    metricsPort: found.get('metricsPort') as number | undefined,
    audit: found.get('audit') as string | undefined,
    retention: Object.keys(retention).length > 0 ? retention : undefined,
    apiKeys: parseApiKeys(config['apiKeys']),
  });
}

interface Sources extends ReadSettingsOptions {
  readonly config: Readonly<Record<string, unknown>>;
}

function pick({ key, flag, env: names, kind }: Setting, { flags, env, config }: Sources): unknown {
  const inEnv = names.find((name) => env[name] !== undefined && env[name] !== '');
  const [long = ''] = flag.split(' ');
  const candidates: readonly (readonly [string, unknown])[] = [
    [long, flags[key]],
    [inEnv ?? '', inEnv === undefined ? undefined : env[inEnv]],
    [`"${key}" of the config file`, config[key]],
  ];
  const [place, value] = candidates.find(([, given]) => given !== undefined) ?? [];
  if (value === undefined) return undefined;
  const text = readText(value);
  const parsed = text === undefined ? undefined : kind.parse(text);
  if (parsed !== undefined) return parsed;
  throw new UsageError(
    `Cannot serve as ${place} must be ${kind.expected}: current value is ${JSON.stringify(value)}`,
  );
}

/** The text of a setting; a list of the config file says the same as its entries with commas. */
function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return isList ? value.join(',') : undefined;
}

async function readConfig(named: unknown): Promise<Readonly<Record<string, unknown>>> {
  const file = typeof named === 'string' ? named : DEFAULT_CONFIG;
  if (named === undefined && !existsSync(file)) return {};
  const config = await readJsonSource(file);
  if (!isRecord(config)) {
    throw new UsageError(`Cannot read the config file ${file} as it must be a JSON object.`);
  }
  const known = [...SETTINGS.map(({ key }) => key), 'apiKeys'];
  const unknown = Object.keys(config).find((key) => !known.includes(key));
  if (unknown === undefined) return config;
  throw new UsageError(
    `Cannot use the config file ${file} as its keys must be some of ${known.join(', ')}: current key is ${JSON.stringify(unknown)}`,
  );
}

function parseApiKeys(value: unknown): Readonly<Record<string, string>> | undefined {
  if (value === undefined) return undefined;
  const entries = isRecord(value) ? Object.entries(value) : [];
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (texts.length > 0 && texts.length === entries.length) return Object.fromEntries(texts);
  throw new UsageError(
    'Cannot serve as "apiKeys" of the config file must map keys, or sha256: and their hashes, to names.',
  );
}

/** The same without keys that hold nothing. */
function dropUndefined<T extends object>(
  value: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** How an agent is served. What is left out has the server's default. */
export interface ServeSettings {
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
  /** True serves everybody beyond this machine, where no API keys are asked for. */
  readonly allowAnonymous?: boolean;
  /** Further names that the server is called by. */
  readonly allowedHosts?: readonly string[];
  /** Sites whose pages may call the agent. */
  readonly allowedOrigins?: readonly string[];
  /** OpenID provider whose tokens callers have to send. */
  readonly issuer?: string;
  /** The name of this agent in the tokens. Default: its public URL. */
  readonly audience?: string;
  /** The id that the provider knows the forms by. Default: people enter a token. */
  readonly clientId?: string;
  /** File with the keys that sign the card. Default: it is not signed. */
  readonly sign?: string;
  /** SQLite file. Default: tasks are kept in memory. */
  readonly store?: string;
  readonly push?: boolean;
  readonly openTasks?: boolean;
  /** False serves the agent alone. Default: forms for people are at `/`. */
  readonly forms?: boolean;
  /** False serves no MCP. Default: the skills are tools at `/mcp`, unless callers have to say who they are. */
  readonly mcp?: boolean;
  /** The path that the session API stands below. Default: it is not served. */
  readonly sessions?: string;
  /** True takes message envelopes at `/messages`. Default false, unless there are keys for them. */
  readonly messages?: boolean;
  /** JSON file of public keys by the ids of agents; messages have to be signed then. */
  readonly messageKeys?: string;
  readonly retention?: RetentionOptions;
  /** The port that A2A is served at over gRPC. Default: it is not. */
  readonly grpcPort?: number;
  /** Files with the private key and the certificate of the gRPC door, in PEM. Default: no TLS. */
  readonly grpcKey?: string;
  readonly grpcCert?: string;
  /** The port of this machine that metrics are served at. Default: nothing is counted. */
  readonly metricsPort?: number;
  /** The file that events of security are added to. Default: nobody is told of them. */
  readonly audit?: string;
  /** API keys, or `sha256:` and their hashes, and whom they belong to; nobody else gets in then. */
  readonly apiKeys?: Readonly<Record<string, string>>;
}
