import { appendPointer, isRecord, toList } from '@formwork/schema/json';
import { toAliasFault } from './to-alias.ts';

/** A fault at one place in the config file. */
export interface ConfigProblem {
  /** The JSON pointer to the faulty place in the config file. */
  readonly pointer: string;
  readonly message: string;
}

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?';
/** The pattern of a host name or an IP address, without scheme, port and path. */
const HOST = new RegExp(`^(?:${LABEL}(?:\\.${LABEL})*|\\[[\\da-fA-F:.]+\\])$`, 'u');

/** The pattern of a header's name (RFC 9110, section 5.1). */
const HEADER = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/u;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds the faults of a config file that no JSON Schema can describe, or whose message would show
 * values.
 */
export function listRuleFaults(file: unknown): readonly ConfigProblem[] {
  if (!isRecord(file)) return [];
  const { agents, registry, callers, allowedHosts, allowedOrigins } = file;
  const byAlias = isRecord(agents) ? Object.entries(agents) : [];
  return [
    ...listAliasFaults(byAlias.map(([alias]) => alias)),
    ...byAlias.flatMap(([alias, agent]) =>
      isRecord(agent) ? listAgentFaults(agent, appendPointer('/agents', alias)) : [],
    ),
    ...(isRecord(registry) ? listSharedFaults(registry, '/registry') : []),
    ...listSecretFaults(callers, '/callers'),
    ...listHostFaults(allowedHosts, { pointer: '/allowedHosts', hasPort: false }),
    ...listHostFaults(allowedOrigins, { pointer: '/allowedOrigins', hasPort: false }),
  ];
}

function listAliasFaults(aliases: readonly string[]): readonly ConfigProblem[] {
  const usedAliases = new Set<string>();
  return aliases.flatMap((alias) => {
    const fault = toAliasFault(alias, usedAliases);
    usedAliases.add(alias.toLowerCase());
    return fault === undefined
      ? []
      : [{ pointer: appendPointer('/agents', alias), message: fault }];
  });
}

function listAgentFaults(agent: Fields, pointer: string): readonly ConfigProblem[] {
  const { url, authorizationHosts } = agent;
  const fault = toUrlFault(url);
  return [
    ...(fault === undefined ? [] : [{ pointer: `${pointer}/url`, message: fault }]),
    ...listSharedFaults(agent, pointer),
    ...listHostFaults(authorizationHosts, {
      pointer: `${pointer}/authorizationHosts`,
      hasPort: true,
    }),
  ];
}

/** Finds the faults in the settings that agents and registries share. */
function listSharedFaults(
  { trust, headers, signIn }: Fields,
  pointer: string,
): readonly ConfigProblem[] {
  const names = isRecord(headers) ? Object.keys(headers) : [];
  const headersPointer = `${pointer}/headers`;
  return [
    ...toList(trust).flatMap((origin, index) => {
      const fault = typeof origin === 'string' ? toUrlFault(origin) : undefined;
      return fault === undefined ? [] : [{ pointer: `${pointer}/trust/${index}`, message: fault }];
    }),
    ...names
      .filter((name) => !HEADER.test(name))
      .map((name) => ({
        pointer: appendPointer(headersPointer, name),
        message: 'must be the name of a header, of letters, digits and "-"',
      })),
    ...listSecretFaults(headers, headersPointer),
    ...(isRecord(signIn)
      ? listSecretFaults({ clientSecret: signIn['clientSecret'] }, `${pointer}/signIn`)
      : []),
  ];
}

/** Finds the faults of secrets, and never shows their values. */
function listSecretFaults(secrets: unknown, pointer: string): readonly ConfigProblem[] {
  if (!isRecord(secrets)) return [];
  return Object.entries(secrets).flatMap(([name, value]) => {
    const fault = toSecretFault(value);
    return fault === undefined ? [] : [{ pointer: appendPointer(pointer, name), message: fault }];
  });
}

function toSecretFault(value: unknown): string | undefined {
  if (typeof value === 'string') return undefined;
  const [key, ...surplus] = isRecord(value) ? Object.keys(value) : [];
  const isOne = (key === 'env' || key === 'file') && surplus.length === 0;
  if (isOne && isRecord(value) && typeof value[key] === 'string' && value[key] !== '')
    return undefined;
  return 'must be a text, {"env": NAME} or {"file": PATH}; its value is not shown';
}

function listHostFaults(
  hosts: unknown,
  {
    pointer,
    hasPort,
  }: {
    readonly pointer: string;
    /** True if the setting allows a port after each host name. */
    readonly hasPort: boolean;
  },
): readonly ConfigProblem[] {
  const portHint = hasPort ? ' and perhaps a port' : '';
  return toList(hosts).flatMap((host, index) => {
    if (typeof host !== 'string') return [];
    const name = hasPort ? host.replace(/:\d{1,5}$/u, '') : host;
    if (HOST.test(name)) return [];
    const message = `must be the name of a host${portHint}, such as "login.example.com", without "https://": current value is ${JSON.stringify(host)}`;
    return [{ pointer: `${pointer}/${index}`, message }];
  });
}

/**
 * Describes the fault of a URL; `undefined` if it has none. The URL is shown only if it contains no
 * password.
 */
function toUrlFault(value: unknown): string | undefined {
  const expected = 'must be an http or https URL';
  if (value === undefined) return `${expected}: current value is nothing`;
  if (typeof value !== 'string') return `${expected}: current value is ${JSON.stringify(value)}`;
  if (URL.canParse(value) && /^https?:$/u.test(new URL(value).protocol)) {
    const { username, password } = new URL(value);
    if (username === '' && password === '') return undefined;
    return 'must have no user and password: use headers for credentials';
  }
  const current = value.includes('@') ? 'another text' : JSON.stringify(value);
  return `${expected}: current value is ${current}`;
}
