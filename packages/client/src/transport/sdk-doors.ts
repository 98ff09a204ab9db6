// This module is separate, so that bundlers can put the SDK's transports, and its translation of A2A
// 0.3, into a file that a page loads only for an agent that needs them.

import type { AgentCard } from '@a2a-js/sdk';
import {
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
  TenantTransportDecorator,
  type Transport,
} from '@a2a-js/sdk/client';

/** Opens an endpoint by the SDK: one of A2A 0.3 over JSON-RPC, or one over REST. */
export async function openSdkDoor(
  binding: 'JSONRPC' | 'HTTP+JSON',
  {
    door,
    card,
    fetch: fetchImpl,
  }: {
    readonly door: { readonly url: string; readonly tenant: string };
    /** The card of the agent, with this endpoint only. */
    readonly card: AgentCard;
    readonly fetch: typeof fetch;
  },
): Promise<Transport> {
  const factory =
    binding === 'JSONRPC'
      ? new JsonRpcTransportFactory({ fetchImpl, legacyCompat: { enabled: true } })
      : new RestTransportFactory({ fetchImpl });
  return withTenant(await factory.create(door.url, card), door.tenant);
}

/** Makes a transport name a tenant in requests that name none; `''` for none. */
export function withTenant(transport: Transport, tenant: string): Transport {
  return tenant === '' ? transport : new TenantTransportDecorator(transport, tenant);
}

const resolver = new DefaultAgentCardResolver({ legacyCompat: { enabled: true } });

/**
 * Translates a card of A2A 0.3 into the type of the SDK for 1.0; members may be missing.
 *
 * @throws Error if it lacks members that the SDK needs
 */
export function translateCard(raw: Readonly<Record<string, unknown>>): AgentCard {
  return resolver.normalizeAgentCard(raw);
}
