// Compares an artifact that a handler streams in chunks over HTTP, on Formwork with SQLite and on
// the SDK's default handler with its own stores, in turn in one run: the bytes written for 400
// chunks of 1 kB, and the time of 6,400 chunks of 40 characters. Prints ratios. The SDK takes
// minutes.
//
//   node test/bench/streamed-artifact.ts
//   CHUNKS=1600 node test/bench/streamed-artifact.ts     fewer in the second part
import { HEADERS } from './load/create-body.ts';
import type { EssayRequest } from './servers/essay.ts';
import { startServer, type Written } from './servers/start-server.ts';
import { createBenchFile } from './stores/bench-file.ts';
import { toFigure, type Figure } from './table/figure.ts';

const CHUNKS = Number(process.env['CHUNKS'] ?? 6400);
/** The number of times that {@link toFigures} measures each server. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);

interface Cost {
  readonly seconds: number;
  readonly written: Written;
}

interface Subject {
  readonly server: 'essay-formwork' | 'essay-stock';
  readonly store: 'memory' | 'sqlite';
}

/** Returns the cost of one task on a new server, after another task has warmed the server up. */
async function measure({ server, store }: Subject, request: EssayRequest): Promise<Cost> {
  const file = createBenchFile();
  const process = await startServer(server, store === 'sqlite' ? [file.file] : []);
  try {
    await send(process.port, { ...request, chunks: 10 });
    const before = process.written();
    const start = performance.now();
    const answer = await send(process.port, request);
    const seconds = (performance.now() - start) / 1000;
    const after = process.written();
    return {
      seconds,
      // The bytes of the answer are left out, because they are written to the network and not to
      // the disk.
      written: {
        bytes: after.bytes - before.bytes - answer,
        blocks: after.blocks - before.blocks,
      },
    };
  } finally {
    process.stop();
    file.remove();
  }
}

/** Sends a request for an artifact in chunks, and returns the number of bytes in the answer. */
async function send(port: number, request: EssayRequest): Promise<number> {
  const parts = [{ text: JSON.stringify(request) }];
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
  const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
  const body = JSON.stringify(call);
  const url = `http://127.0.0.1:${port}/a2a`;
  const text = await (await fetch(url, { method: 'POST', headers: HEADERS, body })).text();
  // The answer must contain every chunk that the handler sent.
  const pieces = text.split(`"${'x'.repeat(request.characters)}"`).length - 1;
  if (!text.includes('TASK_STATE_COMPLETED') || pieces !== request.chunks) {
    throw new Error(`Wrong answer with ${pieces} pieces: ${text.slice(0, 500)}`);
  }
  return Buffer.byteLength(text);
}

function print(label: string, value: string): void {
  console.log(`  ${label.padEnd(44)} ${value}`);
}

async function compareBytes(): Promise<void> {
  const request = { chunks: 400, characters: 1024 };
  const payload = request.chunks * request.characters;
  console.log('\nWritten for 400 chunks of 1 kB, as a multiple of the text');
  for (const [label, subject, pace] of [
    ['formwork-sqlite, each chunk awaited', FORMWORK_SQLITE, { awaited: true }],
    ['formwork-sqlite, none awaited', FORMWORK_SQLITE, { awaited: false }],
    ['formwork-sqlite, one chunk every 2 ms', FORMWORK_SQLITE, { awaited: true, pauseMs: 2 }],
    ['formwork-sqlite, one chunk every 20 ms', FORMWORK_SQLITE, { awaited: true, pauseMs: 20 }],
    ['stock-sqlite', STOCK_SQLITE, { awaited: false }],
  ] as const) {
    const { seconds, written } = await measure(subject, { ...request, ...pace });
    const [bytes, blocks] = [written.bytes / payload, written.blocks / payload];
    print(
      label,
      `${bytes.toFixed(2)} x, ${blocks.toFixed(2)} x in blocks (${seconds.toFixed(2)} s)`,
    );
  }
}

async function compareTimes(): Promise<void> {
  const request = { chunks: CHUNKS, characters: 40 };
  console.log(`\n${CHUNKS} chunks of 40 characters`);
  const ours = [
    ['formwork-sqlite, each chunk awaited', FORMWORK_SQLITE, true],
    ['formwork-sqlite, none awaited', FORMWORK_SQLITE, false],
    ['formwork-memory, each chunk awaited', { ...FORMWORK_SQLITE, store: 'memory' }, true],
  ] as const;
  const results: { readonly label: string; readonly seconds: number }[] = [];
  for (const [label, subject, awaited] of ours) {
    const { seconds } = await measure(subject, { ...request, awaited });
    results.push({ label, seconds });
    print(label, `${seconds.toFixed(2)} s`);
  }
  for (const [label, subject] of [
    ['stock-memory', { ...STOCK_SQLITE, store: 'memory' }],
    ['stock-sqlite', STOCK_SQLITE],
  ] as const) {
    const { seconds } = await measure(subject, { ...request, awaited: false });
    print(label, `${seconds.toFixed(2)} s`);
    for (const result of results) {
      print(`  ${result.label} is faster`, `${(seconds / result.seconds).toFixed(1)} x`);
    }
  }
}

const FORMWORK_SQLITE: Subject = { server: 'essay-formwork', store: 'sqlite' };
const STOCK_SQLITE: Subject = { server: 'essay-stock', store: 'sqlite' };

/** Returns what a streamed artifact costs on SQLite, beside the SDK on its SQLite store. */
export async function toFigures(): Promise<readonly Figure[]> {
  const kilobytes = { chunks: 400, characters: 1024 };
  const short = { chunks: CHUNKS, characters: 40 };
  const payload = kilobytes.chunks * kilobytes.characters;
  const bytes: Record<'awaited' | 'together', number[]> = { awaited: [], together: [] };
  const times: Record<'ours' | 'stock', number[]> = { ours: [], stock: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, awaited] of [
      ['awaited', true],
      ['together', false],
    ] as const) {
      const { written } = await measure(FORMWORK_SQLITE, { ...kilobytes, awaited });
      bytes[name].push(written.bytes / payload);
    }
    times.ours.push((await measure(FORMWORK_SQLITE, { ...short, awaited: true })).seconds);
    times.stock.push((await measure(STOCK_SQLITE, { ...short, awaited: false })).seconds);
  }
  const each = 'bytes written per byte of an artifact';
  return [
    toFigure(`${each}, awaited`, { unit: '', ours: bytes.awaited }),
    toFigure(`${each}, not awaited`, { unit: '', ours: bytes.together }),
    toFigure('time of an artifact in chunks', {
      unit: 's',
      ours: times.ours,
      peer: ['stock-sqlite', times.stock],
    }),
  ];
}

async function main(): Promise<void> {
  await compareBytes();
  await compareTimes();
}

if (import.meta.main) await main();
