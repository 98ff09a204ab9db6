import type { IncomingMessage } from 'node:http';

/** Options of {@link toWebRequest}. */
export interface WebRequestOptions {
  /** Aborted when whoever asked has gone. */
  readonly signal: AbortSignal;
  /** Left out if it is handed on already parsed. */
  readonly body?: string | undefined;
}

/**
 * The request as the SDK takes it.
 *
 * @throws TypeError for a method or an address that `Request` does not take.
 */
export function toWebRequest(
  request: IncomingMessage,
  { signal, body }: WebRequestOptions,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  const { method = 'GET', url = '/' } = request;
  return new Request(`http://${request.headers.host ?? 'localhost'}${url}`, {
    method,
    headers,
    signal,
    ...(body !== undefined && { body }),
  });
}
