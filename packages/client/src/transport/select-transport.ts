import type { AgentCard } from '@a2a-js/sdk';
import type { Transport, TransportFactory } from '@a2a-js/sdk/client';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core/protocol';
import { nameUrl, quoteInput } from '@formwork/schema/internal/addresses';
import { parseUrl } from '@formwork/schema/json';
import { ConnectError } from '../errors.ts';
import { loadPart } from '../load-part.ts';
import type { HeaderSource } from './headers.ts';
import { describeFault } from './http-failure.ts';
import { JsonRpcTransport } from './json-rpc-transport.ts';

/** A binding of A2A, which is one way to send its messages: JSON-RPC, REST or gRPC. */
export type TransportName = 'JSONRPC' | 'HTTP+JSON' | 'GRPC';

/** Options of {@link selectTransport}: the bindings that may be used, credentials, and limits. */
export interface SelectTransportOptions {
  /** The bindings that may be used, in order of preference. Default: all, in the card's order. */
  readonly preferred: readonly TransportName[] | undefined;
  readonly fetch: typeof fetch;
  /**
   * The factory of gRPC transports. Default: one from the installed packages, if gRPC has to be
   * used.
   */
  readonly grpc: TransportFactory | undefined;
  /** The headers that say who calls, for gRPC only; for HTTP, `fetch` adds them. */
  readonly headers: HeaderSource | undefined;
  /** The origins that the headers may be sent to. */
  readonly origins: ReadonlySet<string>;
  /** The largest stream that is read over gRPC, in bytes. */
  readonly maxStreamBytes: number;
}

/** The endpoint of the agent that calls use: its URL, binding and version of A2A. */
export interface SelectedTransport {
  readonly transport: Transport;
  readonly binding: TransportName;
  readonly url: string;
  /** The origin of the endpoint, which sees all that is sent, such as `https://api.example.com`. */
  readonly origin: string;
  readonly version: string;
  /** Sentences that say why a preferred endpoint of the agent is not used. */
  readonly warnings: readonly string[];
}

interface Candidate {
  readonly binding: TransportName;
  readonly door: AgentCard['supportedInterfaces'][number];
  readonly origin: string;
}

/** All bindings of A2A that this client speaks. */
export const BINDINGS: readonly TransportName[] = ['JSONRPC', 'HTTP+JSON', 'GRPC'];

/**
 * Connects to the first endpoint that the agent and this client both support: in the caller's order
 * of bindings, else in the card's order (A2A 1.0 section 8.3.2). A2A 1.0 comes before 0.3, whose
 * REST and gRPC bindings are never used, because they lose the tags of parts. Packages for gRPC are
 * loaded if the caller prefers it, or if there is no other endpoint.
 *
 * @throws ConnectError
 */
export async function selectTransport(
  card: AgentCard,
  options: SelectTransportOptions,
): Promise<SelectedTransport> {
  const warnings: string[] = [];
  let missing: ConnectError | undefined;
  for (const candidate of listCandidates(card, options)) {
    try {
      const { binding, door, origin } = candidate;
      const transport = await openDoor(card, candidate, options);
      const { protocolVersion: version } = transport;
      return { transport, binding, url: door.url, origin, version, warnings };
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      missing ??= error;
      warnings.push(`${candidate.binding} is not used: ${error.message}`);
    }
  }
  throw missing ?? createDoorError(card, options);
}

async function openDoor(
  card: AgentCard,
  candidate: Candidate,
  options: SelectTransportOptions,
): Promise<Transport> {
  const { binding, door } = candidate;
  const alone = { ...card, supportedInterfaces: [door] };
  return openBinding(alone, candidate, options).catch((error: unknown) => {
    if (error instanceof ConnectError) throw error;
    const reason = describeFault(error);
    throw new ConnectError(
      `Cannot connect because ${nameUrl(door.url)} must be a door of ${binding}: current outcome is ${JSON.stringify(reason)}`,
      { cause: error },
    );
  });
}

async function openBinding(
  card: AgentCard,
  { binding, door, origin }: Candidate,
  options: SelectTransportOptions,
): Promise<Transport> {
  const { fetch: fetchImpl, origins } = options;
  const { url, tenant, protocolVersion } = door;
  if (binding === 'JSONRPC' && isModern(protocolVersion)) {
    return new JsonRpcTransport(url, { card, tenant, fetch: fetchImpl });
  }
  const loadSdk = async () => loadPart(`speaks ${binding}`, () => import('./sdk-doors.ts'));
  if (binding === 'GRPC') {
    const headers = origins.has(origin) ? options.headers : undefined;
    const transport = await openGrpc(card, url, { ...options, headers });
    return tenant === '' ? transport : (await loadSdk()).withTenant(transport, tenant);
  }
  const { openSdkDoor } = await loadSdk();
  return openSdkDoor(binding, { door: { url, tenant }, card, fetch: fetchImpl });
}

