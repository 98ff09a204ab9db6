import { expect } from 'vitest';

// Files of tests run one after another in a process, so what one leaves changed makes a later one fail,
// which looks flaky. Vitest runs this before each file: it fails the file that finds a change, and says
// which file ran before it.

/**
 * The events of the process to which no file may leave listeners. A browser that stays for later files
 * listens to the other ones.
 */
const EVENTS = [
  'uncaughtException',
  'uncaughtExceptionMonitor',
  'unhandledRejection',
  'rejectionHandled',
  'warning',
  'SIGUSR2',
] as const;

/** The variables that Vitest itself sets for each file. */
const OF_VITEST = /^VITEST/u;

/** What the process had before its first file, and the file that ran last. */
interface Start {
  originals: ReadonlyMap<string, unknown>;
  file: string;
}

/** The process, as the place where the first file leaves what the next one finds. */
const place = globalThis as typeof globalThis & { formworkStart?: Start };

/** Returns what every file has to leave as it was, by name. */
function readGlobals(): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const name of ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const) {
    found.set(name, globalThis[name]);
  }
  for (const name of ['setImmediate', 'queueMicrotask', 'Date', 'fetch'] as const) {
    found.set(name, globalThis[name]);
  }
  found.set('Date.now', Date.now).set('performance.now', performance.now);
  found.set('Math.random', Math.random);
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    found.set(`console.${name}`, console[name]);
  }
  for (const name of ['nextTick', 'exit', 'emitWarning', 'hrtime', 'kill'] as const) {
    found.set(`process.${name}`, process[name]);
  }
  found.set('the working directory', process.cwd()).set('process.exitCode', process.exitCode);
  for (const name of EVENTS) found.set(`the listeners of ${name}`, countListeners(name));
  for (const [name, value] of Object.entries(process.env)) {
    if (!OF_VITEST.test(name)) found.set(`process.env.${name}`, value);
  }
  return found;
}

/**
 * The listener that the runtime adds once in a process, and keeps: it takes only errors of calls of
 * its own tasks.
 */
const OF_RUNTIME = 'logUnhandledError';

function countListeners(event: (typeof EVENTS)[number]): number {
  const listeners: readonly { readonly name: string }[] = process.rawListeners(event);
  return listeners.filter(({ name }) => name !== OF_RUNTIME).length;
}

/** Names what differs between two readings. */
function listChanges(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
}

const { originals, file } = (place.formworkStart ??= { originals: readGlobals(), file: '' });
const now = readGlobals();
const changes = listChanges(originals, now);
// The next file fails only for what this one changes.
place.formworkStart = { originals: now, file: expect.getState().testPath ?? '' };
if (changes.length > 0) {
  throw new Error(
    `Cannot begin because the file before, ${file}, must leave what it found: it changed ${changes.join(', ')}.`,
  );
}
