const mimeType = 'application/json;schema=fightComparison';

/** One request. Ids differ, as they do in life: a repeated message may be answered from memory. */
export function createBody(): string {
  const parts = [{ data: { a: 'Lion', b: 'Tiger' }, metadata: { mimeType }, mediaType: mimeType }];
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
}

/** What every request says about itself. */
export const HEADERS = {
  'content-type': 'application/json',
  'a2a-version': '1.0',
  ...(process.env['BENCH_TOKEN'] && { authorization: `Bearer ${process.env['BENCH_TOKEN']}` }),
};

/** What one round of load found. */
export interface Sample {
  /** Requests answered per second. */
  readonly rate: number;
  /** 99 of 100 answers came within this time, in milliseconds. */
  readonly p99: number;
}
