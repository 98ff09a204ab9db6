import {
  connect,
  ConnectError,
  createCardCache,
  type CardCache,
  type ConnectOptions,
  type RemoteAgent,
} from '@formwork/client';
import { parseUrl } from '@formwork/schema/json';
import type { AgentSettings } from '../catalog/agent-settings.ts';
import type { AgentConnector, ConnectorOptions } from './agent-connector.ts';
import { createAgentFetch } from './create-agent-fetch.ts';

/**
 * Makes the connector of an agent that is found at its address.
 *
 * @throws nothing; faulty settings are reported when the agent is looked for.
 */
export function createConnector(
  settings: AgentSettings,
  { network, secrets, cardTimeoutMs }: ConnectorOptions,
): AgentConnector {
  const headers = secrets.watch(settings.connect?.headers);
  const cards = settings.connect?.cardCache ?? createCardCache();
  const { url: location = '' } = settings;
  const toUrl = (): string => (typeof location === 'function' ? location() : location);
  let sender: { readonly origin: string; readonly fetch: typeof fetch } | undefined;

  /**
   * Returns the `fetch` for the agent. It is the same one as long as the agent's address stays the
   * same, because it remembers which addresses host names led to.
   */
  function getFetch(url: string): typeof fetch {
    // `connect` reports a faulty address itself, before it sends anything.
    if (!URL.canParse(url)) return fetch;
    const { origin } = new URL(url);
    if (sender?.origin !== origin) {
      const { trustedOrigins = [], fetch: send } = settings.connect ?? {};
      const trusted = trustedOrigins.map((href) => new URL(href).origin);
      const isNamed = settings.addresses !== 'public';
      const named = isNamed ? [origin, ...trusted] : trusted;
      const listed = isNamed ? undefined : origin;
      sender = { origin, fetch: createAgentFetch({ network, named, listed, send }) };
    }
    return sender.fetch;
  }

  async function open(url: string, options: ConnectOptions): Promise<RemoteAgent> {
    const agent = await connect(url, {
      cardTimeoutMs,
      transports: ['JSONRPC', 'HTTP+JSON'],
      ...settings.connect,
      ...(headers !== undefined && { headers }),
      ...options,
    });
    checkDoor(agent, { url, trusted: settings.connect?.trustedOrigins ?? [] });
    return agent;
  }

  return {
    url: toUrl,
    isOwn: false,
    async find() {
      const url = toUrl();
      let text: string | undefined;
      const cardCache: CardCache = {
        get: (cardUrl) => cards.get(cardUrl),
        set(cardUrl, card) {
          ({ text } = card);
          return cards.set(cardUrl, card);
        },
      };
      const retry = { attempts: 2, ...settings.connect?.retry };
      const agent = await open(url, { cardCache, retry, fetch: getFetch(url) });
      return { agent, url, text };
    },
    async recall(text) {
      const url = toUrl();
      const send = getFetch(url);
      let isOpen = false;
      return open(url, {
        cardCache: createCardCache(),
        extendedCard: false,
        // The card is not fetched; unknown keys of its signature are.
        async fetch(input, init) {
          if (isOpen) return send(input, init);
          isOpen = true;
          return new Response(text);
        },
      });
    },
  };
}

/**
 * Checks that the URL in the agent's card is at an origin that the operator has named; a card could
 * name any.
 */
function checkDoor(
  { door }: RemoteAgent,
  { url, trusted }: { readonly url: string; readonly trusted: readonly string[] },
): void {
  const origins = [url, ...trusted].map((href) => new URL(href).origin);
  const origin = parseUrl(door.url)?.origin ?? door.url;
  if (origins.includes(origin)) return;
  throw new ConnectError(
    `Cannot use the agent because its door must be at ${origins.join(' or ')}: current value is ${origin}. Add it to trustedOrigins if you trust it.`,
  );
}
