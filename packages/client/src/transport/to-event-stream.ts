import { isRecord } from '@formwork/core';

/**
 * An answer in JSON to a request for a stream, as a stream of one event: some agents say that they
 * stream and then answer at once, and what they answer is the same. `undefined` for what is no such
 * answer, errors included: the transports read these themselves.
 */
export async function toEventStream(response: Response): Promise<Response | undefined> {
  const copy = response.clone();
  let value: unknown;
  try {
    value = await copy.json();
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value['error'] !== undefined) return undefined;
  await response.body?.cancel();
  const { status, statusText } = response;
  // Written anew: an event has one line.
  return new Response(`data: ${JSON.stringify(value)}\n\n`, {
    status,
    statusText,
    headers: { 'content-type': 'text/event-stream' },
  });
}

/** True for an answer in JSON where a stream was asked for. */
export function isPlainAnswer(response: Response, { headers }: RequestInit): boolean {
  if (readAccept(headers) !== 'text/event-stream') return false;
  const type = response.headers.get('content-type') ?? '';
  return /^application\/(?:[\w.+-]+\+)?json\b/iu.test(type);
}

/** Headers are made of nothing here: this is asked of every answer. */
function readAccept(headers: RequestInit['headers']): string | undefined {
  if (headers instanceof Headers) return headers.get('accept') ?? undefined;
  // The transports of the SDK write it so.
  return isRecord(headers) ? String(headers['Accept']) : undefined;
}
