// Structured SendMessage with every task on the disk before it is answered, against a stock SDK
// agent that keeps tasks in memory and one on the SDK's own SQLite store, in turn in one run, 16
// connections. Both files have a write-ahead log and synchronous=FULL. Prints rates, p99, ratios.
//
//   node test/bench/send-message-durable.ts
//   ROUNDS=2 SECONDS=3 node test/bench/send-message-durable.ts
import { compareServers } from './compare-servers.ts';
import { createBenchFile } from './stores/bench-file.ts';

const [ours, theirs] = [createBenchFile(), createBenchFile()];
try {
  await compareServers([
    { name: 'formwork-sqlite', server: 'formwork', args: [ours.file] },
    { name: 'stock-memory', server: 'stock' },
    { name: 'stock-sqlite', server: 'stock', args: [theirs.file] },
  ]);
} finally {
  ours.remove();
  theirs.remove();
}
