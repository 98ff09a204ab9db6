// Sends wrong requests to every door of a server, the same ones for the same seed. Prints the
// duration, the answers of each door, and how much of the heap stays taken. Fails on a wrong
// answer, and on a heap that grows with the number of requests.
//
//   node test/bench/fuzz.ts                       20,000 requests, and 5,000 of gRPC
//   COUNT=100000 FORMWORK_SEED=7 node test/bench/fuzz.ts

import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fuzzDoors } from '../src/fuzz/fuzz-doors.ts';
import { fuzzGrpc } from '../src/fuzz/fuzz-grpc.ts';
import { serveAllDoors } from '../src/support/all-doors.ts';
import { findGrpcAddress, WITH_GRPC } from '../src/support/grpc-call.ts';
import { readHeap } from './memory/read-heap.ts';

const COUNT = Number(process.env['COUNT'] ?? 20_000);
/** The number of gRPC messages with wrong bytes, the only requests that a gRPC endpoint is sent. */
const GRPC_COUNT = Math.floor(COUNT / 4);
const seed = Number(process.env['FORMWORK_SEED'] ?? 20_261_123);
/** The largest allowed growth of memory, as a factor, which leaves room for caches to fill. */
const MOST_GROWTH = 1.25;
const EARLY = Math.floor(COUNT / 4 / 500) * 500;

// Tasks are kept on the disk, so that they do not add to the growth of the heap.
const folder = mkdtempSync(join(tmpdir(), 'formwork-fuzz-'));
const engine = createSqliteEngine({ file: join(folder, 'tasks.db') });
const doors = await serveAllDoors({ engine, push: { allowAnonymous: true }, ...WITH_GRPC });
const heaps: number[] = [];
const read = async (): Promise<void> => {
  heaps.push(await readHeap());
};

try {
  const began = performance.now();
  const { sent, findings, statuses } = await fuzzDoors(doors, {
    seed,
    count: COUNT,
    pauses: { [EARLY]: read, [COUNT]: read },
  });
  const codes = await fuzzGrpc(await findGrpcAddress(doors.url), { seed, count: GRPC_COUNT });
  await read();
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${sent + GRPC_COUNT} requests with seed ${seed} in ${seconds.toFixed(1)} s`);
  for (const [door, counts] of statuses) {
    const each = [...counts].toSorted(([one], [other]) => one - other);
    console.log(`  ${door.padEnd(14)}${each.map(([status, n]) => `${status}: ${n}`).join('  ')}`);
  }
  console.log(`  ${'grpc'.padEnd(14)}${[...codes].map(([code, n]) => `${code}: ${n}`).join('  ')}`);
  const [early = 0, late = 0, last = 0] = heaps.map((bytes) => bytes / 2 ** 20);
  console.log(
    `heap after ${EARLY} requests ${early.toFixed(1)} MB, after ${COUNT} ${late.toFixed(1)} MB, after those of gRPC ${last.toFixed(1)} MB`,
  );
  for (const { fault, request, sent: answer } of findings) {
    const { door, method, target } = request;
    console.error(`${door} ${fault}: ${method} ${target} ${JSON.stringify(request.headers)}`);
    console.error(`  ${String(request.body).slice(0, 300)}`);
    console.error(`  ${answer.status} ${answer.text.slice(0, 300)}`);
  }
  if (findings.length > 0 || Math.max(late, last) > early * MOST_GROWTH) process.exitCode = 1;
} finally {
  await doors.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
