import { once } from 'node:events';
import { connect, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';

/** A gRPC call made by hand over HTTP/2; the test decides when to read its answer. */
export interface RawCall extends Disposable {
  /** The HTTP/2 stream of the call; the stream is paused until the test resumes it. */
  readonly stream: ClientHttp2Stream;
  /** The headers of the answer; empty if none came within 5 seconds. */
  readonly head: Promise<IncomingHttpHeaders>;
  /**
   * The trailers of the answer, with the gRPC status; they come after the test has read the answer
   * to its end, or are empty after 5 seconds.
   */
  readonly tail: Promise<IncomingHttpHeaders>;
}

/** Options of {@link openRawCall}. */
interface RawCallOptions {
  /** The path of the call, or the name of a method of A2A. Default `SendMessage`. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The bytes of the request message. Default: no message is sent, and the request stays open. */
  readonly bytes?: Uint8Array;
}

/**
 * Begins a gRPC call by hand over HTTP/2, so that a test can send a request that no gRPC library
 * would send.
 */
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
  const closed = once(stream, 'close').then(() => [{}]);
  const headers = once(stream, name).catch(() => [{}]);
  const [first] = (await Promise.race([headers, closed])) as [IncomingHttpHeaders];
  return first;
}
