import type { AgentCard } from '@a2a-js/sdk';
import {
  JsonRpcTransportFactory,
  RestTransportFactory,
  TenantTransportDecorator,
  type Transport,
  type TransportFactory,
} from '@a2a-js/sdk/client';
import { ConnectError } from '../errors/connect-error.ts';

/** A binding of A2A. */
export type TransportName = 'JSONRPC' | 'HTTP+JSON' | 'GRPC';

/** Options of {@link selectTransport}. */
export interface SelectTransportOptions {
  readonly preferred: readonly TransportName[];
  readonly fetch: typeof fetch;
  /** The SDK's factory, made by the caller: it needs packages that browsers cannot load. */
  readonly grpc: TransportFactory | undefined;
}

/** The door that was chosen. */
export interface SelectedTransport {
  readonly transport: Transport;
  readonly binding: TransportName;
  readonly url: string;
  readonly version: string;
}

interface Candidate {
  readonly binding: TransportName;
  readonly door: AgentCard['supportedInterfaces'][number];
}

/**
 * Opens the first door that both sides have: by the caller's preference of bindings, A2A 1.0 before
 * 0.3. The REST and gRPC bindings of 0.3 lose the tags of parts, so only its JSON-RPC is used.
 */
export async function selectTransport(
  card: AgentCard,
  options: SelectTransportOptions,
): Promise<SelectedTransport> {
  const candidates = listCandidates(card, options);
  const usable = candidates.find(({ binding }) => binding !== 'GRPC' || options.grpc !== undefined);
  if (usable === undefined) throw toError(card, candidates, options);
  const { binding, door } = usable;
  const alone = { ...card, supportedInterfaces: [door] };
  const transport = await toFactory(binding, options).create(door.url, alone);
  return {
    transport:
      door.tenant === '' || door.tenant === undefined
        ? transport
        : new TenantTransportDecorator(transport, door.tenant),
    binding,
    url: door.url,
    version: transport.protocolVersion,
  };
}

function listCandidates(
  { supportedInterfaces }: AgentCard,
  { preferred }: SelectTransportOptions,
): readonly Candidate[] {
  return preferred.flatMap((binding) => {
    const doors = supportedInterfaces.filter(
      (door) =>
        door.protocolBinding.toUpperCase() === binding &&
        isUsableUrl(binding, door.url) &&
        (isModern(door.protocolVersion) ||
          (binding === 'JSONRPC' && isLegacy(door.protocolVersion))),
    );
    const modern = doors.find(({ protocolVersion }) => isModern(protocolVersion)) ?? doors[0];
    return modern === undefined ? [] : [{ binding, door: modern }];
  });
}

function isModern(version: string): boolean {
  return version.startsWith('1.');
}

function isLegacy(version: string): boolean {
  return version === '' || version.startsWith('0.3');
}

function isUsableUrl(binding: TransportName, url: string): boolean {
  if (binding === 'GRPC') return url !== '';
  return URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol);
}

function toFactory(
  binding: TransportName,
  { fetch: fetchImpl, grpc }: SelectTransportOptions,
): TransportFactory {
  switch (binding) {
    case 'JSONRPC':
      return new JsonRpcTransportFactory({ fetchImpl, legacyCompat: { enabled: true } });
    case 'HTTP+JSON':
      return new RestTransportFactory({ fetchImpl });
    case 'GRPC':
      // Candidates without a factory have been passed over.
      if (grpc === undefined) throw new ConnectError('Cannot use gRPC without its factory.');
      return grpc;
  }
}

function toError(
  { supportedInterfaces }: AgentCard,
  candidates: readonly Candidate[],
  { preferred }: SelectTransportOptions,
): ConnectError {
  if (candidates.length > 0) {
    return new ConnectError(
      'Cannot connect as the agent speaks gRPC only, which needs packages of its own: install @grpc/grpc-js and @bufbuild/protobuf, and pass grpc: new GrpcTransportFactory() of "@a2a-js/sdk/client/grpc".',
    );
  }
  const doors = supportedInterfaces
    .slice(0, 10)
    .map(({ protocolBinding, protocolVersion }) => `${protocolBinding} ${protocolVersion}`);
  const current = doors.length === 0 ? 'none' : doors.join(', ');
  return new ConnectError(
    `Cannot connect as one of the agent's doors must be ${preferred.join(' or ')} of A2A 1.0, or JSONRPC of 0.3: current value is ${current}`,
  );
}
