import {
  AddressRefusedError,
  createCheckedLookup,
  isPublicAddress,
  type LookupAll,
} from '@formwork/network';
import type { Agent as HttpAgent, AgentOptions, ClientRequest, RequestOptions } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { explainFailure, Posting, type PostOutcome } from './posting.ts';

// Importing this module would load all of its parts, of which the WebSocket client takes longest.
// Its functions are read for every request, because monitoring tools replace them.
const nodeHttp = process.getBuiltinModule('node:http');

/** A POST request to a receiver of push notifications. */
interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly signal: AbortSignal;
}

/** Options of {@link RequestSender}. */
export interface RequestSenderOptions {
  readonly allowPrivateAddresses: boolean;
  /**
   * The time limit of a request, from the look-up of the host name to the end of the answer, in
   * milliseconds.
   */
  readonly timeoutMs: number;
  /**
   * Resolves the host names of receivers, unless private addresses are allowed. A function of your
   * own also replaces the check of addresses, so it MUST refuse private ones. Default: the resolver
   * of the system, with that check.
   */
  readonly lookup?: LookupFunction;
  /** The time after which an idle connection is closed, in milliseconds. Default 4,000. */
  readonly idleMs?: number;
}

/**
 * The time after which an idle connection is closed, and how many are kept for a host. Callers choose
 * receivers, so each of many hosts could otherwise keep connections open for ever, until no more can
 * be opened.
 */
const [IDLE_MS, MAX_IDLE] = [4_000, 16];

/**
 * Sends requests to receivers of push notifications, whose URLs callers chose: it connects only to
 * public addresses, unless private ones are allowed, has a time limit, follows no redirects and
 * reads no long answers.
 */
export class RequestSender {
  readonly #options: RequestSenderOptions;
  readonly #lookup: LookupFunction;
  readonly #agentOptions: AgentOptions;
  readonly #http: HttpAgent;
  #https: HttpsAgent | undefined;

  constructor(options: RequestSenderOptions) {
    const { allowPrivateAddresses, idleMs = IDLE_MS } = options;
    this.#options = options;
    this.#lookup = allowPrivateAddresses
      ? createCheckedLookup(() => true)
      : (options.lookup ?? createPublicLookup());
    // The time limit counts for idle connections alone: a request has its own.
    this.#agentOptions = { keepAlive: true, timeout: idleMs, maxFreeSockets: MAX_IDLE };
    this.#http = new nodeHttp.Agent(this.#agentOptions);
  }

  /** Sends a request to a receiver. Never rejects. */
  async post(request: PostRequest): Promise<PostOutcome> {
    try {
      return await this.#send(request);
    } catch (error) {
      return { kind: 'refused', reason: explainFailure(error).reason };
    }
  }

  /** Closes idle connections to receivers. */
  close(): void {
    this.#http.destroy();
    this.#https?.destroy();
  }

  /**
   * Sends a request to a receiver, and resolves with the outcome. Throws if the request cannot be
   * made, such as for an address that is not allowed.
   */
  #send({ url, headers, body, signal }: PostRequest): Promise<PostOutcome> {
    const { allowPrivateAddresses, timeoutMs } = this.#options;
    const target = new URL(url);
    const refused = allowPrivateAddresses ? undefined : findRefusedAddress(target);
    if (refused !== undefined) throw new AddressRefusedError(refused);
    const request = this.#begin(target, { method: 'POST', headers, lookup: this.#lookup });
    return new Posting(request, { signal, timeoutMs }).send(body);
  }

  /** Opens a request to a receiver; the module for TLS is loaded with the first https URL. */
  #begin(target: URL, settings: RequestOptions): ClientRequest {
    if (target.protocol !== 'https:') {
      return nodeHttp.request(target, { ...settings, agent: this.#http });
    }
    const nodeHttps = process.getBuiltinModule('node:https');
    this.#https ??= new nodeHttps.Agent(this.#agentOptions);
    return nodeHttps.request(target, { ...settings, agent: this.#https });
  }
}

/**
 * Returns the host of a URL if it is an IP address that is not public. No host name is looked up
 * for it, so the lookup cannot refuse it.
 */
export function findRefusedAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[|\]$/gu, '');
  return isIP(address) !== 0 && !isPublicAddress(address) ? address : undefined;
}

/**
 * Makes a lookup of host names that returns public addresses only; for others it fails with
 * `AddressRefusedError`.
 */
export function createPublicLookup(lookupAll?: LookupAll): LookupFunction {
  return createCheckedLookup(isPublicAddress, lookupAll);
}
