import { pipeline } from 'node:stream/promises';
import express, { type Request, type Response } from 'express';
import { listen } from '../support/stock-agents.ts';

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
  const app = express();
  let url = '';

  async function serveCard(_: Request, response: Response): Promise<void> {
    const original = await fetch(`${good}/.well-known/agent-card.json`, {
      headers: { 'a2a-version': '1.0' },
    });
    const card = (await original.json()) as Loose;
    card.supportedInterfaces = (fault.doors ?? ['rpc']).map((door) => {
      const { path, ...rest } = DOORS[door];
      return { url: `${url}${path}`, ...rest };
    });
    fault.card?.(card);
    const headers = new Headers({ 'cache-control': 'max-age=60', etag: '"1"' });
    fault.cardHeaders?.(headers);
    response.setHeaders(headers).type('json').end(JSON.stringify(card));
  }

  async function pass(request: Request, response: Response): Promise<void> {
    const text = String(request.body ?? '');
    const body = parse(text);
    const asked: FaultyRequest = {
      operation:
        request.path === '/a2a' ? String(body?.method) : `${request.method} ${request.path}`,
      headers: Object.fromEntries(
        Object.entries(request.headers)
          .filter(([name]) => /^(?:accept|content-type|a2a-.*|x-a2a-.*)$/u.test(name))
          .map(([name, value]): [string, string] => [name, String(value)]),
      ),
      path: request.originalUrl,
      body,
    };
    const answer = fault.ask?.(asked) ?? (await forward(asked, request.method, response));
    if (answer === undefined) return;
    fault.answer?.(answer, asked);
    response.status(answer.status).setHeader('content-type', answer.type);
    for (const name of ['a2a-extensions', 'x-a2a-extensions']) {
      response.setHeader(name, asked.headers[name] ?? '');
    }
    const events = answer.events?.map((event) => `data: ${JSON.stringify(event)}\n\n`);
    response.end(events?.join('') ?? JSON.stringify(answer.body));
  }

  /** Asks the agent; `undefined` for a subscription, which is passed on as it comes. */
  // oxlint-disable-next-line max-params -- a proxy has both ends of an exchange
  async function forward(
    asked: FaultyRequest,
    method: string,
    response: Response,
  ): Promise<FaultyAnswer | undefined> {
    const left = new AbortController();
    response.once('close', () => left.abort());
    const sent = typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body);
    const answer = await fetch(`${good}${asked.path}`, {
      method,
      headers: asked.headers,
      ...(method !== 'GET' && { body: sent }),
      signal: left.signal,
    });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream && /subscribe/iu.test(asked.operation) && answer.body !== null) {
      response.setHeader('content-type', 'text/event-stream');
      await pipeline(answer.body, response).catch(() => undefined);
      return undefined;
    }
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    if (!type.startsWith('text/event-stream')) {
      return { status: answer.status, type, body: parse(text) };
    }
    const lines = text.split('\n').filter((line) => line.startsWith('data: '));
    return { status: answer.status, type, events: lines.map((line) => parse(line.slice(6))) };
  }

  app.get('/.well-known/agent-card.json', (request, response) => void serveCard(request, response));
  app.use(express.text({ type: () => true }), (request, response) => void pass(request, response));
  url = await listen(app);
  return url;
}

function parse(text: string): Loose {
  try {
    return JSON.parse(text) as Loose;
  } catch {
    return text;
  }
}
