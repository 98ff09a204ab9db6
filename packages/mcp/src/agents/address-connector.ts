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
import type { AgentConnector, ConnectedAgent, ConnectorOptions } from './agent-connector.ts';
import { AddressFetch, CardFetch, CardNote } from './card-fetch.ts';
import { createAgentFetch } from './create-agent-fetch.ts';

/**
 * The connector of an agent that is found at its address. Faulty settings are reported when the
 * agent is looked for.
 */
export class AddressConnector implements AgentConnector {
  readonly isLocal = false;
  readonly #settings: AgentSettings;
  readonly #options: ConnectorOptions;
  readonly #headers: ConnectOptions['headers'];
  readonly #cards: CardCache;
  readonly #fetches = new AddressFetch();

  constructor(settings: AgentSettings, options: ConnectorOptions) {
    this.#settings = settings;
    this.#options = options;
    this.#headers = options.secrets.watch(settings.connect?.headers);
    this.#cards = settings.connect?.cardCache ?? createCardCache();
  }

  url(): string {
    const { url = '' } = this.#settings;
    return typeof url === 'function' ? url() : url;
  }

  async find(): Promise<ConnectedAgent> {
    const url = this.url();
    const cardCache = new CardNote(this.#cards);
    const retry = { attempts: 2, ...this.#settings.connect?.retry };
    const agent = await this.#open(url, { cardCache, retry, fetch: this.#toFetch(url) });
    return { agent, url, text: cardCache.text };
  }

  async recall(text: string): Promise<RemoteAgent> {
    const url = this.url();
    // The card is not fetched; unknown keys of its signature are.
    const { fetch } = new CardFetch(text, this.#toFetch(url));
    return this.#open(url, { cardCache: createCardCache(), extendedCard: false, fetch });
  }

  #toFetch(url: string): typeof fetch {
    // `connect` reports a faulty address itself, before it sends anything.
    if (!URL.canParse(url)) return fetch;
    const { origin } = new URL(url);
    return this.#fetches.get(origin, () => {
      const { connect: { trustedOrigins = [], fetch: send } = {}, addresses } = this.#settings;
      const trusted = trustedOrigins.map((href) => new URL(href).origin);
      const isNamed = addresses !== 'public';
      return createAgentFetch({
        network: this.#options.network,
        named: isNamed ? [origin, ...trusted] : trusted,
        listed: isNamed ? undefined : origin,
        send,
      });
    });
  }

  async #open(url: string, options: ConnectOptions): Promise<RemoteAgent> {
    const agent = await connect(url, {
      cardTimeoutMs: this.#options.cardTimeoutMs,
      transports: ['JSONRPC', 'HTTP+JSON'],
      ...this.#settings.connect,
      ...(this.#headers !== undefined && { headers: this.#headers }),
      ...options,
    });
    checkDoor(agent, { url, trusted: this.#settings.connect?.trustedOrigins ?? [] });
    return agent;
  }
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
