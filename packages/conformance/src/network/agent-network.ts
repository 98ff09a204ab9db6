import {
  createCheckedNetwork,
  isAddressRefusal,
  isLoopbackAddress,
  isLoopbackHost,
  isPublicAddress,
  type AddressRule,
} from '@formwork/network';
import { toErrorText } from '@formwork/schema';
import type { ConformanceSettings } from '../conformance-options.ts';

/** A request to the agent. */
export interface AgentRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True leaves out the caller's headers. Default false. */
  readonly isAnonymous?: boolean;
}

/** An answer of the agent, or the reason why there is none, in words that follow "came". */
export type AgentAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Headers;
      readonly text: string;
      readonly url: string;
    }
  | { readonly kind: 'none'; readonly reason: string; readonly isTimeout: boolean };

/** Called with every piece of a body; returns true once it needs no more. */
type OnPiece = (text: string) => boolean;

/**
 * Sends requests to the agent, within the limits of the settings, and only to addresses that an
 * agent may name.
 */
export interface AgentNetwork {
  request(url: string, request: AgentRequest): Promise<AgentAnswer>;
  /**
   * Sends a request and passes the body on as it comes, until it ends, `onPiece` returns true or the
   * time is up; `text` is then empty. `isOver` is true if the agent ended the body.
   */
  stream(
    url: string,
    request: AgentRequest,
    onPiece: (answer: { readonly status: number; readonly headers: Headers }) => OnPiece,
  ): Promise<{ readonly answer: AgentAnswer; readonly isOver: boolean }>;
  /** A `fetch` without the caller's headers, for what others read. */
  readonly fetch: typeof fetch;
  /** The rule for addresses that the host of a URL may lead to. */
  findRule(url: URL): AddressRule;
  /** True if the caller's headers may be sent to an origin. */
  isKnown(origin: string): boolean;
  close(): Promise<void>;
}

/**
 * Makes the network for one agent. Its card comes from outside, so its doors may lead only to
 * the host of the URL, to trusted origins and to public addresses; an agent on this machine may also
 * name others on this machine.
 */
export function createAgentNetwork(
  start: URL,
  {
    settings,
    signal,
  }: {
    readonly settings: ConformanceSettings;
    /** Ends all requests. */
    readonly signal: AbortSignal;
  },
): AgentNetwork {
  const { headers, trustedOrigins, timeoutMs, maxBytes } = settings;
  const network = createCheckedNetwork({ silenceMs: timeoutMs });
  const isLocal = isLoopbackHost(start.hostname);
  const findRule = (url: URL): AddressRule => {
    if (url.hostname === start.hostname || trustedOrigins.includes(url.origin)) return isAny;
    return isLocal ? isPublicOrLocal : isPublicAddress;
  };
  const isKnown = (origin: string): boolean =>
    origin === start.origin || trustedOrigins.includes(origin);
  const fetchChecked = network.createFetch((url) => ({ url: url.href, isAllowed: findRule(url) }));

  function send(url: string, request: AgentRequest, end: AbortSignal): Promise<Response> {
    const isCaller = request.isAnonymous !== true && isKnown(new URL(url).origin);
    return fetchChecked(url, {
      method: request.method,
      headers: { ...request.headers, ...(isCaller && headers) },
      ...(request.body !== undefined && { body: request.body }),
      redirect: 'manual',
      signal: end,
    });
  }

  async function stream(
    url: string,
    request: AgentRequest,
    onPiece: (answer: { readonly status: number; readonly headers: Headers }) => OnPiece,
  ): Promise<{ readonly answer: AgentAnswer; readonly isOver: boolean }> {
    const end = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const begun: { answer?: AgentAnswer } = {};
    try {
      const response = await send(url, request, end);
      const { status, headers: received } = response;
      begun.answer = { kind: 'answer', status, headers: received, text: '', url };
      const isOver = await readBytes(response, { maxBytes, onPiece: onPiece(response) });
      return { answer: begun.answer, isOver };
    } catch (error) {
      signal.throwIfAborted();
      const failure = toNone(error, { url, timeoutMs, maxBytes });
      // A stream that begins and does not end is an answer; what is missing is its end.
      const isOpen = begun.answer !== undefined && failure.isTimeout;
      return { answer: isOpen ? (begun.answer ?? failure) : failure, isOver: false };
    }
  }

  return {
    stream,
    fetch: fetchChecked,
    findRule,
    isKnown,
    close: () => network.close(),
    async request(url, request) {
      const pieces: string[] = [];
      const { answer, isOver } = await stream(url, request, () => (piece) => {
        pieces.push(piece);
        return false;
      });
      if (answer.kind === 'none') return answer;
      if (isOver) return { ...answer, text: pieces.join('') };
      return {
        kind: 'none',
        isTimeout: true,
        reason: `the beginning of an answer, HTTP ${answer.status}, that did not end within ${timeoutMs} ms`,
      };
    },
  };
}

const isAny: AddressRule = () => true;
const isPublicOrLocal: AddressRule = (address) =>
  isPublicAddress(address) || isLoopbackAddress(address);

function toNone(
  error: unknown,
  {
    url,
    timeoutMs,
    maxBytes,
  }: {
    readonly url: string;
    readonly timeoutMs: number;
    readonly maxBytes: number;
  },
): Extract<AgentAnswer, { kind: 'none' }> {
  const none = (reason: string, isTimeout = false) =>
    ({ kind: 'none', reason, isTimeout }) as const;
  if (isDeadline(error)) return none(`no answer within ${timeoutMs} ms`, true);
  if (error instanceof TooLarge) return none(`an answer of more than ${maxBytes} bytes`);
  if (isAddressRefusal(error)) {
    return none(
      `no request, because ${new URL(url).host} leads into a private network or to this machine, and the agent does not`,
    );
  }
  return none(`no answer: ${describe(error)}`);
}

/** Describes an error of the network in one line. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  const [text = ''] = (cause instanceof Error ? cause.message : toErrorText(cause)).split('\n');
  return typeof code === 'string' && !text.includes(code) ? `${text} (${code})` : text;
}

/** Thrown when an answer is larger than its limit. It never leaves this package. */
class TooLarge extends Error {}

/**
 * Reads a body piece by piece; returns true if it came to its end.
 *
 * @throws TooLarge once there are more bytes than allowed
 */
async function readBytes(
  { body }: Response,
  {
    maxBytes,
    onPiece,
  }: {
    readonly maxBytes: number;
    /** Called with every piece of text; returns true once it needs no more. */
    readonly onPiece: (text: string) => boolean;
  },
): Promise<boolean> {
  if (body === null) return true;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let count = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        onPiece(decoder.decode());
        return true;
      }
      const bytes = value as Uint8Array;
      count += bytes.byteLength;
      if (count > maxBytes) throw new TooLarge();
      if (onPiece(decoder.decode(bytes, { stream: true }))) return false;
    }
  } finally {
    // The connection is given up where the body has not been read to its end.
    void reader.cancel().catch(() => {});
  }
}

/** True for the error of a request whose time was up. */
function isDeadline(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOwn = error.name === 'TimeoutError' || /timeout/iu.test(error.name);
  return isOwn || isDeadline(error.cause);
}
