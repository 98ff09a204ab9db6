import { RequestError } from '@formwork/client';
import type { CheckedNetwork } from '@formwork/network';
import type { AllowedAgent } from './agents/agent-directory.ts';
import { createAgentFetch } from './agents/create-agent-fetch.ts';

/**
 * Fetches the bytes of a document from an address that was allowed before. It sends no credentials
 * and follows no redirects.
 *
 * @throws RequestError
 */
export async function fetchDocument(
  { url, reach }: AllowedAgent,
  {
    network,
    maxBytes,
    timeoutMs,
    signal,
  }: {
    readonly network: CheckedNetwork;
    readonly maxBytes: number;
    readonly timeoutMs: number;
    /** A signal that aborts when the page no longer waits for the document. */
    readonly signal: AbortSignal;
  },
): Promise<Uint8Array> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await createAgentFetch(reach, network)(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw createError(url, `its status must be 200: current value is ${response.status}`);
    }
    return await readBounded(response, { url, maxBytes });
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const reason = limit.aborted
      ? `it must be there within ${timeoutMs} ms: current outcome is none`
      : 'it must arrive whole: the connection failed';
    throw createError(url, reason, { cause: error });
  }
}

async function readBounded(
  { body }: Response,
  { url, maxBytes }: { readonly url: string; readonly maxBytes: number },
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes)
      throw createError(url, `it must have at most ${maxBytes} bytes: it has more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function createError(url: string, reason: string, options: ErrorOptions = {}): RequestError {
  return new RequestError(`Cannot fetch the document at ${url} because ${reason}`, {
    reason: 'NETWORK',
    ...options,
  });
}
