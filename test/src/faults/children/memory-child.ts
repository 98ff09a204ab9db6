// A server that streams artifacts in pieces. On request it reports the most memory that it used
// since the last request, and how many of its readers it dropped.

import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import { writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createPieceAgent } from '../../support/piece-agent.ts';

const SAMPLE_MS = 5;
/**
 * The number of bytes sent to readers after which garbage is collected, because it would otherwise
 * count as used memory.
 */
const COLLECT_BYTES = 8_000_000;

const [, , file = '', stallMs = ''] = process.argv;

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

const sockets = new Set<Socket>();
let [peak, sent, collectAt] = [0, 0, COLLECT_BYTES];
function sample(): void {
  const open = [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  if (sent + open >= collectAt) {
    collectAt = sent + open + COLLECT_BYTES;
    collect();
  }
  peak = Math.max(peak, process.memoryUsage.rss());
}

function collect(): void {
  if (globalThis.gc === undefined) throw new Error('The process must have --expose-gc.');
  globalThis.gc();
}

// Real time: the more samples, the closer the highest is to the peak.
setInterval(sample, SAMPLE_MS);

let dropped = 0;
const engine = createSqliteEngine({ file });
const server = createServer(createPieceAgent().agent, { engine, stallMs: Number(stallMs) });
server.app.use(({ socket }, response, next) => {
  if (!sockets.has(socket)) {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      sent += socket.bytesWritten;
    });
  }
  response.once('close', () => {
    if (!response.writableFinished) dropped += 1;
  });
  next();
});
const { url } = await server.listen({ port: 0 });
answer(url);
for await (const line of createInterface({ input: process.stdin })) {
  sample();
  answer({ peak, dropped });
  if (line === '["begin"]') peak = 0;
}
