import type { Agent } from '@formwork/core';
import { Router } from 'express';
import type { MountedAgentOptions } from './agent-router-options.ts';
import { type Audit, createRefusalListener } from './audit.ts';
import {
  createCardRouter,
  isCardPath,
  isPublicUrl,
  JSON_RPC_PATH,
  REST_PATH,
} from './create-card-router.ts';
import { createAdmission, createCacheGuard, createGuard, joinHandlers } from './guard.ts';
import { createJsonRpcDoor } from './json-rpc-door.ts';
import type { AdapterDoors } from './protocol-adapter.ts';
import type { RequestWatch } from './request-watch.ts';
import { createMetadataRouter, isMetadataPath } from './resource-metadata.ts';
import { createRestDoor } from './rest-door.ts';
import { serveDoor } from './serve-door.ts';
import type { ServedCards } from './served-cards.ts';
import { type CardSigning, isKeysPath } from './signed-cards.ts';
import type { TransportOptions } from './transport.ts';
import { completeStreamLimits, createStallGuard } from './write-event-stream.ts';

/** The parts of an agent that {@link mountDoors} puts on one router. */
export interface MountedParts {
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
}

/** Returns true for the paths that everybody may read: cards, OAuth metadata and public keys. */
function isOpenPath(path: string): boolean {
  return isCardPath(path) || isMetadataPath(path) || isKeysPath(path);
}

/** Mounts the doors of an agent on a router, behind the guard of hosts, pages and limits. */
export function mountDoors(options: MountedAgentOptions, parts: MountedParts): Router {
  const { transport, adapters, cards, signing, watch } = parts;
  const { publicUrl, authenticate, allowedHosts = [], allowedOrigins = [] } = options;
  const { stallMs } = completeStreamLimits(options);
  const router = Router();
  const caches = createCacheGuard();
  const isForPages = (path: string): boolean => adapters.some((one) => one.isForPages?.(path));
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
  const { quota } = transport;
  const admission = quota && createAdmission(quota, { isPublic: isOpenPath, watch });
  const entrance = [createStallGuard(stallMs), watch?.begin, caches.before, guard, admission];
  router.use(joinHandlers(entrance.filter((handler) => handler !== undefined)));
  // The endpoint with the most requests comes first, because express tries the routers in order.
  router.use(JSON_RPC_PATH, serveDoor(createJsonRpcDoor(transport), transport));
  router.use(REST_PATH, serveDoor(createRestDoor(transport), transport));
  if (signing !== undefined) {
    router.use(signing.router);
    router.use(async (request, _response, next) => {
      if (isCardPath(request.path)) await cards.whenSigned();
      next();
    });
  }
  router.use(createCardRouter(() => cards.shown, { isForPages: isPublicUrl(publicUrl) }));
  router.use(createMetadataRouter({ agent: parts.agent, publicUrl, authenticate }));
  for (const adapter of adapters) router.use(adapter.router);
  router.use(caches.after);
  return router;
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
