// Structured SendMessage with every task on the disk before it is answered, against a stock SDK
// agent that keeps tasks in memory and one on the SDK's own SQLite store, in turn in one run, 16
// connections. All files have a write-ahead log and synchronous=FULL. Prints rates, p99, ratios.
// The first contestant is the demo as `npm start` serves it, with all of its doors; the second is an
// agent with nothing but the one skill.
//
//   node test/bench/send-message-durable.ts
//   ROUNDS=2 SECONDS=3 node test/bench/send-message-durable.ts
import { compareServers } from './compare-servers.ts';
import { createBenchFile } from './stores/bench-file.ts';

const [demo, ours, theirs] = [createBenchFile(), createBenchFile(), createBenchFile()];
try {
  await compareServers([
    { name: 'demo', server: 'demo', args: [demo.file], winner: 'Tiger' },
    { name: 'formwork-sqlite', server: 'formwork', args: [ours.file] },
    { name: 'stock-memory', server: 'stock' },
    { name: 'stock-sqlite', server: 'stock', args: [theirs.file] },
  ]);
} finally {
  demo.remove();
  ours.remove();
  theirs.remove();
}
