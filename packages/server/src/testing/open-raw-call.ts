import { connect, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import { once } from 'node:events';

/** A call of gRPC on HTTP/2 itself, whose reader does nothing unless told. */
export interface RawCall extends Disposable {
  /** The HTTP/2 stream of the call, paused. */
  readonly stream: ClientHttp2Stream;
  /** The headers of the answer. */
  readonly head: Promise<IncomingHttpHeaders>;
  /** The headers after the answer, once all of it was read. */
  readonly tail: Promise<IncomingHttpHeaders>;
}

/** How a call differs from a plain one. */
interface RawCallOptions {
  /** The path of the call, or the name of a method of A2A. Default `SendMessage`. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The bytes of the message. Default: none is sent, and the request stays open. */
  readonly bytes?: Uint8Array;
}

/** Begins a call that no library of gRPC would make. */
export function openRawCall(
  port: number,
  { method = 'SendMessage', headers = {}, bytes }: RawCallOptions = {},
): RawCall {
  const session = connect(`http://127.0.0.1:${port}`);
  const stream = session.request({
    ':method': 'POST',
    ':path': method.startsWith('/') ? method : `/lf.a2a.v1.A2AService/${method}`,
    'content-type': 'application/grpc',
    'a2a-version': '1.0',
    te: 'trailers',
    ...headers,
  });
  stream.pause();
  if (bytes !== undefined) {
    const prefix = Buffer.alloc(5);
    prefix.writeUInt32BE(bytes.length, 1);
    stream.end(Buffer.concat([prefix, bytes]));
  }
  return {
    stream,
    head: readHeaders(stream, 'response'),
    tail: readHeaders(stream, 'trailers'),
    [Symbol.dispose]: () => session.destroy(),
  };
}

async function readHeaders(
  stream: ClientHttp2Stream,
  name: 'response' | 'trailers',
): Promise<IncomingHttpHeaders> {
  const [headers] = (await once(stream, name, { signal: AbortSignal.timeout(5_000) }).catch(() => [
    {},
  ])) as [IncomingHttpHeaders];
  return headers;
}
