// Structured SendMessage with every task on the disk before it is answered, against a stock SDK
// agent that keeps tasks in memory and one on the SDK's own SQLite store, in turn in one run, 16
// connections. All files have a write-ahead log and synchronous=FULL. Prints rates, p99, ratios.
// The first contestant is the demo as `npm start` serves it, with all of its doors; the second is an
// agent with nothing but the one skill. The floor is the least that can keep a task: one row of SQLite.
//
//   node test/bench/send-message-durable.ts
//   ROUNDS=2 SECONDS=3 node test/bench/send-message-durable.ts
import { compareServers, type Contestant } from './compare-servers.ts';
import { createBenchFile } from './stores/bench-file.ts';
import type { Figure } from './table/figure.ts';
import { toServerFigures } from './table/server-figures.ts';

/** Calls `use` with the servers, whose files are removed afterwards. */
async function withServers<Result>(
  use: (contestants: readonly Contestant[]) => Promise<Result>,
): Promise<Result> {
  const files = Array.from({ length: 4 }, createBenchFile);
  const [demo = '', ours = '', theirs = '', least = ''] = files.map(({ file }) => file);
  try {
    return await use([
      { name: 'demo', server: 'demo', args: [demo], winner: 'Tiger' },
      { name: 'formwork-sqlite', server: 'formwork', args: [ours] },
      { name: 'stock-memory', server: 'stock' },
      { name: 'stock-sqlite', server: 'stock', args: [theirs] },
      { name: 'floor-sqlite', server: 'floor', args: [least] },
    ]);
  } finally {
    for (const file of files) file.remove();
  }
}

/** Returns what a durable call of the demo as it is shipped costs beside the SDK's handler. */
export async function toFigures(): Promise<readonly Figure[]> {
  return withServers((contestants) =>
    toServerFigures(
      contestants.filter(({ name }) => name !== 'formwork-sqlite'),
      { peers: ['stock-memory', 'stock-sqlite'], floor: 'floor-sqlite' },
    ),
  );
}

if (import.meta.main) await withServers(compareServers);