/** Opens a door of gRPC, whose code is loaded only now. */
async function openGrpc(
  card: AgentCard,
  url: string,
  {
    grpc,
    headers,
    maxStreamBytes,
  }: Pick<SelectTransportOptions, 'grpc' | 'headers' | 'maxStreamBytes'>,
): Promise<Transport> {
  const { isSecure = false, target = url } = parseGrpcAddress(url) ?? {};
  const { completeTransport, guardGrpcTransport, loadGrpc, tuneGrpcTransport } =
    await import('./grpc-door.ts');
  const factory = grpc ?? (await loadGrpc(isSecure));
  const opened = await factory.create(target, card);
  if (grpc !== undefined) guardGrpcTransport(opened);
  const extensions = card.capabilities?.extensions ?? [];
  const takesPings = extensions.some(({ uri }) => uri === FOLLOW_UP_FORMS_EXTENSION_URI);
  tuneGrpcTransport(opened, { takesPings });
  return completeTransport(opened, { headers, maxStreamBytes });
}

function listCandidates(
  { supportedInterfaces }: AgentCard,
  { preferred, grpc }: SelectTransportOptions,
): readonly Candidate[] {
  const candidates = supportedInterfaces.flatMap((door): readonly Candidate[] => {
    const binding = (preferred ?? BINDINGS).find(
      (name) => name === door.protocolBinding.toUpperCase(),
    );
    if (binding === undefined || !isKnownVersion(binding, door.protocolVersion)) return [];
    const origin = findOrigin(binding, door.url);
    return origin === undefined ? [] : [{ binding, door, origin }];
  });
  const rankOf = ({ binding, door }: Candidate): number => {
    const legacy = isModern(door.protocolVersion) ? 0 : 1;
    if (preferred !== undefined) return preferred.indexOf(binding) * 2 + legacy;
    return binding === 'GRPC' && grpc === undefined ? 2 : legacy;
  };
  // Sorting keeps the card's order for endpoints of equal rank.
  return candidates.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function isKnownVersion(binding: TransportName, version: string): boolean {
  const isLegacy = version === '' || version.startsWith('0.3');
  return isModern(version) || (binding === 'JSONRPC' && isLegacy);
}

function isModern(version: string): boolean {
  return version.startsWith('1.');
}

/**
 * Returns the web origin of an endpoint's address; `undefined` for an address that cannot be
 * called.
 */
function findOrigin(binding: TransportName, url: string): string | undefined {
  if (binding === 'GRPC') return parseGrpcAddress(url)?.origin;
  const parsed = parseUrl(url);
  return parsed !== undefined && /^https?:$/u.test(parsed.protocol) ? parsed.origin : undefined;
}

function createDoorError(
  { supportedInterfaces }: AgentCard,
  { preferred = BINDINGS }: SelectTransportOptions,
): ConnectError {
  const doors = supportedInterfaces
    .slice(0, 10)
    .map(
      ({ protocolBinding, protocolVersion, url }) =>
        `${protocolBinding} ${protocolVersion} at ${quoteInput(url)}`,
    );
  const current = doors.length === 0 ? 'none' : doors.join(', ');
  return new ConnectError(
    `Cannot connect because one of the agent's doors must be ${preferred.join(' or ')} of A2A 1.0, or JSONRPC of 0.3, at an address of http or https: current value is ${current}`,
  );
}

/** Matches a gRPC address without a scheme: `host`, `host:port`, `[::1]:port`. */
const BARE = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

/** Matches the names of this machine: 127.0.0.0/8, ::1, and localhost. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u;

/**
 * Reads the URL of a gRPC endpoint (A2A 1.0 section 4.4.6): `https://` with TLS, `http://` without,
 * and a bare `host:port` with TLS unless it is this machine. Its path is ignored, because gRPC has
 * its own. `undefined` for anything else: gRPC libraries know schemes, such as `unix:`, that a card
 * must not lead to.
 */
export function parseGrpcAddress(url: string):
  | {
      /** The address in the form that gRPC libraries take: `dns:host:port`. */
      readonly target: string;
      /** The address as a web origin, to compare with the origins that may see credentials. */
      readonly origin: string;
      /** True if the connection to the gRPC endpoint uses TLS. */
      readonly isSecure: boolean;
    }
  | undefined {
  const isBare = BARE.test(url);
  const full = isBare ? `https://${url}` : url;
  const parsed = parseUrl(full);
  if (parsed === undefined || !/^https?:$/u.test(parsed.protocol)) return undefined;
  const isSecure = isBare ? !LOOPBACK.test(parsed.hostname) : parsed.protocol === 'https:';
  // URL leaves out the default port of https; gRPC without TLS has that of http.
  const port = parsed.port || (parsed.protocol === 'https:' ? '443' : '80');
  const host = `${parsed.hostname}:${port}`;
  return {
    target: `dns:${host}`,
    origin: new URL(`${isSecure ? 'https' : 'http'}://${host}`).origin,
    isSecure,
  };
}
