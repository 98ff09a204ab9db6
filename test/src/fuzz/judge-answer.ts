import { isRecord } from '@formwork/schema/json';
import type { Sent } from './connections.ts';
import type { DoorRequest } from './door-requests.ts';

/** Texts that show internals of the server in an answer. */
const INTERNALS =
  /Cannot read propert|is not a function|is not iterable|is not defined|TypeError|\bat \S+ \(|node_modules|\.ts:\d/u;

/** Returns the fault of an answer of an HTTP endpoint; `undefined` if there is no fault. */
export function judgeAnswer({ door, method }: DoorRequest, sent: Sent): string | undefined {
  const { status, text, contentType } = sent;
  // 501 means that the feature is switched off, and is fine.
  if (status >= 500 && status !== 501) return 'is a fault of the server';
  if (INTERNALS.test(text)) return 'shows what is inside';
  if (text === '') return isEmptyFine(sent, method) ? undefined : 'is empty';
  if (contentType === '') return 'does not say what it is';
  if (contentType.startsWith('text/event-stream')) return judgeStream(door, text);
  if (!contentType.startsWith('application/json') && !contentType.includes('+json'))
    // A page, a document, or the answer of express to OPTIONS.
    return status < 400 ? undefined : 'is an error that is no JSON';
  const document = parse(text);
  if (document === undefined) return 'is no JSON';
  return judgeDocument(door, { document, status });
}

function isEmptyFine({ status }: Sent, method: string): boolean {
  // Requests that Node's HTTP parser refuses get an answer without a body.
  return (
    method === 'HEAD' ||
    method === 'OPTIONS' ||
    [200, 202, 204, 301, 304, 400, 431].includes(status)
  );
}

interface Told {
  readonly document: unknown;
  readonly status: number;
}

function judgeDocument(door: DoorRequest['door'], told: Told): string | undefined {
  const { document, status } = told;
  if (Array.isArray(document) && ['JSON-RPC 1.0', 'JSON-RPC 0.3', 'MCP'].includes(door)) {
    // Each request of a batch has its answer.
    return document
      .map((answer: unknown) => judgeDocument(door, { document: answer, status }))
      .find((fault) => fault !== undefined);
  }
  if (!isRecord(document)) return 'is no object';
  // At unknown paths the server itself answers, with its own form of error.
  const isOutside = isRecord(document['error']) && document['error']['code'] === status;
  switch (door) {
    case 'JSON-RPC 1.0':
    case 'JSON-RPC 0.3':
    case 'MCP':
      return isOutside || isRpc(document) ? undefined : 'is no answer of JSON-RPC';
    case 'envelopes':
      return isOutside || typeof document['message_type'] === 'string'
        ? undefined
        : 'is no message';
    case 'REST':
      return status < 400 || isOutside ? undefined : 'is no error of REST';
    case 'sessions':
    case 'forms':
    case 'cards':
    case 'anywhere':
      return status < 400 || hasErrorText(document['error'])
        ? undefined
        : 'does not say what is wrong';
  }
}

function hasErrorText(error: unknown): boolean {
  return isRecord(error) && typeof error['message'] === 'string' && error['message'] !== '';
}

function isRpc({ jsonrpc, result, error }: Readonly<Record<string, unknown>>): boolean {
  if (jsonrpc !== '2.0') return false;
  if (error === undefined) return result !== undefined;
  if (!hasErrorText(error)) return false;
  const { code, message } = error as { readonly code: unknown; readonly message: string };
  // The code -32603 means that the fault is the server's own. But the MCP SDK also uses it for
  // parameters that its own schemas refuse, and lists the problems in the message.
  return typeof code === 'number' && (code !== -32_603 || message.startsWith('[\n  {'));
}

function judgeStream(door: DoorRequest['door'], text: string): string | undefined {
  for (const [, data = ''] of text.matchAll(/^data: ?(\S.*)$/gmu)) {
    const document = parse(data);
    if (document === undefined) return 'is a stream of what is no JSON';
    const fault =
      door === 'forms' || door === 'REST'
        ? undefined
        : judgeDocument(door, { document, status: 200 });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
