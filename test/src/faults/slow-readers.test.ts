import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readEvents } from '../support/event-stream.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import type { WireEvent } from './journal/event-text.ts';
import { startChildWithin, type Child } from './start-child.ts';

const MEGABYTE = 1_000_000;
/** The pieces of one long stream: their number, and the size of each in bytes; together 50 MB. */
const PIECES = { count: 1_000, size: 50_000 };
/** The time of a stall, in which this test reads a little even on a busy machine. */
const STALL_MS = 5_000;
/** A stream that is kept for one reader costs 50 MB. Garbage of a busy machine lies for a while. */
const MAX_GROWTH = 35 * MEGABYTE;
const HEADERS = { 'content-type': 'application/json', 'a2a-version': '1.0' };

type StreamEvent = WireEvent & {
  readonly task?: { readonly artifacts?: readonly { readonly parts: readonly unknown[] }[] };
};

interface Measured {
  /** The most resident memory of the server since the last `begin`, in bytes. */
  readonly peak: number;
  readonly dropped: number;
}

test('slow readers of 50 MB cost little memory, and hold up nobody', async () => {
  // The folder may be in memory, because 100 MB in small writes would wait for a real disk.
  const files = process.env['FORMWORK_TEST_FILES'] ?? tmpdir();
  const folder = mkdtempSync(join(files, 'formwork-readers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // A large young generation would hide how much memory is in use, and garbage collector threads
  // would compete for the processor.
  const flags = '--expose-gc --max-semi-space-size=2 --v8-pool-size=0';
  const within = ['env', `NODE_OPTIONS=${flags}`];
  const args = [join(folder, 'tasks.db'), String(STALL_MS)];
  const child = await startChildWithin(within, 'memory-child', args);
  const url = String(child.ready);

  // The baseline: one reader that reads everything at once.
  expect(await readPieces(await openStream(url))).toBe(PIECES.count);
  const { peak: baseline } = await ask(child, 'begin');

  const fast = await openStream(url);
  const events = readEvents(fast);
  const first = (await events.next()).value?.data as StreamEvent;
  const taskId = first.task?.id ?? '';
  openPaused(url, taskId);
  const slow = await fetch(`${url}/a2a/rest/tasks/${taskId}:subscribe`, { headers: HEADERS });
  const counts = await Promise.all([
    countPieces(events, { before: countParts(first) }),
    readPieces(slow, 1),
  ]);
  expect(counts).toEqual([PIECES.count, PIECES.count]);
  await expect.poll(async () => (await ask(child, 'look')).dropped).toBe(1);

  const { peak } = await ask(child, 'look');
  expect(peak - baseline).toBeLessThan(MAX_GROWTH);
});

function openStream(url: string): Promise<Response> {
  const message = createMessage([createTaggedPart('pieces', PIECES)]);
  const body = JSON.stringify({ message });
  return fetch(`${url}/a2a/rest/message:stream`, { method: 'POST', headers: HEADERS, body });
}

/** Opens a connection that subscribes to a task and never reads the stream. */
function openPaused(url: string, taskId: string): void {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  // The server drops this connection.
  socket.on('error', () => undefined);
  const path = `/a2a/rest/tasks/${taskId}:subscribe`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nA2A-Version: 1.0\r\n\r\n`);
}

function readPieces(response: Response, pauseMs = 0): Promise<number> {
  return countPieces(readEvents(response), { pauseMs });
}

/** Counts the pieces in the snapshot that begins a reader's stream. */
function countParts({ task }: StreamEvent): number {
  return task?.artifacts?.[0]?.parts.length ?? 0;
}

/** Counts the pieces in a stream; throws if a piece is missing or out of order. */
async function countPieces(
  events: AsyncIterable<{ readonly data: unknown }>,
  { pauseMs = 0, before = 0 }: { readonly pauseMs?: number; readonly before?: number } = {},
): Promise<number> {
  let count = before;
  for await (const { data } of events) {
    const event = data as StreamEvent;
    count += countParts(event);
    const text = event.artifactUpdate?.artifact.parts[0]?.text;
    if (text === undefined) continue;
    if (!text.startsWith(`${count} `)) throw new Error(`Piece ${count} is ${text.slice(0, 20)}`);
    count += 1;
    // Real time: a reader that is slower than the server.
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return count;
}

async function ask(child: Child, what: 'begin' | 'look'): Promise<Measured> {
  child.send(what);
  return (await child.next()) as Measured;
}
