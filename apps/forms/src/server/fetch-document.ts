import { RequestError } from '@formwork/client';
import { type CheckedNetwork, readBounded } from '@formwork/network';
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
    const bytes = await readBounded(response.body, maxBytes);
    if (bytes === undefined) {
      throw createError(url, `it must have at most ${maxBytes} bytes: it has more`);
    }
    return bytes;
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const reason = limit.aborted
      ? `it must be there within ${timeoutMs} ms: current outcome is none`
      : 'it must arrive whole: the connection failed';
    throw createError(url, reason, { cause: error });
  }
}

function createError(url: string, reason: string, options: ErrorOptions = {}): RequestError {
  return new RequestError(`Cannot fetch the document at ${url} because ${reason}`, {
    reason: 'NETWORK',
    ...options,
  });
}
