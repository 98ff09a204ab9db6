// Structured SendMessage on the memory engine against a stock SDK agent, against the least that A2A
// asks of a call, and against bare express parsing and validating, in turn in one run, 16
// connections. Prints rates, p99, processor time and ratios.
//
//   npm run bench
//   ROUNDS=2 SECONDS=3 npm run bench
import { compareServers } from './compare-servers.ts';

await compareServers([
  { name: 'formwork', server: 'formwork' },
  { name: 'stock', server: 'stock' },
  { name: 'floor', server: 'floor' },
  { name: 'bare-express', server: 'bare-express' },
]);
