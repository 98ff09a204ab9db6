import { connect, createCardCache, type ConnectOptions, type RemoteAgent } from '@formwork/client';
import { createLocalFetch } from '@formwork/network';
import { LOCAL_AGENT_LIMITS } from '@formwork/schema/internal';
import type { AgentSettings, LocalCard, LocalServer } from '../catalog/agent-settings.ts';
import type { AgentConnector, ConnectedAgent, ConnectorOptions } from './agent-connector.ts';
import { AddressFetch, CardFetch } from './card-fetch.ts';
import { createAgentFetch } from './create-agent-fetch.ts';

/** The longest time that a timer can have, in milliseconds: no limit for work of this process. */
const NO_LIMIT_MS = 2_147_483_647;

/**
 * The connector of an agent that this process serves. Its card comes from the server itself, so
 * that a busy machine cannot make the agent seem away; only calls are requests.
 */
export class LocalConnector implements AgentConnector {
  readonly isLocal = true;
  readonly #server: LocalServer;
  readonly #network: ConnectorOptions['network'];
  readonly #connectOptions: ConnectOptions;
  readonly #fetches = new AddressFetch();
  #address = '';

  constructor(
    server: LocalServer,
    { settings, network, secrets }: ConnectorOptions & { readonly settings: AgentSettings },
  ) {
    this.#server = server;
    this.#network = network;
    const {
      headers,
      cardCache: _cache,
      trust: _trust,
      verifyCard: _verify,
      ...connectOptions
    } = settings.connect ?? {};
    const watched = secrets.watch(headers);
    this.#connectOptions = {
      transports: ['JSONRPC', 'HTTP+JSON'],
      ...LOCAL_AGENT_LIMITS,
      ...connectOptions,
      ...(watched !== undefined && { headers: watched }),
      cardTimeoutMs: NO_LIMIT_MS,
      // The tools are the same for every caller.
      extendedCard: false,
    };
  }

  url(): string {
    return this.#address;
  }

  async find(): Promise<ConnectedAgent> {
    const card = await this.#server.readCard();
    const { url } = card;
    this.#address = url;
    const { fetch } = new CardFetch(card.text, this.#toFetch(card));
    const options = { ...this.#connectOptions, cardCache: createCardCache(), fetch };
    return { agent: await connect(url, options), url, text: undefined };
  }

  recall(): Promise<RemoteAgent> {
    return Promise.reject(new Error('The agent of a server in this process is not stored'));
  }

  /** Returns the `fetch` for calls, which stays the same while both addresses do. */
  #toFetch({ url, localUrl = url }: LocalCard): typeof fetch {
    return this.#fetches.get(`${url} ${localUrl}`, () => {
      const { trustedOrigins = [], fetch: send } = this.#connectOptions;
      const local = localUrl === url ? undefined : createLocalFetch(url, () => localUrl);
      const named = [url, ...trustedOrigins].map((href) => new URL(href).origin);
      return createAgentFetch({ network: this.#network, named, send: send ?? local });
    });
  }
}
