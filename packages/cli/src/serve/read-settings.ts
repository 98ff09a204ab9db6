import type { RetentionOptions } from '@formwork/runtime';
import { isRecord } from '@formwork/schema/json';
import { existsSync } from 'node:fs';
import { UsageError } from '../errors/errors.ts';
import { readJsonSource } from '../input/read-json-source.ts';
import { readDatabaseUrl } from './open-engine.ts';
import { SETTINGS, type Setting } from './settings-table.ts';
import { refuseUnread } from './unread-variables.ts';

/** The config file that is read if it exists and `--config` names no other. */
const DEFAULT_CONFIG = 'formwork.config.json';

/** All variables that are read here; secrets have no flag, so that no list of processes shows them. */
const VARIABLES = [
  ...SETTINGS.flatMap(({ env }) => env),
  'FORMWORK_API_KEY',
  'FORMWORK_LINK_SECRET',
  'FORMWORK_MCP_KEY',
];

/** Options of {@link readSettings}. */
export interface ReadSettingsOptions {
  /** The flags of the command line, in the form that commander gives them. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads how to serve an agent: from flags, which take precedence, then the environment, then the
 * config file.
 */
export async function readSettings({ flags, env }: ReadSettingsOptions): Promise<ServeSettings> {
  refuseUnread(VARIABLES, { env });
  const config = await readConfig(flags['config']);
  const values = new Map<string, unknown>();
  for (const setting of SETTINGS) values.set(setting.key, pick(setting, { flags, env, config }));
  const retention = dropUndefined({
    maxAgeMs: values.get('retentionAge') as number | undefined,
    maxCount: values.get('retentionCount') as number | undefined,
    abandonedAfterMs: values.get('abandonedAfter') as number | undefined,
  });
  return dropUndefined({
    port: values.get('port') as number | undefined,
    host: values.get('host') as string | undefined,
    publicUrl: values.get('publicUrl') as string | undefined,
    allowAnonymous: values.get('allowAnonymous') as boolean | undefined,
    allowedHosts: values.get('allowedHosts') as readonly string[] | undefined,
    allowedOrigins: values.get('allowedOrigins') as readonly string[] | undefined,
    issuer: values.get('issuer') as string | undefined,
    audience: values.get('audience') as string | undefined,
    clientId: values.get('clientId') as string | undefined,
    sign: values.get('sign') as string | undefined,
    store: (values.get('store') as string | undefined) ?? readDatabaseUrl(env),
    blobs: values.get('blobs') as string | undefined,
    push: values.get('push') as boolean | undefined,
    openTasks: values.get('openTasks') as boolean | undefined,
    forms: values.get('forms') as boolean | undefined,
    mcp: values.get('mcp') as boolean | undefined,
    console: values.get('console') as boolean | undefined,
    mcpKey: env['FORMWORK_MCP_KEY'] || undefined,
    sessions: values.get('sessions') as string | undefined,
    linkSecret: readSecretVariable('FORMWORK_LINK_SECRET', env),
    messages: values.get('messages') as boolean | undefined,
    messageKeys: values.get('messageKeys') as string | undefined,
    grpcPort: values.get('grpcPort') as number | undefined,
    grpcKey: values.get('grpcKey') as string | undefined,
    grpcCert: values.get('grpcCert') as string | undefined,
    metricsPort: values.get('metricsPort') as number | undefined,
    audit: values.get('audit') as string | undefined,
    retention: Object.keys(retention).length > 0 ? retention : undefined,
    apiKeys: addKey(parseApiKeys(config['apiKeys']), {
      key: readSecretVariable('FORMWORK_API_KEY', env),
      hasIssuer: values.get('issuer') !== undefined,
    }),
  });
}

function pick(
  { key, flag, env: names, kind }: Setting,
  {
    flags,
    env,
    config,
  }: ReadSettingsOptions & {
    readonly config: Readonly<Record<string, unknown>>;
  },
): unknown {
  const inEnv = names.find((name) => env[name] !== undefined && env[name] !== '');
  const [long = ''] = flag.split(' ');
  const candidates: readonly (readonly [string, unknown])[] = [
    [long, flags[key]],
    [inEnv ?? '', inEnv === undefined ? undefined : env[inEnv]],
    [`"${key}" of the config file`, config[key]],
  ];
  const [source, value] = candidates.find(([, candidate]) => candidate !== undefined) ?? [];
  if (value === undefined) return undefined;
  const text = readText(value);
  const parsed = text === undefined ? undefined : kind.parse(text);
  if (parsed !== undefined) return parsed;
  throw new UsageError(
    `Cannot serve because ${source} must be ${kind.expected}: current value is ${JSON.stringify(value)}`,
  );
}

/**
 * Returns the text of a setting. A list in the config file becomes its entries with commas between
 * them.
 */
function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return isList ? value.join(',') : undefined;
}

async function readConfig(fileSetting: unknown): Promise<Readonly<Record<string, unknown>>> {
  const file = typeof fileSetting === 'string' ? fileSetting : DEFAULT_CONFIG;
  if (fileSetting === undefined && !existsSync(file)) return {};
  const config = await readJsonSource(file);
  if (!isRecord(config)) {
    throw new UsageError(`Cannot read the config file ${file} because it must be a JSON object.`);
  }
  const keys = [...SETTINGS.map(({ key }) => key), 'apiKeys'];
  const unknown = Object.keys(config).find((key) => !keys.includes(key));
  if (unknown === undefined) return config;
  throw new UsageError(
    `Cannot use the config file ${file} because its keys must be some of ${keys.join(', ')}: current key is ${JSON.stringify(unknown)}`,
  );
}

