import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './read-body.ts';
import { sendWebResponse } from './send-web-response.ts';
import { toFailure } from './to-failure.ts';
import { toWebRequest } from './to-web-request.ts';

/** Options of {@link serveRequest}. */
export interface ServeOptions {
  /** Largest body, in bytes. */
  readonly maxBodyBytes: number;
  /** Answers a request. A body that is JSON comes parsed, and the request then has none. */
  readonly answer: (request: Request, parsedBody: unknown) => Promise<Response>;
}

/**
 * Hands a request of Node to what answers those of the web, and writes the answer. The body is read
 * and parsed once: the SDK's own adapter makes a stream of it, which is cloned and read twice.
 */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBodyBytes, answer }: ServeOptions,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  async function toAnswer(): Promise<Response> {
    const { signal } = gone;
    if (request.method !== 'POST') return answer(toWebRequest(request, { signal }), undefined);
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) {
      const message = `Payload Too Large: Request body must not exceed ${maxBodyBytes} bytes`;
      const refused = toFailure(413, { code: -32000, message });
      // The rest of it is not read.
      refused.headers.set('connection', 'close');
      return refused;
    }
    const parsed = parse(body);
    // The SDK says what is wrong with what is no JSON.
    const asked = toWebRequest(request, parsed === undefined ? { signal, body } : { signal });
    return answer(asked, parsed);
  }
  await sendWebResponse(await toAnswer().catch(toInternalError), response);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Says nothing of what went wrong in here. */
function toInternalError(): Response {
  return toFailure(500, { code: -32603, message: 'Internal server error' });
}
