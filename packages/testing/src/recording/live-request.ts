import { type FetchInput, type RecordedRequest, toBody } from './recorded-exchange.ts';

/** A request that the code under test sends. */
export interface LiveRequest {
  /** The request as a recording would have it, before ids and secrets are replaced. */
  readonly recorded: RecordedRequest;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  readonly redirect: Request['redirect'];
  readonly signal: AbortSignal | undefined;
}

/** Reads the arguments of `fetch`. */
export async function readRequest(
  input: FetchInput,
  init: RequestInit | undefined,
): Promise<LiveRequest> {
  const request = new Request(input, init);
  const { method, url, headers, redirect } = request;
  // The signal of the new request follows this one only as long as nothing collects it.
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
  signal?.throwIfAborted();
  const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const body = bytes === undefined ? {} : toBody(bytes, headers.get('content-type') ?? '');
  return { recorded: { method, url, ...body }, headers, bytes, redirect, signal };
}
