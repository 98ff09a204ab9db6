import type { HeadersHook } from '@formwork/client';
import type { AgentSettings, ToolHints, BridgeOptions, McpRouterOptions } from '@formwork/mcp';
import { isRecord } from '@formwork/schema/json';
import type { CardTrust } from '@formwork/trust';
import { createFilePins } from '@formwork/trust/files';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../errors/errors.ts';
import { readJsonSource } from '../input/read-json-source.ts';
import { toHandleKeyFile } from '../save/handle-key-file.ts';
import { refuseUnread } from '../serve/unread-variables.ts';
import { createSavedHeaders } from '../sign-in/saved-sign-ins.ts';
import { createRegistryLister } from './create-registry-lister.ts';
import { readConfig } from './read-config.ts';
import { readRegistry } from './read-registry.ts';
import { listSecretVariables, readSecret } from './read-secret.ts';
import { parseAgents } from './to-alias.ts';

/** Options of {@link readMcpSettings}. */
export interface ReadMcpSettingsOptions {
  /** The agents that the command line names, each as `URL` or `ALIAS=URL`. */
  readonly words: readonly string[];
  /** The path of the config file; `undefined` if there is none. */
  readonly config: string | undefined;
  /**
   * The folder in which agents' cards are kept, from the command line; it takes precedence over
   * that of the config file. False keeps no cards.
   */
  readonly cardFolder?: string | boolean | undefined;
  /** The file that remembers agents' keys, from the command line; false remembers none. */
  readonly pins?: string | boolean | undefined;
  /** False leaves out the page that hosts can show for a call of a tool. */
  readonly app?: boolean | undefined;
  /** The URL of a registry whose agents become tools as well. */
  readonly registry?: string | undefined;
  /** The origins at which agents of the registry are trusted, wherever their addresses lead. */
  readonly trust?: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Fields = Readonly<Record<string, unknown>>;

const OF_AGENT = [
  'url',
  'addresses',
  'headers',
  'signIn',
  'trust',
  'allow',
  'deny',
  'maxSkills',
  'ask',
  'hints',
  'results',
  'authorizationHosts',
  'lendModel',
  'cardKeys',
  'pins',
];

/**
 * Reads the settings of `formwork mcp` from the command line and the config file. @throws
 * UsageError that names the key.
 */
export async function readMcpSettings({
  words,
  config,
  env,
  ...flags
}: ReadMcpSettingsOptions): Promise<McpSettings> {
  const file = config === undefined ? {} : await readConfig(config);
  refuseUnread(['FORMWORK_AUDIT', 'FORMWORK_MCP_KEY', ...listSecretVariables(file)], { env });
  // Relative paths in the file start at its folder.
  const folder = config === undefined || config === '-' ? '' : dirname(config);
  const entries = Object.entries(toRecord(file['agents'], '"agents"'));
  const configuredAgents = await Promise.all(
    entries.map(([alias, fields]) => readAgent(alias, { fields, env, folder })),
  );
  const plain = parseAgents(words).map((agent) => withToken(agent, env));
  const agents = [...plain, ...configuredAgents];
  const registry = await readRegistry(file['registry'], {
    flags,
    readAgent: (fields) => readAgent('registry', { fields, env, folder }),
  });
  if (agents.length === 0 && registry === undefined) {
    throw new UsageError(
      'Cannot bridge because there must be an agent: give its URL, --registry or --config.',
    );
  }
  const { budgetSeconds: seconds, maxResultBytes: most } = file;
  const { onDecline, handleKeyFile: keyFile } = file;
  const callers = Object.entries(toRecord(file['callers'], '"callers"'));
  const secrets = callers.map(async ([name, value]) => {
    const secret = await readSecret(value, { name: `caller ${JSON.stringify(name)}`, env, folder });
    if (secret.length < 16) {
      throw new UsageError(
        `Cannot use caller ${JSON.stringify(name)} because its secret must have at least 16 characters: current value has ${secret.length}`,
      );
    }
    return [secret, name] as const;
  });
  const secretNames = await Promise.all(secrets);
  for (const [secret, name] of secretNames) {
    const [, first = name] = secretNames.find(([candidate]) => candidate === secret) ?? [];
    if (first === name) continue;
    throw new UsageError(
      `Cannot use "callers" because each must have a secret of its own: ${JSON.stringify(first)} and ${JSON.stringify(name)} have the same`,
    );
  }
  const handleKeyFile =
    typeof keyFile === 'string' ? resolve(folder, keyFile) : toHandleKeyFile(env);
  return {
    bridge: {
      agents,
      ...(registry !== undefined && { listAgents: createRegistryLister(registry) }),
      ...(seconds !== undefined && { budgetMs: Math.round(Number(seconds)) * 1000 }),
      ...(most !== undefined && { maxResultBytes: Number(most) }),
      ...toCards(flags.cardFolder ?? toPath(file['cardFolder'], folder), env),
      ...((flags.app === false || readFlag(file['app'], '"app"') === false) && { app: false }),
      ...((onDecline === 'keep' || onDecline === 'cancel') && { onDecline }),
    },
    handleKeyFile,
    auditFile: typeof file['audit'] === 'string' ? resolve(folder, file['audit']) : undefined,
    pinFile: findPinFile(flags.pins ?? toPath(file['pins'], folder), handleKeyFile),
    callers: new Map(secretNames),
    router: {
      ...(file['allowedHosts'] !== undefined && {
        allowedHosts: toTexts(file['allowedHosts'], '"allowedHosts"'),
      }),
      ...(file['allowedOrigins'] !== undefined && {
        allowedOrigins: toTexts(file['allowedOrigins'], '"allowedOrigins"'),
      }),
    },
  };
}

interface AgentOptions {
  readonly fields: unknown;
  readonly env: ReadMcpSettingsOptions['env'];
  /** The folder of the config file, from which its relative paths start. */
  readonly folder: string;
}

async function readAgent(
  alias: string,
  { fields, env, folder }: AgentOptions,
): Promise<AgentSettings> {
  const subject = `agent ${JSON.stringify(alias)}`;
  const agent = toRecord(fields, subject);
  checkKeys(agent, { keys: OF_AGENT, subject });
  const { url, addresses, headers, trust, allow, deny, ask, hints, results, authorizationHosts } =
    agent;
  const { maxSkills, lendModel } = agent;
  const [parsed] = parseAgents([`${alias}=${typeof url === 'string' ? url : ''}`]);
  const texts = (value: unknown, name: string) => toTexts(value, `"${name}" of ${subject}`);
  const headerEntries = await Promise.all(
    Object.entries(toRecord(headers, `"headers" of ${subject}`)).map(
      async ([name, value]) =>
        [name, await readHeader(name, { value, subject, env, folder })] as const,
    ),
  );
  const base = withToken({ alias, url: parsed?.url ?? '' }, env);
  const signIn = await readSignInSettings(agent['signIn'], { subject, env, folder });
  const connect = {
    ...base.connect,
    ...(signIn && { headers: signIn }),
    ...(headerEntries.length > 0 && { headers: Object.fromEntries(headerEntries) }),
    ...(trust !== undefined && { trustedOrigins: texts(trust, 'trust') }),
    ...(await readTrust(agent, folder)),
  };
  if (results !== undefined && results !== 'natural' && results !== 'envelope') {
    throw new UsageError(
      `Cannot use "results" of ${subject} because it must be "natural" or "envelope": current value is ${JSON.stringify(results)}`,
    );
  }
  if (addresses !== undefined && addresses !== 'any' && addresses !== 'public') {
    throw new UsageError(
      `Cannot use "addresses" of ${subject} because it must be "any" or "public": current value is ${JSON.stringify(addresses)}`,
    );
  }
  return {
    ...base,
    connect,
    ...(addresses !== undefined && { addresses }),
    ...(allow !== undefined && { allow: texts(allow, 'allow') }),
    ...(deny !== undefined && { deny: texts(deny, 'deny') }),
    ...(typeof maxSkills === 'number' && { maxSkills }),
    ...(ask === false && { ask: false }),
    ...(lendModel === true && { lendModel }),
    ...(hints !== undefined && { hints: toHints(hints, `"hints" of ${subject}`) }),
    ...(results !== undefined && { results }),
    ...(authorizationHosts !== undefined && {
      authorizationHosts: texts(authorizationHosts, 'authorizationHosts'),
    }),
  };
}

interface HeaderOptions extends Pick<AgentOptions, 'env' | 'folder'> {
  readonly value: unknown;
  readonly subject: string;
}

/**
 * Reads the settings with which a program signs in at an agent's provider, and makes its headers;
 * `undefined` if the agent has no such settings.
 */
async function readSignInSettings(
  value: unknown,
  { subject, env, folder }: Omit<HeaderOptions, 'value'>,
): Promise<HeadersHook | undefined> {
  if (value === undefined) return undefined;
  const name = `"signIn" of ${subject}`;
  const { issuer, clientId, clientSecret, scope, resource } = toRecord(value, name);
  const { createClientCredentials } = await import('@formwork/client/sign-in');
  return createClientCredentials({
    issuer: String(issuer),
    clientId: String(clientId),
    clientSecret: await readSecret(clientSecret, {
      name: `the client secret of ${name}`,
      env,
      folder,
    }),
    ...(typeof scope === 'string' && { scope }),
    ...(typeof resource === 'string' && { resource }),
  });
}

/** Reads a header from the settings. @throws UsageError, which never shows the value. */
async function readHeader(
  header: string,
  { value, subject, env, folder }: HeaderOptions,
): Promise<string> {
  const name = `header ${header} of ${subject}`;
  const secret = await readSecret(value, { name, env, folder });
  try {
    new Headers().set(header, secret);
    return secret;
  } catch {
    throw new UsageError(
      `Cannot use ${name} because it must be one line of the characters that headers have: current value has others, and is not shown`,
    );
  }
}

/**
 * Adds the token of an agent: from the variable `FORMWORK_TOKEN_<ALIAS>`, for hosts that can set
 * only the environment, else from a saved sign-in.
 */
function withToken(
  agent: Pick<AgentSettings, 'alias' | 'url'>,
  env: ReadMcpSettingsOptions['env'],
): AgentSettings {
  const token = env[`FORMWORK_TOKEN_${agent.alias.toUpperCase().replaceAll('-', '_')}`];
  if (token === undefined || token === '') {
    const headers = typeof agent.url === 'string' ? createSavedHeaders(agent.url) : undefined;
    return headers === undefined ? agent : { ...agent, connect: { headers } };
  }
  return { ...agent, connect: { headers: { Authorization: `Bearer ${token}` } } };
}

function toHints(value: unknown, subject: string): ToolHints {
  const hints = toRecord(value, subject);
  checkKeys(hints, { keys: ['readOnly', 'destructive', 'idempotent'], subject });
  const { readOnly, destructive, idempotent } = hints;
  return {
    ...(typeof readOnly === 'boolean' && { readOnly }),
    ...(typeof destructive === 'boolean' && { destructive }),
    ...(typeof idempotent === 'boolean' && { idempotent }),
  };
}

function checkKeys(
  fields: Fields,
  { keys, subject }: { readonly keys: readonly string[]; readonly subject: string },
): void {
  const unknown = Object.keys(fields).find((name) => !keys.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(
    `Cannot read ${subject} because its keys must be of ${keys.join(', ')}: current value is ${JSON.stringify(unknown)}`,
  );
}

function toRecord(value: unknown, subject: string): Fields {
  if (value === undefined) return {};
  if (isRecord(value)) return value;
  throw new UsageError(
    `Cannot read ${subject} because it must be an object: current value is ${JSON.stringify(value)}`,
  );
}

function toTexts(value: unknown, subject: string): readonly string[] {
  if (Array.isArray(value) && value.every((text): text is string => typeof text === 'string')) {
    return value;
  }
  throw new UsageError(
    `Cannot read ${subject} because it must be a list of texts: current value is ${JSON.stringify(value)}`,
  );
}

function toPath(value: unknown, folder: string): unknown {
  return typeof value === 'string' ? resolve(folder, value) : value;
}

/**
 * Returns the folder in which agents' cards are kept: by default one among the user's caches, none
 * for `false`.
 */
function toCards(
  value: unknown,
  env: ReadMcpSettingsOptions['env'],
): { readonly cardFolder?: string } {
  if (value === false) return {};
  if (value === undefined || value === true) {
    return { cardFolder: join(toCacheFolder({ env }), 'formwork', 'cards') };
  }
  if (typeof value === 'string' && value !== '') return { cardFolder: value };
  throw new UsageError(
    `Cannot use "cardFolder" because it must be the path of a folder, or false: current value is ${JSON.stringify(value)}`,
  );
}

/**
 * Finds the file that remembers the keys of agents' cards. By default it is beside the file with
 * the key that encrypts handles.
 */
function findPinFile(value: unknown, handleKeyFile: string): string | undefined {
  if (value === false) return undefined;
  return typeof value === 'string' ? value : join(dirname(handleKeyFile), 'mcp-pins.json');
}

function readFlag(value: unknown, name: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw new UsageError(
    `Cannot use ${name} because it must be true or false: current value is ${JSON.stringify(value)}`,
  );
}

/** Returns the folder in which the platform keeps a user's caches. */
export function toCacheFolder({
  env,
  platform = process.platform,
  home = homedir(),
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The operating system whose folder is returned. Default: that of this process. */
  readonly platform?: NodeJS.Platform;
  /** The home folder of the user. Default: the real one. */
  readonly home?: string;
}): string {
  const { XDG_CACHE_HOME: cache = '', LOCALAPPDATA: local = '' } = env;
  // `XDG_CACHE_HOME` takes precedence on every platform, even on those where it is unusual.
  if (cache !== '') return cache;
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  if (platform === 'win32') return local === '' ? join(home, 'AppData', 'Local') : local;
  return join(home, '.cache');
}

/** The settings of `formwork mcp`, from the command line and the config file. */
export interface McpSettings {
  readonly bridge: Omit<BridgeOptions, 'logger' | 'handleKey' | 'lock'>;
  /** The path of the file with the key that encrypts handles. */
  readonly handleKeyFile: string;
  /** The file that remembers the keys of agents' cards; `undefined` if none are remembered. */
  readonly pinFile: string | undefined;
  /** The file for security events; `undefined` if none are wanted. */
  readonly auditFile: string | undefined;
  /**
   * The API keys that may call over HTTP, by the name of the caller. If empty, everybody who can
   * reach this machine may call.
   */
  readonly callers: ReadonlyMap<string, string>;
  readonly router: Pick<McpRouterOptions, 'allowedHosts' | 'allowedOrigins'>;
}

/**
 * Reads the settings for the signature of an agent's card: its keys or its pins. Relative paths
 * start at the config file.
 */
async function readTrust(
  { cardKeys, pins }: Fields,
  folder: string,
): Promise<{ readonly trust?: CardTrust }> {
  if (typeof cardKeys === 'string') {
    if (/^https?:/iu.test(cardKeys)) return { trust: { jwksUrl: cardKeys } };
    const file = await readJsonSource(resolve(folder, cardKeys));
    const keys: unknown = isRecord(file) ? file['keys'] : undefined;
    if (Array.isArray(keys) && keys.every(isRecord)) return { trust: { keys } };
    throw new UsageError(
      `Cannot use "cardKeys" because it must be the URL of a JWKS, or a file with one: current value is ${JSON.stringify(cardKeys)}`,
    );
  }
  return typeof pins === 'string' ? { trust: { pins: createFilePins(resolve(folder, pins)) } } : {};
}
