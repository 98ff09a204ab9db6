/** A request of which a proxy and the server could find different ends (request smuggling). */
export interface FramingAttack {
  readonly name: string;
  /** The bytes of the request; each character is one byte. */
  readonly bytes: string;
}

/**
 * The path of the request that an attack hides; an answer that names this path shows that the
 * attack succeeded.
 */
export const SMUGGLED = 'smuggled-by-an-attack';

const NEXT = `GET /${SMUGGLED} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Makes the text of a request with further header lines and a body. */
function toRequest(lines: readonly string[], body: string, first = 'POST /a2a HTTP/1.1'): string {
  const common = ['Host: localhost', 'Content-Type: application/json'];
  return `${[first, ...common, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

const HIDDEN = `0\r\n\r\n${NEXT}`;

/** Requests that one reader takes for chunked, and another for a body of a given length. */
const ENCODINGS: readonly FramingAttack[] = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding:chunked',
  'Transfer-Encoding: CHUNKED',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunkedx',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: chunked, x',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: \u000bchunked',
  'Transfer-Encoding: \u0000chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked ',
  'Transfer-Encoding : chunked',
  ' Transfer-Encoding: chunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  'X: x\nTransfer-Encoding: chunked',
  'X: x\rTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked\r\nTransfer-Encoding: chunked',
].map((line) => ({
  name: `a length and ${JSON.stringify(line)}`,
  bytes: toRequest([`Content-Length: ${HIDDEN.length}`, line], HIDDEN),
}));

/** Requests with a `Content-Length` that two readers understand differently. */
const LENGTHS: readonly FramingAttack[] = [
  '+5',
  '-1',
  '0x5',
  '5 5',
  '5, 5',
  '5,6',
  '5;6',
  '1e1',
  '5.0',
  '\u000b5',
  '05x',
  '',
  '99999999999999999999',
  '18446744073709551616',
  '\u00b2',
].map((length) => ({
  name: `the length ${JSON.stringify(length)}`,
  bytes: toRequest([`Content-Length: ${length}`], `{"a":${NEXT}`),
}));

const LENGTH_LINES: readonly FramingAttack[] = [
  ['Content-Length: 2', 'Content-Length: 200'],
  ['Content-Length: 200', 'Content-Length: 2'],
  ['Content-Length: 2', 'Content-Length: 2'],
  ['Content-Length: 2', 'content-length: 0'],
  ['Content-Length : 2'],
  ['Content-Length:\r\n 2'],
  ['Content-Length: 2\r\n 0'],
].map((lines) => ({ name: JSON.stringify(lines), bytes: toRequest(lines, `{}${NEXT}`) }));

/** Requests with chunks that two readers understand differently. */
const CHUNKS: readonly FramingAttack[] = [
  ['a negative size', `-1\r\n${NEXT}`],
  ['a size with 0x', `0x2\r\n{}\r\n${HIDDEN}`],
  ['a size beyond all numbers', `ffffffffffffffffff\r\n${NEXT}`],
  ['a size that turns over', `10000000000000002\r\n{}\r\n${HIDDEN}`],
  ['a size with a space', `2 \r\n{}\r\n 0\r\n\r\n${NEXT}`],
  ['no size', `\r\n{}\r\n${HIDDEN}`],
  ['a size of a letter', `z\r\n{}\r\n${HIDDEN}`],
  ['a line feed after the size', `2\n{}\r\n${HIDDEN}`],
  ['a return after the size', `2\r{}\r\n${HIDDEN}`],
  ['an extension that ends with a line feed', `2;x\n{}\r\n${HIDDEN}`],
  ['an extension that hides a request', `2;${NEXT}{}\r\n${HIDDEN}`],
  ['an extension that is long', `2;${'x'.repeat(50_000)}\r\n{}\r\n${HIDDEN}`],
  ['data that is too long', `2\r\n{}x\r\n${HIDDEN}`],
  ['data without an end', `2\r\n{}0\r\n\r\n${NEXT}`],
  ['a last chunk with a line feed', `2\r\n{}\r\n0\n\n${NEXT}`],
  ['a length in the trailer', `2\r\n{}\r\n0\r\nContent-Length: 9\r\nBad\r\n\r\n${NEXT}`],
  ['a trailer with a space', `2\r\n{}\r\n0\r\nX : y\r\n\r\n${NEXT}`],
].map(([name = '', body = '']) => ({
  name: `chunks with ${name}`,
  bytes: toRequest(['Transfer-Encoding: chunked'], body),
}));

/** Requests with a request line or headers that two readers understand differently. */
const HEADS: readonly FramingAttack[] = [
  ['a name with a space', ['A b: c'], 'POST /a2a HTTP/1.1'],
  ['a line without a colon', ['abc'], 'POST /a2a HTTP/1.1'],
  ['a name that is empty', [': x'], 'POST /a2a HTTP/1.1'],
  ['a zero byte in a name', ['a\u0000b: c'], 'POST /a2a HTTP/1.1'],
  ['a zero byte in a value', ['a: b\u0000c'], 'POST /a2a HTTP/1.1'],
  ['a version of 0.9', ['a: b'], 'POST /a2a'],
  ['a version of 1.2', ['a: b'], 'POST /a2a HTTP/1.2'],
  ['a version of 2.0', ['a: b'], 'PRI * HTTP/2.0'],
  ['a version of nothing', ['a: b'], 'POST /a2a HTTP/x'],
  ['a space in the path', ['a: b'], 'POST /a2a HTTP/1.1 /x HTTP/1.1'],
  ['a tab for a space', ['a: b'], 'POST\t/a2a\tHTTP/1.1'],
  ['a method in small letters', ['a: b'], 'post /a2a HTTP/1.1'],
  ['a method of another protocol', ['a: b'], 'EHLO /a2a HTTP/1.1'],
  ['a head that is large', [`a: ${'x'.repeat(100_000)}`], 'POST /a2a HTTP/1.1'],
  ['very many lines', Array.from({ length: 5_000 }, () => 'a: b'), 'POST /a2a HTTP/1.1'],
].map(([name, lines, first]) => ({
  name: `a head with ${String(name)}`,
  bytes: toRequest([...(lines as readonly string[]), 'Content-Length: 200'], NEXT, String(first)),
}));

/** All request smuggling attacks; the server must never answer the hidden request. */
export const FRAMING_ATTACKS: readonly FramingAttack[] = [
  ...ENCODINGS,
  ...LENGTHS,
  ...LENGTH_LINES,
  ...CHUNKS,
  ...HEADS,
];
