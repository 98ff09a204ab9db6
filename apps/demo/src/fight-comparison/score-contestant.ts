/** The scores of one side of a fight: four strengths from 1 to 10, and a total made of them. */
export interface Score {
  readonly size: number;
  readonly strength: number;
  readonly speed: number;
  readonly cunning: number;
  /** The number of fighters on this side; 1 unless the name begins with a number. */
  readonly count: number;
  /** The weighted sum of the strengths, raised by the number of fighters. The higher total wins. */
  readonly total: number;
}

type Traits = readonly [size: number, strength: number, speed: number, cunning: number];

// A map is used because a plain object seems to have an entry for names such as "constructor".
const KNOWN: ReadonlyMap<string, Traits> = new Map([
  ['lion', [6, 7, 7, 6]],
  ['tiger', [6, 8, 7, 7]],
  ['bear', [8, 9, 5, 5]],
  ['elephant', [10, 10, 3, 7]],
  ['shark', [8, 8, 6, 4]],
  ['superman', [5, 10, 10, 7]],
  ['batman', [5, 5, 6, 10]],
  ['godzilla', [10, 10, 4, 4]],
  ['king kong', [10, 9, 6, 6]],
  ['duck sized horses', [1, 1, 6, 2]],
  ['horse sized duck', [7, 6, 5, 3]],
]);

/**
 * Scores a contestant by its name alone: known names from a table, all others by a checksum of
 * their letters, so that the same name always scores the same.
 */
export function scoreContestant(name: string): Score {
  const normal = name.trim().toLowerCase().replaceAll(/\s+/gu, ' ');
  const [, digits, remainder] = /^(\d{1,6}) (.+)$/u.exec(normal) ?? [undefined, '1', normal];
  const count = Math.max(1, Number(digits));
  const [size, strength, speed, cunning] =
    KNOWN.get(remainder ?? normal) ?? inventTraits(remainder ?? normal);
  const alone = 2 * size + 3 * strength + 2 * speed + 2 * cunning;
  // The total grows with the root of the count, because the members of a crowd hinder each other.
  return { size, strength, speed, cunning, count, total: alone * Math.sqrt(count) };
}

function inventTraits(name: string): Traits {
  let checksum = 7;
  for (const letter of name) checksum = (checksum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  const trait = (divisor: number): number => 1 + (Math.floor(checksum / divisor) % 10);
  return [trait(1), trait(10), trait(100), trait(1000)];
}
