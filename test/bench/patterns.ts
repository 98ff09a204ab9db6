// Sends, for each of some thirty patterns, the worst texts of 1 kB to 1 MB to every door, and
// prints how long the event loop was blocked at most, in processor time of the thread: the time of
// others on the machine does not count, the work of the sender in the same process does.
//
//   node test/bench/patterns.ts
import { defineAgent } from '@formwork/core';
import {
  openPatternDoors,
  createPatternSkills,
  PATTERN_DOORS,
} from '../src/attacks/pattern-doors.ts';
import { PATTERN_ATTACKS } from '../src/attacks/patterns.ts';
import { serveAllDoors } from '../src/support/all-doors.ts';
import { WITH_GRPC } from '../src/support/grpc-call.ts';
import { toFigure, type Figure } from './table/figure.ts';

const LENGTHS = (process.env['LENGTHS'] ?? '1000,10000,100000,300000,1000000')
  .split(',')
  .map(Number);

/** The worst that one pattern did at any door. */
interface Worst {
  readonly pattern: string;
  readonly blockMs: number;
  /** The door and the length of the longest block. */
  readonly place: string;
  /** The verdicts by length, which all doors must share. */
  readonly verdicts: readonly string[];
}

/** Returns the longest block of all patterns. */
export async function toFigures(): Promise<readonly Figure[]> {
  const worst = await measure(() => {});
  const ours = Math.max(...worst.map(({ blockMs }) => blockMs));
  return [toFigure('longest block by a pattern', { unit: 'ms', ours: [ours] })];
}

async function measure(tell: (worst: Worst) => void): Promise<readonly Worst[]> {
  const agent = defineAgent({
    name: 'Patterns',
    version: '1',
    skills: createPatternSkills(PATTERN_ATTACKS),
  });
  const doors = await serveAllDoors({ agent, ...WITH_GRPC, bodyLimit: '2mb' });
  const asker = await openPatternDoors(doors.url, PATTERN_ATTACKS);
  // What a door does once, when its first request comes, is no pattern's work.
  for (const door of PATTERN_DOORS) await asker.ask(door, 0, '1');
  const blocks = watchBlocks();
  const all: Worst[] = [];
  for (const [at, { pattern, text }] of PATTERN_ATTACKS.entries()) {
    let [blockMs, place] = [0, ''];
    const verdicts: string[] = [];
    for (const length of LENGTHS) {
      const sent = text(length);
      const found = new Set<string>();
      for (const door of PATTERN_DOORS) {
        await blocks.take();
        found.add(await asker.ask(door, at, sent));
        const tookMs = await blocks.take();
        if (tookMs > blockMs) [blockMs, place] = [tookMs, `${door}, ${length / 1000} kB`];
      }
      verdicts.push([...found].join('/'));
    }
    const worst = { pattern, blockMs, place, verdicts };
    tell(worst);
    all.push(worst);
  }
  blocks.stop();
  await doors.close();
  return all;
}

interface BlockWatch {
  /** Returns the longest block since the last call, in milliseconds. */
  take(): Promise<number>;
  stop(): void;
}

/** Looks at the time of the thread whenever the event loop comes by. */
function watchBlocks(): BlockWatch {
  let last = readMs();
  let longest = 0;
  const look = (): void => {
    const now = readMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return {
    async take() {
      await new Promise(setImmediate);
      look();
      const found = longest;
      longest = 0;
      return found;
    },
    stop: () => clearInterval(timer),
  };
}

function readMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (import.meta.main) {
  const all = await measure(({ pattern, blockMs, place, verdicts }) => {
    const shown = pattern.length > 60 ? `${pattern.slice(0, 60)}...` : pattern;
    process.stdout.write(
      `${blockMs.toFixed(0).padStart(4)} ms  ${shown}  (${place}; ${verdicts.join(', ')})\n`,
    );
  });
  const longest = Math.max(...all.map(({ blockMs }) => blockMs));
  process.stdout.write(`${all.length} patterns, longest block ${longest.toFixed(0)} ms\n`);
  // The form of a verdict with "/" shows doors that disagree.
  if (all.some(({ verdicts }) => verdicts.join().includes('/'))) process.exitCode = 1;
}
