// Counts the files that a reader opens to follow one call, from the door to the answer (a "journey"):
// those whose functions ran for it, recorded from a real call, so that no list can be out of date.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../test/src/house/record-calls.ts', import.meta.url));

/** The maximum number of files of each way. */
const GOALS = { 'a call': 110, 'a stream': 112, 'a call by the client': 132 };

/**
 * Records calls and counts the files that worked on each.
 *
 * @returns {import('./figures.js').Figure[]}
 */
export function countJourneys() {
  const text = execFileSync(process.execPath, ['--conditions=@formwork/source', PROGRAM], {
    encoding: 'utf8',
  });
  return Object.entries(JSON.parse(text)).map(([name, files]) => ({
    name: `files that work on ${name}`,
    value: Object.keys(files).length,
    goal: GOALS[name],
    places: () => Object.entries(files).map(([path, names]) => `${path}: ${names.join(', ')}`),
  }));
}
