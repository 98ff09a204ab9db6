// Counts the files that a reader has to open to follow one request or value from its entry to its
// end (a "journey"). Each step names a file and a function in it; the file of the step before must
// name that function as well.
import journeys from './journeys.json' with { type: 'json' };

/** Types that many files pass on, each with the maximum number of files that should name it. */
const HANDED_ON = [
  { name: 'CallRules', house: 'packages/mcp', goal: 6 },
  { name: 'BridgeOptions', house: 'packages/mcp', goal: 12 },
];

/**
 * Counts the files that a reader opens on each journey, and the files that name the types which are
 * passed on.
 *
 * @param {readonly import('./source-tree.js').SourceFile[]} files
 * @returns {import('./figures.js').Figure[]}
 */
export function countJourneys(files) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return [
    ...journeys.map(({ name, goal, steps }) => {
      checkSteps(name, steps.map(readStep), texts);
      const paths = [...new Set(steps.map((step) => readStep(step).path))];
      return {
        name: `files on the way of ${name}`,
        value: paths.length,
        goal,
        places: () => steps,
      };
    }),
    ...HANDED_ON.map(({ name, house, goal }) => {
      const places = files
        .filter((file) => file.house === house && names(file.text, name))
        .map(({ path }) => path);
      return { name: `files that name ${name}`, value: places.length, goal, places: () => places };
    }),
  ];
}

function checkSteps(journey, steps, texts) {
  for (const [index, { path, name }] of steps.entries()) {
    for (const where of [path, steps[index - 1]?.path ?? path]) {
      const text = texts.get(where);
      if (text === undefined) {
        throw new Error(`Cannot follow "${journey}" because there is no file ${where}.`);
      }
      if (!names(text, name)) {
        throw new Error(`Cannot follow "${journey}" because ${where} does not name ${name}.`);
      }
    }
  }
}

/**
 * Reads a step of a journey: the path of a file, and the name of a function in it.
 * @param {string} step `packages/server/src/door.ts#openDoor`
 */
function readStep(step) {
  const [path, name] = step.split('#');
  return { path, name };
}

function names(text, name) {
  return new RegExp(String.raw`\b${name}\b`).test(text);
}
