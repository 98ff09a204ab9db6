import { type PatternPart, readPattern } from './pattern-part.ts';

/** The most instructions of a program; a pattern that needs more cannot run. */
const MAX_INSTRUCTIONS = 50_000;

/** True if the program of a valid pattern would be too long to run. */
export function isTooLongPattern(pattern: string): boolean {
  return isTooLong(readPattern(pattern).part);
}

/** True if the program of a part would be too long to run. */
export function isTooLong(part: PatternPart): boolean {
  return countInstructions(part) > MAX_INSTRUCTIONS;
}

/** Counts the instructions of a part without writing them, but for those that help references. */
function countInstructions(part: PatternPart): number {
  if (part.kind === 'sequence' || part.kind === 'choice') {
    const overhead = part.kind === 'choice' ? 2 * part.parts.length : 0;
    return part.parts.reduce((sum, child) => sum + countInstructions(child), overhead);
  }
  if (!('part' in part)) return 1;
  const count = countInstructions(part.part) + (part.kind === 'repetition' ? 0 : 2);
  if (part.kind !== 'repetition') return count;
  const { least, most } = part;
  return most === Number.POSITIVE_INFINITY ? count * (least + 1) + 2 : count * most + most - least;
}
