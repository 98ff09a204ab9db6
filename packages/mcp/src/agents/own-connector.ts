import { connect, createCardCache, type ConnectOptions } from '@formwork/client';
import { createLocalFetch } from '@formwork/network';
import { OWN_AGENT_LIMITS } from '@formwork/schema/internal';
import type { AgentSettings, OwnCard, OwnServer } from '../catalog/agent-settings.ts';
import type { AgentConnector, ConnectorOptions } from './agent-connector.ts';
import { createAgentFetch } from './create-agent-fetch.ts';

/** The longest time that a timer can have, in milliseconds: no limit for work of this process. */
const NO_LIMIT_MS = 2_147_483_647;

/**
 * Makes the connector of an agent that this process serves. Its card comes from the server itself,
 * so that a busy machine cannot make the agent seem away; only calls are requests.
 */
export function createOwnConnector(
  server: OwnServer,
  {
    settings,
    network,
    secrets,
  }: ConnectorOptions & {
    readonly settings: AgentSettings;
  },
): AgentConnector {
  const {
    headers,
    cardCache: _cache,
    trust: _trust,
    verifyCard: _verify,
    ...connectOptions
  } = settings.connect ?? {};
  const watched = secrets.watch(headers);
  let address = '';
  let door: { readonly key: string; readonly fetch: typeof fetch } | undefined;

  /** Returns the `fetch` for calls, which stays the same while the addresses do. */
  function getFetch({ url, localUrl = url }: OwnCard): typeof fetch {
    const key = `${url} ${localUrl}`;
    if (door?.key !== key) {
      const local = localUrl === url ? undefined : createLocalFetch(url, () => localUrl);
      const named = [url, ...(connectOptions.trustedOrigins ?? [])].map(
        (href) => new URL(href).origin,
      );
      door = {
        key,
        fetch: createAgentFetch({ network, named, send: connectOptions.fetch ?? local }),
      };
    }
    return door.fetch;
  }

  return {
    url: () => address,
    isOwn: true,
    async find() {
      const card = await server.readCard();
      const { url, text } = card;
      address = url;
      const send = getFetch(card);
      let isOpen = false;
      const options: ConnectOptions = {
        transports: ['JSONRPC', 'HTTP+JSON'],
        ...OWN_AGENT_LIMITS,
        ...connectOptions,
        ...(watched !== undefined && { headers: watched }),
        cardCache: createCardCache(),
        cardTimeoutMs: NO_LIMIT_MS,
        // The tools are the same for every caller.
        extendedCard: false,
        async fetch(input, init) {
          if (isOpen) return send(input, init);
          isOpen = true;
          return new Response(text);
        },
      };
      return { agent: await connect(url, options), url, text: undefined };
    },
    recall: () => Promise.reject(new Error('The agent of a server in this process is not stored')),
  };
}
