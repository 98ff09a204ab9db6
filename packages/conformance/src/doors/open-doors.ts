import { FOLLOW_UP_FORMS_EXTENSION_URI, OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import type { CardView, InterfaceView } from '../card/card-view.ts';
import type { ConformanceSettings } from '../conformance-options.ts';
import type { AgentNetwork } from '../network/agent-network.ts';
import type { CheckedDoor } from '../report.ts';
import type { Door } from './door.ts';
import { resolveGrpcUrl } from './grpc-address.ts';
import { loadGrpc, openGrpc } from './grpc-door.ts';
import { openJsonRpc } from './json-rpc-door.ts';
import { openRestDoor } from './rest-door.ts';

/** Options of {@link openDoors}. */
export interface OpenDoorsOptions {
  readonly network: AgentNetwork;
  readonly settings: ConformanceSettings;
  readonly signal: AbortSignal;
}

/** The extensions that requests activate if the card declares them. */
const ACTIVATED = [OBJECT_SCHEMAS_EXTENSION_URI, FOLLOW_UP_FORMS_EXTENSION_URI];

/** The most doors that are checked. */
const MAX_DOORS = 8;

/** Opens the doors that a card names, once for each binding and version. */
export async function openDoors(
  card: CardView,
  options: OpenDoorsOptions,
): Promise<{
  readonly doors: readonly Door[];
  readonly listed: readonly CheckedDoor[];
}> {
  const doors: Door[] = [];
  const listed: CheckedDoor[] = [];
  for (const view of card.interfaces) {
    const { url, binding, version } = view;
    const opened =
      doors.length >= MAX_DOORS
        ? `only ${MAX_DOORS} doors are checked`
        : await openDoor(view, { ...options, card });
    const twin = typeof opened === 'string' ? undefined : findSame(doors, opened);
    if (typeof opened === 'string') listed.push({ url, binding, version, reason: opened });
    else if (twin !== undefined) {
      opened.close();
      const reason = `${twin.url} is checked, which is the same kind of door`;
      listed.push({ url, binding, version, reason });
    } else {
      doors.push(opened);
      listed.push({ url, binding, version, name: opened.name });
    }
  }
  return { doors, listed };
}

function findSame(doors: readonly Door[], { name }: Door): Door | undefined {
  return doors.find((door) => door.name === name);
}

/** Opens one door; a text says why it is not checked. */
async function openDoor(
  { url, binding, version }: InterfaceView,
  { card, network, settings, signal }: OpenDoorsOptions & { readonly card: CardView },
): Promise<Door | string> {
  const required = card.extensions
    .filter((extension) => extension['required'] === true)
    .map(({ uri }) => String(uri));
  const declared = new Set(card.extensions.map(({ uri }) => String(uri)));
  const activated = ACTIVATED.filter((uri) => declared.has(uri));
  const extensions = [...new Set([...activated, ...required])];
  const minor = /^\d+\.\d+/u.exec(version)?.[0] ?? version;
  if (binding === 'GRPC') {
    if (minor !== '1.0') return `A2A ${version} is not checked over gRPC`;
    const packages = await loadGrpc();
    if (packages === undefined) {
      return 'the packages for gRPC are missing: install @grpc/grpc-js and @bufbuild/protobuf';
    }
    const address = await resolveGrpcUrl(url, network);
    if (typeof address === 'string') return address;
    const { timeoutMs, maxBytes } = settings;
    const headers = network.isKnown(address.origin) ? settings.headers : {};
    return openGrpc(address, packages, { headers, extensions, timeoutMs, maxBytes, signal });
  }
  if (!URL.canParse(url) || !/^https?:$/u.test(new URL(url).protocol)) {
    return 'its URL is not one of http or https';
  }
  if (binding === 'JSONRPC' && (minor === '1.0' || minor === '0.3')) {
    return openJsonRpc(url, minor, { network, extensions });
  }
  if (binding === 'HTTP+JSON' && minor === '1.0') return openRestDoor(url, { network, extensions });
  return `A2A ${version || '(no version)'} over ${binding || '(no binding)'} is not checked`;
}
