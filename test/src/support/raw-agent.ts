import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from './test-end.ts';

/** Serves HTTP requests on a free port until the test ends, and returns the URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A JSON-RPC request that a test answers by hand. */
export interface RawCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: { readonly id?: string; readonly message?: { readonly taskId?: string } };
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Answers the request with a JSON-RPC result. */
  readonly reply: (result: unknown) => void;
  /**
   * Answers the request with an event stream of JSON-RPC results; the stream ends after them unless
   * `open` is true.
   */
  readonly stream: (results: readonly unknown[], options?: { readonly open?: boolean }) => void;
}

/**
 * Serves an agent of A2A 1.0 over JSON-RPC whose every request the test answers by hand. `fields`
 * replace fields of its card. Returns its URL.
 */
export async function startRawAgent(
  answer: (call: RawCall) => void,
  fields: object = {},
): Promise<string> {
  const url = await listen((request, response) => {
    void answerWith(answer, { request, response, card: () => toCard(url, fields) });
  });
  return url;
}

interface RawContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly card: () => object;
}

async function answerWith(
  answer: (call: RawCall) => void,
  { request, response, card }: RawContext,
): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(card()));
    return;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const call = JSON.parse(Buffer.concat(chunks).toString()) as Pick<
    RawCall,
    'id' | 'method' | 'params'
  >;
  const toText = (result: unknown): string =>
    JSON.stringify({ jsonrpc: '2.0', id: call.id, result });
  answer({
    ...call,
    request,
    response,
    reply: (result) => {
      response.setHeader('content-type', 'application/json');
      response.end(toText(result));
    },
    stream: (results, { open = false } = {}) => {
      response.setHeader('content-type', 'text/event-stream');
      for (const result of results) response.write(`data: ${toText(result)}\n\n`);
      if (open) response.flushHeaders();
      else response.end();
    },
  });
}

function toCard(url: string, fields: object): object {
  return {
    name: 'Raw',
    description: 'x',
    version: '1',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'echo', name: 'Echo', description: 'x', tags: [] }],
    ...fields,
  };
}

/** Makes a task of A2A 1.0 as JSON, with one artifact if `text` is not empty. */
export function toTask(id: string, state: unknown, text = ''): object {
  return {
    id,
    contextId: 'c',
    status: state === undefined ? undefined : { state },
    artifacts: text === '' ? [] : [{ artifactId: 'a', parts: [{ text }] }],
  };
}
