import express, { type Express } from 'express';
import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createJsonBodyReader, parseByteCount } from './body-bytes.ts';
import { toBodyFailure } from './json-body.ts';

/** Serves an app that answers with the body that it read, or with the failure. */
async function serve({
  prepare = () => undefined,
  onFailure,
}: {
  readonly prepare?: (app: Express) => unknown;
  readonly onFailure?: (error: unknown) => void;
} = {}): Promise<number> {
  const app = express();
  prepare(app);
  const read = createJsonBodyReader({ limit: '1kb', isJson: () => true });
  app.post('/', async (request, response) => {
    try {
      const { body: parsedBody }: { readonly body?: unknown } = request;
      response.json({ body: await read({ message: request, parsedBody }) });
    } catch (error) {
      onFailure?.(error);
      response.json({ failure: toBodyFailure(error)?.kind });
    }
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function post(
  port: number,
  body: NonNullable<RequestInit['body']>,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  });
  return response.json();
}

/** Makes a body without a length, which is sent in pieces. */
function inPieces(...pieces: readonly string[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece)));
}

const TEXT = '{"word":"Grüße, 世界"}';
const BODY = { body: { word: 'Grüße, 世界' } };

test.each([
  ['as text', TEXT, {}],
  ['with a byte order mark', `\uFEFF${TEXT}`, {}],
  [
    'in UTF-16',
    Buffer.from(TEXT, 'utf16le'),
    { 'content-type': 'application/json; charset=utf-16le' },
  ],
  ['with a quoted charset', TEXT, { 'content-type': 'application/json; charset="UTF-8"' }],
  ['with gzip', gzipSync(TEXT), { 'content-encoding': 'gzip' }],
  ['with deflate', deflateSync(TEXT), { 'content-encoding': 'Deflate' }],
  ['with Brotli', brotliCompressSync(TEXT), { 'content-encoding': 'br' }],
  ['with no encoding by name', TEXT, { 'content-encoding': 'identity' }],
])('a body is read %s', async (_, body, headers) => {
  const port = await serve();
  expect(await post(port, body, headers)).toEqual(BODY);
});

test('a character that two pieces share is read', async () => {
  const port = await serve();
  const bytes = Buffer.from(TEXT);
  const cut = bytes.indexOf('ü') + 1;
  const pieces = ReadableStream.from([bytes.subarray(0, cut), bytes.subarray(cut)]);
  expect(await post(port, pieces)).toEqual(BODY);
});

test.each([
  ['with a length', 'x'.repeat(1025), {}],
  ['without a length', inPieces('"', 'x'.repeat(600), 'x'.repeat(600), '"'), {}],
  ['compressed', gzipSync('x'.repeat(1025)), { 'content-encoding': 'gzip' }],
])('a body that is too large is refused %s', async (_, body, headers) => {
  const port = await serve();
  expect(await post(port, body, headers)).toEqual({ failure: 'too-large' });
  // The connection is as before.
  expect(await post(port, TEXT)).toEqual(BODY);
});

test('a body of just the allowed size is read', async () => {
  const port = await serve();
  const text = JSON.stringify('x'.repeat(1022));
  expect(text).toHaveLength(1024);
  expect(await post(port, text)).toEqual({ body: 'x'.repeat(1022) });
});

test.each([
  ['of an unknown encoding', TEXT, { 'content-encoding': 'rot13' }],
  ['of an unknown charset', TEXT, { 'content-type': 'application/json; charset=latin1' }],
  ['of a rare charset', TEXT, { 'content-type': 'application/json; charset=utf-7' }],
])('a body %s is refused', async (_, body, headers) => {
  const port = await serve();
  expect(await post(port, body, headers)).toEqual({ failure: 'media-type' });
});

test('a body that a program has read before stays as it is', async () => {
  const port = await serve({ prepare: (app) => app.use(express.json()) });
  expect(await post(port, TEXT)).toEqual(BODY);
});

test('a body that ends too early is a failure', async () => {
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise((resolve) => {
    fail = resolve;
  });
  const port = await serve({
    prepare: (app) =>
      app.use((_request, _response, next) => {
        next();
        sent.destroy();
      }),
    onFailure: (error) => fail(error),
  });
  const headers = { 'content-type': 'application/json', 'content-length': 100 };
  const sent = sendRequest({ port, host: '127.0.0.1', method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.write('{"word":');
  expect(toBodyFailure(await failed)).toMatchObject({ kind: 'unreadable' });
});

test.each([
  [0, 0],
  [1000, 1000],
  ['1000', 1000],
  ['100b', 100],
  ['1mb', 1_048_576],
  ['1.5 KB', 1536],
  ['2GB', 2_147_483_648],
])('%j is %i bytes', (value, bytes) => {
  expect(parseByteCount(value)).toBe(bytes);
});

test.each(['', 'mb', '1xb', '-1', '1e3'])('%j is no number of bytes', (value) => {
  expect(() => parseByteCount(value)).toThrow(RangeError);
});
