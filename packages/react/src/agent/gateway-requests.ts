import type { AgentDescription, AgentSource, SourceOptions } from '@formwork/client';
import { GatewayError, type GatewayErrorData } from './gateway-error.ts';

/** Options of {@link createGatewaySource}. */
export interface GatewaySourceOptions {
  /**
   * HTTP headers with the credentials for the agent. They go to the server with each call, and from
   * there to that agent alone. Default: none.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The function that sends requests to the server. Default: `fetch` of the page. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The paths of the gateway. */
export type GatewayPath = 'describe' | 'send' | 'watch' | 'cancel';

/** The requests of a page to its gateway about one agent. */
export interface GatewayRequests extends Pick<AgentSource, 'describe'> {
  /** Posts JSON to the gateway. @throws GatewayError for another status than 200 */
  readonly post: (path: GatewayPath, fields: object, options: SourceOptions) => Promise<Response>;
}

/**
 * Makes the requests of a page to its gateway. A page needs only these to show an agent; what reads
 * streams comes later.
 */
export function createGatewayRequests(
  base: string,
  agent: string,
  { headers = {}, fetch = globalThis.fetch }: GatewaySourceOptions = {},
): GatewayRequests {
  async function post(
    path: GatewayPath,
    fields: object,
    { signal }: SourceOptions,
  ): Promise<Response> {
    const response = await fetch(`${base.replace(/\/$/u, '')}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(Object.keys(headers).length > 0 && {
          'x-formwork-agent-headers': toAscii(JSON.stringify(headers)),
        }),
      },
      body: JSON.stringify({ agent, ...fields }),
      cache: 'no-store',
      redirect: 'manual',
      ...(signal && { signal }),
    });
    if (!response.ok) throw new GatewayError(await readFault(response));
    return response;
  }

  return {
    post,
    async describe(options = {}) {
      try {
        return await limitWait(options, async (signal) => {
          const response = await post('describe', {}, { signal });
          return (await response.json()) as AgentDescription;
        });
      } catch (error) {
        if (error instanceof GatewayError) throw error;
        throw new GatewayError(toGatewayFault(error, options.signal), { cause: error });
      }
    },
  };
}

/**
 * Escapes the characters of a JSON text that are not ASCII, because browsers refuse them in the
 * value of a header.
 */
export function toAscii(json: string): string {
  return json.replaceAll(
    /[^ -~]/g,
    (text) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

async function readFault(response: Response): Promise<GatewayErrorData> {
  const answer: unknown = await response.json().catch(() => undefined);
  const error: unknown =
    typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
  // A proxy in front of the server may respond with another body.
  if (isFault(error)) return error;
  // Browsers hide the status of a redirect.
  const { status } = response;
  return toFault(`has answered with ${status < 400 ? 'a redirect' : `HTTP ${status}`}`);
}

function isFault(value: unknown): value is GatewayErrorData {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['code', 'reason', 'message'].every((name) => typeof Reflect.get(value, name) === 'string')
  );
}

/** Makes the fault of a server that does not answer as it must. */
export function toFault(what: string): GatewayErrorData {
  return {
    code: 'REQUEST_FAILED',
    reason: 'NETWORK',
    message: `The server of this page ${what}.`,
  };
}

/** Makes the fault of whatever a request was ended by. */
export function toGatewayFault(thrown: unknown, signal: AbortSignal | undefined): GatewayErrorData {
  if (signal?.aborted === true) {
    return { code: 'ABORTED', reason: '', message: 'The call was ended here; its task goes on.' };
  }
  if (!(thrown instanceof GatewayError)) return toFault('cannot be reached');
  const { code, reason, message, retryAfterMs } = thrown;
  return { code, reason, message, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** The longest wait for the beginning of an answer, in milliseconds; uploads may take a while. */
const PATIENCE = 300_000;

/**
 * Runs a request with a signal that also aborts if its answer does not begin for long, because a
 * connection may break without a word.
 */
export async function limitWait<T>(
  {
    signal,
    limitMs = PATIENCE,
  }: {
    readonly signal?: AbortSignal | undefined;
    /** The longest wait in milliseconds. Default 300,000. */
    readonly limitMs?: number;
  },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    return await run(AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]));
  } finally {
    clearTimeout(timer);
  }
}
