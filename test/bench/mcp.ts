// Measures the time that the bridge to MCP adds to a call, its cost for many agents, and its start.
// Prints ratios of calls that were made in turn, and the processor time of calls.
//
//   node test/bench/mcp.ts                     all of it
//   ONLY=floor ROUNDS=9 node test/bench/mcp.ts  beside a bare server of the MCP SDK
//   BRIDGE_FLAGS=--cpu-prof ONLY=processes node test/bench/mcp.ts
import { callHere } from './mcp/call-here.ts';
import { callFloor, callProcesses, measureFloor } from './mcp/call-processes.ts';
import { listMany } from './mcp/list-many.ts';
import { measureStart } from './mcp/measure-start.ts';
import { toBenchCard } from './mcp/to-bench-card.ts';
import { toFigure, type Figure } from './table/figure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const CALLS = Number(process.env['CALLS'] ?? 300);
const AGENTS = Number(process.env['AGENTS'] ?? 200);

const parts: Readonly<Record<string, () => Promise<void>>> = {
  // This part comes first, because it measures memory, to which calls would add.
  list: () => listMany(AGENTS),
  here: () => callHere({ rounds: ROUNDS, calls: CALLS }),
  floor: () => callFloor({ rounds: ROUNDS, calls: CALLS }),
  processes: () => callProcesses({ rounds: ROUNDS, calls: CALLS }),
  start: () => measureStart(toBenchCard),
};

/** Returns what a bridged call takes beside a direct one; the floor is the SDK's bare server. */
export async function toFigures(): Promise<readonly Figure[]> {
  const found = await measureFloor({ rounds: ROUNDS, calls: CALLS });
  return (['stdio', 'http'] as const).map((way) => {
    const rounds = found[way];
    return toFigure(`call over ${way === 'http' ? 'HTTP' : way}`, {
      unit: 'ms',
      ours: rounds.map(({ bridged }) => bridged),
      peer: ['direct', rounds.map(({ direct }) => direct)],
      floor: rounds.map(({ bare }) => bare),
    });
  });
}

async function main(): Promise<void> {
  const { ONLY } = process.env;
  for (const [name, run] of Object.entries(parts)) {
    if (ONLY === undefined || ONLY === name) await run();
  }
  process.exit(0);
}

if (import.meta.main) await main();
