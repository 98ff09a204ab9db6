/**
 * A kind of setting: how its values are described, and how a text is parsed into one. `undefined`
 * means that the text is not valid.
 */
interface SettingKind {
  readonly expected: string;
  readonly parse: (text: string) => unknown;
}

const text: SettingKind = {
  expected: 'a text',
  parse: (value) => (value === '' ? undefined : value),
};

const flag: SettingKind = {
  expected: 'true or false',
  parse: (value) => (value === 'true' || value === '1' ? true : parseFalse(value)),
};

const port: SettingKind = {
  expected: 'a number from 0 to 65535',
  parse: (value) => toInteger(value, 65_535),
};

const count: SettingKind = {
  expected: 'a whole number',
  parse: (value) => toInteger(value, Number.MAX_SAFE_INTEGER),
};

const duration: SettingKind = { expected: 'a time such as 30s, 12h or 7d', parse: parseDuration };

const path: SettingKind = {
  expected: 'a path such as /v1',
  parse: (value) => (/^(?:\/|(?:\/[\w~-][\w.~-]*)+)$/u.test(value) ? value : undefined),
};

const address: SettingKind = {
  expected: 'an http or https URL',
  parse: (value) =>
    URL.canParse(value) && /^https?:$/u.test(new URL(value).protocol) ? value : undefined,
};

const list: SettingKind = {
  expected: 'names with commas between them',
  parse: (value) => {
    const names = value.split(',').map((name) => name.trim());
    return names.includes('') ? undefined : names;
  },
};

/** A setting that can come from a flag, the environment or the config file. */
export interface Setting {
  /** The key of the setting in the config file and in the flags of commander. */
  readonly key: string;
  readonly flag: string;
  readonly env: readonly string[];
  readonly kind: SettingKind;
  readonly about: string;
}

