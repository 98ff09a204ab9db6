import {
  AddressRefusedError,
  createCheckedLookup,
  isPublicAddress,
  type LookupAll,
} from '@formwork/network';
import type { Telemetry } from '@formwork/telemetry';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Delivery } from '../engine/push-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { toAge } from '../telemetry/watch-attempt.ts';

// Importing this module would load all of its parts, of which the WebSocket client takes longest.
// Its functions are read for every request, because monitoring tools replace them.
const nodeHttp = process.getBuiltinModule('node:http');

/** The outcome of one request to a receiver of push notifications. */
export type PostOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter?: string }
  /** The receiver can never be reached, for example because its address is not allowed. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The receiver did not answer. The reason may be logged, because it contains no secrets. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The request was aborted by its signal; the receiver may have received it. */
  | { readonly kind: 'aborted' };

/** A POST request to a receiver of push notifications. */
interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly signal: AbortSignal;
}

/** Sends requests to receivers of push notifications, to allowed addresses only. */
export interface Poster {
  /** Sends a request to a receiver. Never rejects. */
  post(request: PostRequest): Promise<PostOutcome>;
  /** Closes idle connections to receivers. */
  close(): void;
}

/** Options of {@link createPoster}. */
export interface PosterOptions {
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
 * The largest number of bytes of an answer that are read. The content is ignored, but after a short
 * answer the connection can be used again.
 */
const MAX_ANSWER_BYTES = 16_384;

/**
 * Makes a sender of requests to URLs that callers chose: it connects only to public addresses,
 * unless private ones are allowed, has a time limit, follows no redirects and reads no long
 * answers.
 */
export function createPoster(options: PosterOptions): Poster {
  const { allowPrivateAddresses, timeoutMs, idleMs = IDLE_MS } = options;
  const lookup = allowPrivateAddresses
    ? createCheckedLookup(() => true)
    : (options.lookup ?? createPublicLookup());
  // The time limit counts for idle connections alone: a request has its own.
  const keeping = { keepAlive: true, timeout: idleMs, maxFreeSockets: MAX_IDLE };
  const http = new nodeHttp.Agent(keeping);
  let https: HttpsAgent | undefined;

  /** Opens a request to a receiver; the module for TLS is loaded with the first https URL. */
  function begin(target: URL, settings: RequestOptions): ClientRequest {
    if (target.protocol !== 'https:') return nodeHttp.request(target, { ...settings, agent: http });
    const nodeHttps = process.getBuiltinModule('node:https');
    https ??= new nodeHttps.Agent(keeping);
    return nodeHttps.request(target, { ...settings, agent: https });
  }

  /**
   * Sends a request to a receiver, and resolves with the outcome. Throws if the request cannot be
   * made, as for an address that is not allowed.
   */
  function send({ url, headers, body, signal }: PostRequest): Promise<PostOutcome> {
    const target = new URL(url);
    const refused = allowPrivateAddresses ? undefined : findRefusedAddress(target);
    if (refused !== undefined) throw new AddressRefusedError(refused);
    const request = begin(target, {
      method: 'POST',
      headers,
      lookup,
    });
    return new Promise((resolve) => {
      let answer: PostOutcome | undefined;
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        request.destroy();
      }, timeoutMs);
      const abort = (): void => void request.destroy();
      signal.addEventListener('abort', abort, { once: true });

      function finish(error: unknown): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        if (answer !== undefined) resolve(answer);
        else if (signal.aborted) resolve({ kind: 'aborted' });
        else if (isLate) resolve({ kind: 'failed', reason: `No answer within ${timeoutMs} ms` });
        else resolve(explainFailure(error));
      }

      request.on('response', (response) => {
        answer = readResponse(response);
        drain(response);
      });
      request.on('error', finish);
      request.on('close', finish);
      if (signal.aborted) request.destroy();
      request.end(body);
    });
  }

  return {
    async post(request) {
      try {
        return await send(request);
      } catch (error) {
        return { kind: 'refused', reason: explainFailure(error).reason };
      }
    },
    close() {
      http.destroy();
      https?.destroy();
    },
  };
}

/**
 * Returns the host of a URL if it is an IP address that is not public. No host name is looked up
 * for it, so the lookup cannot refuse it.
 */
export function findRefusedAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[|\]$/gu, '');
  return isIP(address) !== 0 && !isPublicAddress(address) ? address : undefined;
}

function readResponse({ statusCode = 0, headers }: IncomingMessage): PostOutcome {
  const retryAfter = headers['retry-after'];
  return {
    kind: 'answered',
    status: statusCode,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

function drain(response: IncomingMessage): void {
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) response.destroy();
  });
  // The status has already arrived, so an error in the body does not change the outcome.
  response.on('error', () => undefined);
}

function explainFailure(error: unknown): Extract<PostOutcome, { readonly reason: string }> {
  if (error instanceof AddressRefusedError) {
    const reason = `Cannot connect to the receiver because its address must be public: current value is ${error.address}`;
    return { kind: 'refused', reason };
  }
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'closed';
  return { kind: 'failed', reason: `Cannot reach the receiver: ${code}` };
}

/**
 * Makes a lookup of host names that returns public addresses only; for others it fails with
 * `AddressRefusedError`.
 */
export function createPublicLookup(lookupAll?: LookupAll): LookupFunction {
  return createCheckedLookup(isPublicAddress, lookupAll);
}

/**
 * Sends a notification in a span below the task's, and passes the trace context to the receiver.
 * The span contains only the host of the URL, because the rest may hold a secret.
 */
export async function tracePost(
  telemetry: Telemetry,
  {
    engine,
    delivery,
    happenedAt,
    post,
  }: {
    readonly engine: Pick<TaskEngine, 'get'>;
    readonly delivery: Delivery;
    /** The time of the event that the notification reports. */
    readonly happenedAt: string;
    /** Sends the notification with trace headers. Never rejects. */
    readonly post: (headers: TraceHeaders) => Promise<PostOutcome>;
  },
): Promise<PostOutcome> {
  const { scope, taskId, config } = delivery;
  // If the task cannot be read, the notification is sent without a link to the task's span.
  const snapshot = await engine.get(scope, taskId).catch(() => undefined);
  const span = telemetry.startSpan('webhook', {
    parent: telemetry.toContext(snapshot?.invocation.trace),
    attributes: {
      'formwork.task.id': taskId,
      'server.address': URL.parse(config.url)?.hostname ?? '',
    },
  });
  const result = await post(telemetry.inject(span.context));
  const outcome = toOutcome(result);
  span.set('formwork.outcome', outcome);
  if (result.kind === 'answered') span.set('http.response.status_code', result.status);
  span.end(outcome === 'delivered' ? undefined : outcome);
  telemetry.record('webhookLag', toAge(happenedAt), { outcome });
  return result;
}

function toOutcome(result: PostOutcome): string {
  if (result.kind !== 'answered') return result.kind;
  return result.status >= 200 && result.status < 300 ? 'delivered' : 'refused-by-receiver';
}

/** The headers that carry the trace context of a notification to its receiver. */
export type TraceHeaders = Readonly<Record<string, string>>;
