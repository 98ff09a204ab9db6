import type { IncomingHttpHeaders } from 'node:http';

/**
 * The head of a request: the parts of an `IncomingMessage` of Node, which is one, by which callers
 * are identified and requests are refused. Not every program that serves HTTP has a whole one.
 */
export interface RequestHead {
  /** The HTTP method, in upper case. */
  readonly method?: string | undefined;
  /** The target of the request, such as `/a2a?x=1`. */
  readonly url?: string | undefined;
  /** The headers by their names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The names and values of the headers in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly socket: RequestSocket;
}

/** The connection of a request; over TLS also a `TLSSocket` of Node. */
export interface RequestSocket {
  /** The IP address of the caller, or of a proxy; `undefined` if it is not known. */
  readonly remoteAddress?: string | undefined;
  /** The IP address at which the caller has reached this machine. */
  readonly localAddress?: string | undefined;
  /** True over TLS. */
  readonly encrypted?: boolean | undefined;
}
