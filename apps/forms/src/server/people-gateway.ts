import type { AgentDescription } from '@formwork/client';
import type { CheckedNetwork } from '@formwork/network';
import { isFormworkError } from '@formwork/schema';
import { isRecord, previewJson } from '@formwork/schema/json';
import type { AgentHeaders } from './agents/agent-connections.ts';
import type { AllowedAgent } from './agents/agent-directory.ts';
import { createAgentFetch } from './agents/create-agent-fetch.ts';
import { RefusedError } from './errors/refused-error.ts';
import type { PageExchange } from './page-exchange.ts';

/** A request of a page to the people door of an agent. */
export interface PeopleRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The path below the people door, with its query, such as `/tasks?state=failed`. */
  readonly path: string;
  /** The body, as JSON; `undefined` for none. */
  readonly body: unknown;
  /** The entity tags of what the page has already. */
  readonly condition: string | undefined;
  /** The token of the link that the person has opened. */
  readonly token: string | undefined;
}

/** The agent whose people door is asked, with the credentials of the person. */
export interface PeopleTarget {
  readonly agent: AllowedAgent;
  readonly headers: AgentHeaders;
  readonly description: Pick<AgentDescription, 'peopleUrl'>;
}

/** Options of {@link passToPeopleDoor}. */
export interface PassOptions {
  readonly network: CheckedNetwork;
  /** The most bytes of an answer that are passed on; a longer one breaks off. */
  readonly maxBytes: number;
  /** The longest time until the answer begins, in milliseconds. */
  readonly timeoutMs: number;
  /** The signal that aborts when the page no longer waits. */
  readonly signal: AbortSignal;
}

/** The header with the token of a link, as the people door reads it. */
const LINK_TOKEN_HEADER = 'formwork-token';

const METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** The types of answers that are passed on: no other may reach the origin of the page. */
const MEDIA_TYPES = ['application/json', 'text/csv'];

const MAX_PATH = 8_000;

/** Matches a path with its query in characters that need no escape, and with right escapes. */
const PATH =
  /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+)+(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/iu;

/**
 * Reads a request of a page; its headers have the condition and the token.
 *
 * @throws RefusedError for one that is no request to a people door
 */
export function readPeopleRequest(
  fields: Readonly<Record<string, unknown>>,
  readHeader: (name: string) => string | undefined,
): PeopleRequest {
  const { path, body } = fields;
  const method = METHODS.find((name) => name === fields['method']);
  if (method === undefined) {
    throw refuse('method', `one of ${METHODS.join(', ')}`, fields['method']);
  }
  if (typeof path !== 'string' || path.length > MAX_PATH || !PATH.test(path)) {
    throw refuse('path', 'a path such as "/tasks?state=failed"', path);
  }
  if (body !== undefined && !isRecord(body)) throw refuse('body', 'an object', body);
  const [condition, token] = [readHeader('if-none-match'), readHeader(LINK_TOKEN_HEADER)];
  return { method, path, body, condition, token };
}

/**
 * Passes a request of a page on to the people door of an agent, with the credentials of the person,
 * and the answer back to the page.
 *
 * @throws RefusedError if the agent has no people door, or it cannot be reached
 */
export async function passToPeopleDoor(
  exchange: PageExchange,
  { agent, headers, description }: PeopleTarget,
  { request, ...options }: PassOptions & { readonly request: PeopleRequest },
): Promise<void> {
  const { peopleUrl } = description;
  if (peopleUrl === undefined) {
    throw new RefusedError('PEOPLE', 'Cannot ask the people door because the agent has none.', {
      status: 404,
    });
  }
  const answer = await ask(toAddress(peopleUrl, request.path), {
    agent,
    headers,
    request,
    options,
  });
  const type = (answer.headers.get('content-type') ?? '').replace(/;.*/su, '').trim();
  const isEmpty = answer.status === 204 || answer.status === 304;
  if (!isEmpty && !MEDIA_TYPES.includes(type.toLowerCase())) {
    await answer.body?.cancel();
    throw createReachError(`its answer must be JSON or CSV: current type is ${previewJson(type)}`);
  }
  const { reply } = exchange;
  reply.statusCode = answer.status;
  const tag = answer.headers.get('etag');
  if (tag !== null) reply.setHeader('ETag', tag);
  const wait = answer.headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/u.test(wait)) reply.setHeader('Retry-After', wait);
  if (isEmpty) {
    reply.end();
    return;
  }
  // No page may show it as anything else, because the agent may have written anything.
  reply.setHeader('Content-Type', `${type.toLowerCase()}; charset=utf-8`);
  reply.setHeader('Content-Disposition', 'attachment');
  await pipe(answer, exchange, options);
}

/** Returns the address of a request. @throws RefusedError for a path that leads out of the door */
function toAddress(door: string, path: string): string {
  const base = door.replace(/(?<!\/)\/+$/u, '');
  const { href } = new URL(`${base}${path}`);
  if (href.startsWith(`${new URL(base).href}/`)) return href;
  throw refuse('path', 'one below the people door', path);
}

async function ask(
  address: string,
  {
    agent,
    headers,
    request,
    options,
  }: Pick<PeopleTarget, 'agent' | 'headers'> & {
    readonly request: PeopleRequest;
    readonly options: PassOptions;
  },
): Promise<Response> {
  const { network, timeoutMs, signal } = options;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const hasBody = request.body !== undefined;
  try {
    const answer = await createAgentFetch(agent.reach, network)(address, {
      method: request.method,
      headers: {
        ...headers,
        accept: MEDIA_TYPES.join(', '),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(request.condition !== undefined && { 'if-none-match': request.condition }),
        ...(request.token !== undefined && { [LINK_TOKEN_HEADER]: request.token }),
      },
      ...(hasBody && { body: JSON.stringify(request.body) }),
      // A redirect would send the credentials elsewhere.
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit.signal]),
    });
    const isKnown = answer.status === 304 && request.condition !== undefined;
    if (answer.status < 300 || answer.status >= 400 || isKnown) return answer;
    await answer.body?.cancel();
    throw createReachError(`it must answer itself: current status is ${answer.status}`);
  } catch (error) {
    if (isFormworkError(error) || signal.aborted) throw error;
    const reason = limit.signal.aborted
      ? `it must answer within ${timeoutMs} ms: current outcome is none`
      : 'it must answer: the connection failed';
    throw createReachError(reason, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Writes an answer to the page as it comes, at the pace of the page. */
async function pipe(
  { body }: Response,
  exchange: PageExchange,
  { maxBytes, signal }: PassOptions,
): Promise<void> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // The page sees that the answer is not whole, because its connection breaks off.
    if (size > maxBytes) throw createReachError(`its answer must have at most ${maxBytes} bytes`);
    await exchange.write(chunk, signal);
  }
  exchange.reply.end();
}

function refuse(name: string, rule: string, value: unknown): RefusedError {
  return new RefusedError(
    'PEOPLE',
    `Cannot ask the people door because ${name} must be ${rule}: current value is ${previewJson(value)}`,
  );
}

function createReachError(reason: string, options: ErrorOptions = {}): RefusedError {
  return new RefusedError('NETWORK', `Cannot ask the people door because ${reason}`, {
    ...options,
    status: 502,
  });
}