/** A caller with an API key: its id, or also the scopes that the key grants. */
type KeyHolder = string | { readonly id: string; readonly scopes?: readonly string[] };

function parseApiKeys(value: unknown): Readonly<Record<string, KeyHolder>> | undefined {
  if (value === undefined) return undefined;
  const entries = isRecord(value) ? Object.entries(value) : [];
  const holders = entries.filter((entry): entry is [string, KeyHolder] => isKeyHolder(entry[1]));
  if (entries.some(([key]) => hasBlankEnds(key))) {
    throw new UsageError(
      'Cannot serve because the keys in "apiKeys" of the config file must have no blanks at their ends: current value has some, and is not shown.',
    );
  }
  if (holders.length > 0 && holders.length === entries.length) return Object.fromEntries(holders);
  throw new UsageError(
    'Cannot serve because "apiKeys" of the config file must map keys, or sha256: and their hashes, to names, or to objects with an id and scopes.',
  );
}

/**
 * Adds the key of the environment, whose caller is the owner, as in a project's own server. If no
 * other caller is known, the owner operates the agent as well; else the other keys, or the issuer,
 * say who does.
 */
function addKey(
  keys: ServeSettings['apiKeys'],
  { key, hasIssuer }: { readonly key: string | undefined; readonly hasIssuer: boolean },
): ServeSettings['apiKeys'] {
  if (key === undefined) return keys;
  const isAlone = keys === undefined && !hasIssuer;
  return { [key]: isAlone ? { id: 'owner', scopes: ['operate'] } : 'owner', ...keys };
}

/** Returns true if a text begins or ends with blanks or ends of lines, which headers lose. */
function hasBlankEnds(text: string): boolean {
  return text.trim() !== text;
}

/**
 * Reads a secret from the environment; an empty one counts as absent. Blanks at its ends, such as
 * the end of a line of a file, are refused, because no request could match it.
 *
 * @throws UsageError that names the variable, and does not show the secret
 */
function readSecretVariable(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { [name]: value = '' } = env;
  if (value === '') return undefined;
  if (!hasBlankEnds(value)) return value;
  throw new UsageError(
    `Cannot serve because ${name} must have no blanks at its ends: current value has some, and is not shown.`,
  );
}

function isKeyHolder(value: unknown): value is KeyHolder {
  if (typeof value === 'string') return true;
  if (!isRecord(value) || typeof value['id'] !== 'string') return false;
  const { scopes = [] } = value;
  return Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
}

/** Returns an object without its `undefined` members. */
function dropUndefined<T extends object>(
  value: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/**
 * The settings with which an agent is served. For those that are absent, the server's defaults
 * apply.
 */
export interface ServeSettings {
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
  /** True serves callers without credentials even beyond this machine. Default false. */
  readonly allowAnonymous?: boolean;
  /** Further host names under which the server may be called. */
  readonly allowedHosts?: readonly string[];
  /** Host names of the sites whose pages may call the agent. */
  readonly allowedOrigins?: readonly string[];
  /** The URL of an OpenID provider, whose tokens callers then have to send. */
  readonly issuer?: string;
  /** The name of this agent in the provider's tokens. Default: its public URL. */
  readonly audience?: string;
  /**
   * The id of the forms at the provider, with which people sign in. Default: people enter a token.
   */
  readonly clientId?: string;
  /**
   * The path of the file with the keys that sign the agent's card. Default: the card is not signed.
   */
  readonly sign?: string;
  /**
   * The store for tasks: a path, `sqlite:` and a path, or `postgres://...`. Default: tasks are kept
   * in memory.
   */
  readonly store?: string;
  /** The bucket for long data, as `s3://bucket/prefix`. Default: they are stored with the tasks. */
  readonly blobs?: string;
  readonly push?: boolean;
  readonly openTasks?: boolean;
  /** False turns off the forms for people, which are at `/` by default. */
  readonly forms?: boolean;
  /**
   * True serves the console at `/console`: for callers with the scope `operate`, or without
   * authentication for this machine alone. Default false; `dev` serves it.
   */
  readonly console?: boolean;
  /** False turns off MCP. By default the skills are tools at `/mcp`, for the same callers. */
  readonly mcp?: boolean;
  /**
   * The key that encrypts the handles of MCP hosts, as 64 hexadecimal digits or in base64. Default:
   * one that all processes on the store share.
   */
  readonly mcpKey?: string;
  /** The path of the session API. Default: it is not served. */
  readonly sessions?: string;
  /** The secret that signed links to public forms are checked with. */
  readonly linkSecret?: string;
  /** True accepts message envelopes at `/messages`. Default: only if `messageKeys` is given. */
  readonly messages?: boolean;
  /**
   * The path of a JSON file with public keys by the ids of agents. With it, message envelopes have
   * to be signed.
   */
  readonly messageKeys?: string;
  readonly retention?: RetentionOptions;
  /** The port of A2A over gRPC. Default: it is not served. */
  readonly grpcPort?: number;
  /**
   * The paths of the private key and, below it, the certificate of the gRPC door, in PEM. Default:
   * no TLS.
   */
  readonly grpcKey?: string;
  readonly grpcCert?: string;
  /** The port of the metrics, on this machine only. Default: nothing is counted. */
  readonly metricsPort?: number;
  /** The path of the file that security events are added to. Default: they are not recorded. */
  readonly audit?: string;
  /**
   * The names of callers by their API keys, or by `sha256:` and the key's hash: those of the config
   * file, and `owner` for the key in `FORMWORK_API_KEY`, who has the scope `operate` if no other
   * caller is known. With them, all other callers are refused.
   */
  readonly apiKeys?: Readonly<Record<string, KeyHolder>>;
}
