// A server that streams artifacts in pieces. On request it reports the most memory that it used
// since the last request, and how many of its readers it dropped.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import { createPieceAgent } from '../../support/piece-agent.ts';

const SAMPLE_MS = 5;
/**
 * The time between two garbage collections, in milliseconds. Without them, garbage would count as
 * used memory, more on a faster machine.
 */
const COLLECT_MS = 200;

const [, , file = '', stallMs = ''] = process.argv;

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

let peak = 0;
function sample(): void {
  peak = Math.max(peak, process.memoryUsage.rss());
}

const { gc } = globalThis;
if (gc === undefined) throw new Error('The process must be started with --expose-gc.');
setInterval(sample, SAMPLE_MS);
setInterval(() => {
  gc();
}, COLLECT_MS);

let dropped = 0;
const engine = createSqliteEngine({ file });
const server = createServer(createPieceAgent().agent, { engine, stallMs: Number(stallMs) });
server.app.use((_request, response, next) => {
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
