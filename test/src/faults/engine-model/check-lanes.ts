import fc, { type Parameters, type RunDetails } from 'fast-check';
import { commands, type World } from './commands.ts';
import type { Lane } from './lane.ts';
import type { Outcome } from './operation.ts';
import { createReferenceEngine, type ReferenceEngine } from './reference-engine.ts';

/** The options of {@link checkLanes}: the engines to compare, the seed, and the number of runs. */
export interface CheckOptions {
  readonly open: (now: () => number) => readonly Lane[];
  readonly seed: number;
  readonly numRuns: number;
}

/**
 * The result of comparing engines with the reference engine: a failure if any, and the kinds of
 * outcomes.
 */
export interface CheckResult {
  readonly details: RunDetails<unknown>;
  /** The kinds of outcomes that calls had, such as `reply stale`. */
  readonly outcomes: ReadonlySet<string>;
}

const START = Date.UTC(2026, 0, 1);

/**
 * Runs random commands on the reference engine and on the engines of all lanes, and compares every
 * outcome. Lanes are emptied between runs, because opening new ones would take most of the time;
 * after a failed run, whose lanes are in an unknown state, new ones are opened.
 */
export async function checkLanes({ open, seed, numRuns }: CheckOptions): Promise<CheckResult> {
  let time = START;
  let lanes: readonly Lane[] = [];
  const outcomes = new Set<string>();

  async function closeLanes(): Promise<void> {
    for (const lane of lanes) await lane.close();
    lanes = [];
  }

  function start(): World {
    const reference = createReferenceEngine(() => time);
    const advance = (milliseconds: number): void => {
      time += milliseconds;
    };
    return {
      reference,
      advance,
      note: (operation, outcome) => outcomes.add(`${operation.kind} ${toShape(outcome)}`),
    };
  }

  const property = fc.asyncProperty(
    fc.commands([...commands], { maxCommands: 60, size: 'large' }),
    async (calls) => {
      const world = start();
      if (lanes.length === 0) lanes = open(() => time);
      try {
        await fc.asyncModelRun(() => ({ model: world, real: lanes }), calls);
        await empty(lanes, world.reference);
      } catch (error) {
        await closeLanes();
        throw error;
      }
    },
  );
  // Stack traces are off: calls fail often, and only the name of an error is compared.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const parameters: Parameters<unknown> = { seed, numRuns };
    return { details: await fc.check(property, parameters), outcomes };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    await closeLanes();
  }
}

async function empty(lanes: readonly Lane[], { tasks }: ReferenceEngine): Promise<void> {
  for (const lane of lanes) {
    const engine = lane.next();
    const gone = await Promise.all(tasks.map(({ task }) => engine.delete(task.scope, task.id)));
    if (gone.includes(false)) throw new Error(`A task of ${lane.name} is not there.`);
  }
}

/**
 * Returns the kind of an outcome: the name of an error, the `kind` of a value, or whether the value
 * is empty.
 */
function toShape(outcome: Outcome): string {
  if (outcome.kind === 'error') return outcome.name;
  const { value } = outcome;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : 'some';
  if (typeof value === 'number') return value === 0 ? 'none' : 'some';
  if (typeof value !== 'object' || value === null) return String(value);
  if ('kind' in value) return String(value.kind);
  if ('created' in value) return `created ${String(value.created)}`;
  if ('lost' in value && 'cancel' in value)
    return `lost ${String(value.lost).length > 0} cancel ${String(value.cancel).length > 0}`;
  return 'some';
}
