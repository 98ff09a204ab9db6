import type { Agent } from '@formwork/core';
import type { MountedAgentOptions } from './agent-router-options.ts';
import { type Audit, createRefusalListener } from './audit.ts';
import { createBytesReader } from './body-bytes.ts';
import { createCardDoor, isPublicUrl, JSON_RPC_PATH, REST_PATH } from './card-door.ts';
import type { Door } from './door.ts';
import { joinSteps, type Step } from './exchange.ts';
import { createAdmission, createCacheGuard, createGuard } from './guard.ts';
import { createJsonRpcDoor } from './json-rpc-door.ts';
import { isOpenPath } from './open-door.ts';
import type { AdapterDoors } from './protocol-adapter.ts';
import type { RequestWatch } from './request-watch.ts';
import { createMetadataDoor } from './resource-metadata.ts';
import { createRestDoor } from './rest-door.ts';
import { serveDoor } from './serve-door.ts';
import type { ServedCards } from './served-cards.ts';
import type { CardSigning } from './signed-cards.ts';
import type { TransportOptions } from './transport.ts';
import { completeStreamLimits, createStallGuard } from './write-event-stream.ts';

/** The parts of an agent from which {@link createAgentPipeline} is made. */
export interface PipelineParts {
  readonly transport: TransportOptions;
  readonly adapters: readonly AdapterDoors[];
  /** The routes of all doors, such as `/a2a/rest/tasks/:id`. */
  readonly routes: readonly string[];
  readonly cards: ServedCards;
  readonly signing: CardSigning | undefined;
  /** Returns the newest definition of the agent. */
  readonly agent: () => Agent;
  readonly watch: RequestWatch | undefined;
  readonly audit: Audit | undefined;
  /** True if the server has checked the host name of every request. */
  readonly isHostChecked: boolean;
  /** Answers health checks, however busy the agent is. Default: a program in front does. */
  readonly health?: Door;
}

/** The way of a request through an agent, without the program that serves HTTP. */
export interface AgentPipeline {
  /**
   * Answers requests for the doors of the agent, and passes on others, which the guard has admitted
   * all the same, because adapters may answer them.
   */
  readonly step: Step;
  /** Comes after the adapters: restores what only answers of the agent need. */
  readonly after: Step;
  /** The routes of the doors, such as `/a2a/rest/tasks/{id}`. */
  readonly routes: readonly string[];
}

/** Makes the way of a request: the guard of hosts, pages and limits, and then the doors. */
export function createAgentPipeline(
  options: MountedAgentOptions,
  parts: PipelineParts,
): AgentPipeline {
  const { transport, adapters, watch } = parts;
  const { publicUrl, allowedHosts = [], allowedOrigins = [] } = options;
  const { stallMs } = completeStreamLimits(options);
  const caches = createCacheGuard();
  const limitStall = createStallGuard(stallMs);
  const isForPages = (path: string): boolean =>
    adapters.some((adapter) => adapter.isForPages?.(path));
  const guard = createGuard({
    publicUrl: () => publicUrl,
    allowedHosts,
    allowedOrigins,
    isHostChecked: parts.isHostChecked,
    isPublic: (path) => isOpenPath(path) || isForPages(path),
    isForPages,
    isOwnPath: createOwnPaths(parts.routes),
    onRefusal: createRefusalListener(watch?.refuse, parts.audit),
  });
  const { quota, streamLimits } = transport;
  const admission = quota && createAdmission(quota, { isPublic: isOpenPath, watch });
  const readBytes = createBytesReader(transport.bodyLimit);
  const doors = listDoors(options, parts);
  const { health } = parts;
  return {
    step: joinSteps([
      ({ message, reply }, next) => limitStall(message, reply, next),
      watch?.begin,
      caches.before,
      guard,
      health && serveDoor(health, { readBytes: createBytesReader(0) }),
      admission,
      ...doors.map(({ path, door }) => serveDoor(door, { readBytes, streamLimits, path })),
    ]),
    after: caches.after,
    routes: doors.flatMap(({ path, door }) =>
      door.routes.map((route) => (route === '/' ? path : path + route)),
    ),
  };
}

/** Lists the doors of an agent, in the order in which they are tried. */
function listDoors(
  { publicUrl, authenticate }: MountedAgentOptions,
  { transport, cards, signing, agent }: PipelineParts,
): readonly { readonly path: string; readonly door: Door }[] {
  const metadata = createMetadataDoor({ agent, publicUrl, authenticate });
  const card = createCardDoor({
    read: () => cards.shown,
    isForPages: isPublicUrl(publicUrl),
    ...(signing && { whenReady: () => cards.whenSigned() }),
  });
  // The endpoint with the most requests comes first.
  return [
    { path: JSON_RPC_PATH, door: createJsonRpcDoor(transport) },
    { path: REST_PATH, door: createRestDoor(transport) },
    ...[signing?.door, card, metadata]
      .filter((door) => door !== undefined)
      .map((door) => ({ path: '', door })),
  ];
}

/**
 * Makes the function that recognizes paths of an agent by its routes, such as `/a2a/rest/tasks/:id`;
 * a program may have others. The rest of a route after its first parameter does not count.
 */
function createOwnPaths(routes: readonly string[]): (path: string) => boolean {
  const places = new Set(routes.map((route) => route.split('/:')[0] ?? ''));
  return (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (places.has(path.slice(0, end))) return true;
    }
    return false;
  };
}
