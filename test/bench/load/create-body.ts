const mimeType = 'application/json;schema=fightComparison';

/**
 * Returns the body of a `SendMessage` request with a new message id, because a server may answer a
 * repeated message from memory.
 */
export function createBody(): string {
  const parts = [{ data: { a: 'Lion', b: 'Tiger' }, metadata: { mimeType }, mediaType: mimeType }];
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
}

/** The HTTP headers that every request of a benchmark has. */
export const HEADERS = {
  'content-type': 'application/json',
  'a2a-version': '1.0',
  ...(process.env['BENCH_TOKEN'] && { authorization: `Bearer ${process.env['BENCH_TOKEN']}` }),
};

/** The result of one round in which a benchmark sends requests to a server. */
export interface Sample {
  /** The number of requests answered per second. */
  readonly rate: number;
  /** The time within which 99 of 100 answers came, in milliseconds. */
  readonly p99: number;
}
