import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { request as send } from 'undici';
import { onTestFinished } from '../support/test-end.ts';

/** JSON that a fault may change in place. */
// oxlint-disable-next-line typescript/no-explicit-any -- faults change JSON of every shape
export type Loose = any;

/** A request on its way to the agent. */
export interface FaultyRequest {
  /** The method of JSON-RPC, or the HTTP method and path of REST. */
  readonly operation: string;
  readonly headers: Record<string, string>;
  path: string;
  /** The body as JSON; a text if it is none. */
  body: Loose;
}

/** An answer on its way back. */
export interface FaultyAnswer {
  status: number;
  type: string;
  /** The body as JSON; absent for a stream. */
  body?: Loose;
  /** The data of the events of a stream. */
  events?: Loose[];
}

/** A fault that is put in front of a good agent. */
export interface PlantedFault {
  readonly name: string;
  /** The rules that must find it, and no others. */
  readonly rules: readonly string[];
  /** The doors that the card lists. Default: JSON-RPC 1.0 alone. */
  readonly doors?: readonly ('rpc' | 'legacy' | 'rest')[];
  /** True plants the fault without any other. Default false. */
  readonly isAlone?: boolean;
  /** The longest time of a request, in milliseconds. Default 20,000. */
  readonly limitMs?: number;
  /** True also calls the skill that asks a question. Default false. */
  readonly asks?: boolean;
  /** True calls skills although only the card has a fault. Default false. */
  readonly calls?: boolean;
  /** Changes the card. */
  readonly card?: (card: Loose) => void;
  /** Changes a request, or answers it instead of the agent. */
  readonly ask?: (request: FaultyRequest) => FaultyAnswer | void;
  /** Changes an answer. */
  readonly answer?: (answer: FaultyAnswer, request: FaultyRequest) => void;
  /** Changes the headers of the card. */
  readonly cardHeaders?: (headers: Headers) => void;
}

const DOORS = {
  rpc: { path: '/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  legacy: { path: '/a2a', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
  rest: { path: '/a2a/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
} as const;

/** Serves a good agent with one fault in front of it, and returns its URL. */
export async function startFaultyAgent(good: string, fault: PlantedFault): Promise<string> {
  const server = createServer((request, response) => {
    const work = request.url === CARD ? serveCard(response) : pass(request, response);
    work.catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serveCard(response: ServerResponse): Promise<void> {
    const { body } = await send(good + CARD, { headers: { 'a2a-version': '1.0' } });
    const card = (await body.json()) as Loose;
    card.supportedInterfaces = (fault.doors ?? ['rpc']).map((door) => {
      const { path, ...rest } = DOORS[door];
      return { url: `${url}${path}`, ...rest };
    });
    fault.card?.(card);
    const headers = new Headers({
      'content-type': 'application/json',
      'cache-control': 'max-age=60',
      etag: '"1"',
    });
    fault.cardHeaders?.(headers);
    response.setHeaders(headers).end(JSON.stringify(card));
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    const body = parse(await text(request));
    const asked: FaultyRequest = {
      operation: path === '/a2a' ? String(body?.method) : `${method} ${path.split('?')[0]}`,
      headers: Object.fromEntries(
        Object.entries(request.headers)
          .filter(([name]) => /^(?:accept|content-type|a2a-.*|x-a2a-.*)$/u.test(name))
          .map(([name, value]): [string, string] => [name, String(value)]),
      ),
      path,
      body,
    };
    const isRead = method === 'GET';
    const answer = fault.ask?.(asked) ?? (await forward(asked, { isRead, response }));
    if (answer === undefined) return;
    fault.answer?.(answer, asked);
    response.statusCode = answer.status;
    response.setHeader('content-type', answer.type);
    for (const name of ['a2a-extensions', 'x-a2a-extensions']) {
      response.setHeader(name, asked.headers[name] ?? '');
    }
    const events = answer.events?.map((event) => `data: ${JSON.stringify(event)}\n\n`);
    response.end(events?.join('') ?? JSON.stringify(answer.body));
  }

  /** Asks the agent; `undefined` for a subscription, which is passed on as it comes. */
  async function forward(
    asked: FaultyRequest,
    { isRead, response }: { readonly isRead: boolean; readonly response: ServerResponse },
  ): Promise<FaultyAnswer | undefined> {
    const left = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) left.abort();
    });
    const { path, headers, body: sent, operation } = asked;
    const {
      statusCode,
      headers: received,
      body,
    } = await send(good + path, {
      method: isRead ? 'GET' : 'POST',
      headers,
      ...(!isRead && { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
      signal: left.signal,
    });
    const type = String(received['content-type']);
    const isStream = type.startsWith('text/event-stream');
    if (isStream && /subscribe/iu.test(operation)) {
      response.setHeader('content-type', type);
      await pipeline(body, response).catch(() => undefined);
      return undefined;
    }
    const whole = await body.text();
    if (!isStream) return { status: statusCode, type, body: parse(whole) };
    const lines = whole.split('\n').filter((line) => line.startsWith('data: '));
    return { status: statusCode, type, events: lines.map((line) => parse(line.slice(6))) };
  }

  return url;
}

const CARD = '/.well-known/agent-card.json';

function parse(json: string): Loose {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