/** All settings with which an agent can be served. */
export const SETTINGS: readonly Setting[] = [
  {
    key: 'port',
    flag: '--port <number>',
    env: ['FORMWORK_PORT', 'PORT'],
    kind: port,
    about: 'port to listen on; 0 takes any that is free (default: 4100)',
  },
  {
    key: 'host',
    flag: '--host <address>',
    env: ['FORMWORK_HOST'],
    kind: text,
    about: 'address to listen on (default: 127.0.0.1, this machine only)',
  },
  {
    key: 'publicUrl',
    flag: '--public-url <url>',
    env: ['FORMWORK_PUBLIC_URL'],
    kind: address,
    about: 'address on the card (default: the one it listens on)',
  },
  {
    key: 'allowAnonymous',
    flag: '--allow-anonymous',
    env: ['FORMWORK_ALLOW_ANONYMOUS'],
    kind: flag,
    about: 'serve everybody beyond this machine, without API keys',
  },
  {
    key: 'allowedHosts',
    flag: '--allowed-hosts <names>',
    env: ['FORMWORK_ALLOWED_HOSTS'],
    kind: list,
    about: 'further names that the server is called by, such as by a proxy on this machine',
  },
  {
    key: 'allowedOrigins',
    flag: '--allowed-origins <origins>',
    env: ['FORMWORK_ALLOWED_ORIGINS'],
    kind: list,
    about: 'sites whose pages may call the agent, such as https://app.example.com',
  },
  {
    key: 'issuer',
    flag: '--issuer <url>',
    env: ['FORMWORK_ISSUER'],
    kind: address,
    about: 'OpenID provider whose tokens callers have to send',
  },
  {
    key: 'audience',
    flag: '--audience <name>',
    env: ['FORMWORK_AUDIENCE'],
    kind: text,
    about: 'name of this agent in the tokens (default: its public URL)',
  },
  {
    key: 'clientId',
    flag: '--client-id <id>',
    env: ['FORMWORK_CLIENT_ID'],
    kind: text,
    about: 'id that the provider knows the forms by; people sign in there',
  },
  {
    key: 'sign',
    flag: '--sign <file>',
    env: ['FORMWORK_SIGN'],
    kind: text,
    about: 'file with the keys that sign the card, of formwork keys new',
  },
  {
    key: 'store',
    flag: '--store <place>',
    env: ['FORMWORK_STORE'],
    kind: text,
    about: 'SQLite file or postgres://... that keeps the tasks (default: DATABASE_URL, or memory)',
  },
  {
    key: 'blobs',
    flag: '--blobs <place>',
    env: ['FORMWORK_BLOBS'],
    kind: text,
    about: 's3://bucket/prefix that keeps long data of tasks (default: with the tasks)',
  },
  {
    key: 'push',
    flag: '--push',
    env: ['FORMWORK_PUSH'],
    kind: flag,
    about: 'let callers ask for push notifications',
  },
  {
    key: 'openTasks',
    flag: '--open-tasks',
    env: ['FORMWORK_OPEN_TASKS'],
    kind: flag,
    about: 'let callers without a name list the tasks of all such callers',
  },
  {
    key: 'forms',
    flag: '--no-forms',
    env: ['FORMWORK_FORMS'],
    kind: flag,
    about: 'serve the agent alone, without forms for people at /',
  },
  {
    key: 'mcp',
    flag: '--no-mcp',
    env: ['FORMWORK_MCP'],
    kind: flag,
    about: 'serve no tools for hosts of MCP at /mcp',
  },
  {
    key: 'console',
    flag: '--console',
    env: ['FORMWORK_CONSOLE'],
    kind: flag,
    about: 'serve the console at /console, for callers with the scope operate, or this machine',
  },
  {
    key: 'sessions',
    flag: '--sessions <path>',
    env: ['FORMWORK_SESSIONS'],
    kind: path,
    about: 'serve the session API as well, below a path such as /v1',
  },
  {
    key: 'messages',
    flag: '--messages',
    env: ['FORMWORK_MESSAGES'],
    kind: flag,
    about: 'take message envelopes as well, at /messages',
  },
  {
    key: 'messageKeys',
    flag: '--message-keys <file>',
    env: ['FORMWORK_MESSAGE_KEYS'],
    kind: text,
    about: 'JSON file of public keys by agent; messages need a tag of one of them then',
  },
  {
    key: 'retentionAge',
    flag: '--retention-age <time>',
    env: ['FORMWORK_RETENTION_AGE'],
    kind: duration,
    about: 'forget finished tasks after so long, such as 7d',
  },
  {
    key: 'retentionCount',
    flag: '--retention-count <number>',
    env: ['FORMWORK_RETENTION_COUNT'],
    kind: count,
    about: 'keep so many finished tasks',
  },
  {
    key: 'abandonedAfter',
    flag: '--abandoned-after <time>',
    env: ['FORMWORK_ABANDONED_AFTER'],
    kind: duration,
    about: 'end questions that nobody answers after so long',
  },
  {
    key: 'grpcPort',
    flag: '--grpc-port <number>',
    env: ['FORMWORK_GRPC_PORT'],
    kind: port,
    about: 'serve A2A over gRPC as well, on this port; 0 takes any that is free',
  },
  {
    key: 'grpcKey',
    flag: '--grpc-key <file>',
    env: ['FORMWORK_GRPC_KEY'],
    kind: text,
    about: 'private key (PEM) for gRPC over TLS',
  },
  {
    key: 'grpcCert',
    flag: '--grpc-cert <file>',
    env: ['FORMWORK_GRPC_CERT'],
    kind: text,
    about: 'certificate (PEM) that belongs to this key',
  },
  {
    key: 'metricsPort',
    flag: '--metrics-port <number>',
    env: ['FORMWORK_METRICS_PORT'],
    kind: port,
    about: 'serve metrics for Prometheus to this machine, at /metrics of this port',
  },
  {
    key: 'audit',
    flag: '--audit <file>',
    env: ['FORMWORK_AUDIT'],
    kind: text,
    about: 'add events of security to a file, a line of JSON each',
  },
];

function parseFalse(value: string): boolean | undefined {
  return value === 'false' || value === '0' ? false : undefined;
}

function toInteger(value: string, most: number): number | undefined {
  if (!/^\d{1,16}$/u.test(value)) return undefined;
  return Number(value) <= most ? Number(value) : undefined;
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * Parses a duration such as `500ms`, `30s`, `10m`, `12h` or `7d` into milliseconds; `undefined` for
 * any other text.
 */
export function parseDuration(written: string): number | undefined {
  const [, amount = '', unit = ''] = /^(\d{1,9})(ms|s|m|h|d)$/u.exec(written) ?? [];
  const factor = UNITS[unit];
  return factor === undefined ? undefined : Number(amount) * factor;
}
