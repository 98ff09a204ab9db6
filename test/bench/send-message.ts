// Structured SendMessage on the memory engine against a stock SDK agent, against the least that A2A
// asks of a call, and against bare express parsing and validating, in turn in one run, 16
// connections. Prints rates, p99, processor time and ratios.
//
//   node test/bench/send-message.ts
//   ROUNDS=2 SECONDS=3 LOADS=with-autocannon node test/bench/send-message.ts
import { compareServers, type Contestant } from './compare-servers.ts';
import type { Figure } from './table/figure.ts';
import { toServerFigures } from './table/server-figures.ts';

const CONTESTANTS: readonly Contestant[] = [
  { name: 'formwork', server: 'formwork' },
  { name: 'stock', server: 'stock' },
  { name: 'floor', server: 'floor' },
  { name: 'bare-express', server: 'bare-express' },
];

/** Returns what a call costs beside each peer, with the floor's ratio beside it. */
export async function toFigures(): Promise<readonly Figure[]> {
  return toServerFigures(CONTESTANTS, { peers: ['stock', 'bare-express'], floor: 'floor' });
}

if (import.meta.main) await compareServers(CONTESTANTS);
