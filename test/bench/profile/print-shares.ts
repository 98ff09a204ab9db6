import { toShares, type Profile, type Share } from './read-profile.ts';

/** The number of lines of each list. */
const LINES = 15;

/** Prints where the busy time of a process went, the largest parts of each list. */
export function printShares(title: string, profile: Profile): void {
  const { owners, files, functions, busyMs } = toShares(profile);
  console.log(`${title}: ${(busyMs / 1_000).toFixed(1)} s busy`);
  print('by owner', owners);
  print('by file', files);
  print('by function', functions);
}

function print(title: string, shares: readonly Share[]): void {
  if (shares.length === 0) return;
  console.log(`\n${title}`);
  for (const { name, share } of shares.slice(0, LINES)) {
    console.log(`  ${(share * 100).toFixed(1).padStart(5)} %  ${name}`);
  }
}
