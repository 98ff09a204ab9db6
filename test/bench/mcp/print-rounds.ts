import { median } from '../median.ts';
import { takeTurns, type Callers, type Times } from './take-turns.ts';

/** Options of {@link printRounds}. */
export interface RoundsOptions<Name extends string> {
  readonly rounds: number;
  /** The number of calls per round for each way to call. */
  readonly calls: number;
  /** The pairs of ways to call that are compared; a ratio divides the first by the second. */
  readonly ratios: readonly (readonly [NoInfer<Name>, NoInfer<Name>])[];
}

/**
 * Makes calls in turn, in several rounds, and prints times and ratios of p50 as medians of the
 * rounds.
 */
export async function printRounds<Name extends string>(
  callers: Callers<Name>,
  { rounds, calls, ratios }: RoundsOptions<Name>,
): Promise<void> {
  await takeTurns(callers, calls);
  const all: Times<Name>[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await takeTurns(callers, calls));
  for (const name of Object.keys(callers) as Name[]) {
    console.log(`  ${name} ${median(all.map((times) => times[name])).toFixed(2)} ms`);
  }
  for (const [one, other] of ratios) {
    const found = all.map((times) => times[one] / times[other]);
    const [least = NaN] = found.toSorted((a, b) => a - b);
    const most = Math.max(...found);
    console.log(
      `  ${one} / ${other} ${median(found).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
    );
  }
}
