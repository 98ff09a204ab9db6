import { UsageError } from '../../errors/errors.ts';
import { assertModule } from '../../serve/load-agent.ts';
import { readSettings, type ServeSettings } from '../../serve/read-settings.ts';
import type { RequestRecord } from '../../serve/serve-agent.ts';

import { type Listening, startWorker, type Worker } from '../../serve/start-worker.ts';
import type { LogEntry } from '../../serve/worker-messages.ts';
import type { WriteAgentTypesOptions } from '../../serve/write-agent-types.ts';
import type { Console } from '../../terminal/console.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';
import { toSafeJson, toSafeLine } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags, addServeFlags } from '../common-flags.ts';

import { Argument, type Command } from 'commander';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';

type DevFlags = CommonFlags & Readonly<Record<string, unknown>> & { readonly types?: string };

/** The types that were written last, and the note about them that is shown with every version. */
interface WrittenTypes {
  readonly digests: WriteAgentTypesOptions['before'];
  readonly warnings: readonly string[];
}

/**
 * Adds the command `formwork dev FILE`, which serves an agent and reloads it when its files change,
 * and the inner command for the process of each version.
 */
export function defineDev(program: Command, console: Console): void {
  const command = program
    .command('dev')
    .description('serve an agent while you write it: reload on change, a line for every request')
    .argument('<file>', 'module that exports an agent by default, .ts or .js')
    .option('--types <file>', 'write the types of the agent here, with every version')
    .action((file: string, flags: DevFlags) => runDev(file, flags, console));
  addCommonFlags(addServeFlags(command), [
    'formwork dev src/agent.ts',
    'formwork dev src/agent.ts --types src/agent.types.ts --port 8080',
    'formwork dev src/agent.ts --store .formwork/dev.sqlite',
  ]);
  program
    .command('dev-worker', { hidden: true })
    .argument('<file>')
    .addArgument(new Argument('[types]'))
    .action(async (file: string, types: string | undefined) => {
      if (process.send === undefined) {
        throw new UsageError('Cannot run dev-worker by hand: use formwork dev FILE.');
      }
      const { runWorker } = await import('../../serve/run-worker.ts');
      const order: WriteAgentTypesOptions | undefined = types && JSON.parse(types);
      await runWorker(file, order);
    });
}

async function runDev(file: string, flags: DevFlags, console: Console): Promise<void> {
  assertModule(file);
  const { toReport } = await import('../../errors/to-report.ts');
  const { watchFolder } = await import('@formwork/typegen/watch');
  const given = await readSettings({ flags, env: process.env });
  // Who writes an agent also operates it, unless all callers could, or none.
  const { findConsoleFault } = await import('../../serve/agent-pages.ts');
  let settings: ServeSettings = { console: findConsoleFault(given) === undefined, ...given };
  const { types } = flags;
  const say = createSpeaker(console, flags);
  const interrupt = createInterrupt();
  const failure = new AbortController();
  let current: Worker | undefined;
  let hasServed = false;
  let written: WrittenTypes | undefined;

  async function load(signal: AbortSignal): Promise<void> {
    const start = Date.now();
    // If the new version cannot be loaded, the old one keeps running.
    const next = await startWorker(file, {
      types: types === undefined ? undefined : { file: types, before: written?.digests },
      onRequest: say.request,
      onLog: say.log,
      signal,
    });
    if (next.types !== undefined) {
      const { warnings = written?.warnings ?? [], ...digests } = next.types;
      written = { digests, warnings };
    }
    for (const warning of written?.warnings ?? []) console.err(`Warning: ${warning}`);
    const before = current;
    current = undefined;
    await before?.stop();
    const listening = await next.listen(settings).catch((error: unknown) => {
      // If the port is taken at the start, no other version of the agent can help.
      if (!hasServed) failure.abort(error);
      throw error;
    });
    current = next;
    hasServed = true;
    void tellEnd(next);
    // All later versions use the port that the first one got.
    settings = { ...settings, port: Number(new URL(listening.url).port) };
    say.ready(listening, Date.now() - start);
  }

  const queue = createLoadQueue(load, (error) => {
    if (failure.signal.aborted) return;
    console.err(toReport(error).message);
    if (current === undefined) console.err('It is tried again when a file changes.');
  });
  async function tellEnd(worker: Worker): Promise<void> {
    await worker.ended;
    if (current !== worker) return;
    current = undefined;
    console.err('The agent ended its process. It is started again when a file changes.');
  }

  const folder = dirname(resolve(file));
  const own = types === undefined ? undefined : resolve(types);
  const watched = await watchFolder(folder, {
    isRelevant: (path) =>
      /\.(?:[cm]?[jt]s|json)$/u.test(path) &&
      !path.startsWith('.') &&
      resolve(folder, path) !== own,
    onChange: queue.add,
    onError: (error) => console.err(toReport(error).message),
  });
  try {
    queue.add();
    const ends = AbortSignal.any([interrupt.signal, failure.signal]);
    if (!ends.aborted) await once(ends, 'abort');
    failure.signal.throwIfAborted();
  } finally {
    watched.close();
    await queue.close();
    const last = current;
    current = undefined;
    await last?.stop();
    interrupt.dispose();
  }
}

function createSpeaker(
  console: Console,
  { json }: DevFlags,
): {
  readonly request: (record: RequestRecord) => void;
  readonly log: (entry: LogEntry) => void;
  readonly ready: (listening: Listening, ms: number) => void;
} {
  let isFirst = true;
  const { paint } = console;
  return {
    log: ({ level, message, fields }) => {
      if (json === true) {
        console.err(toSafeJson({ kind: 'log', level, message, ...fields }, 0));
        return;
      }
      const { error, ...others } = fields;
      const shown = Object.entries(others).map(
        ([name, value]) => `${name}=${JSON.stringify(value)}`,
      );
      const line = toSafeLine([message, ...shown].join(' '));
      const label = paint(level === 'info' ? 'green' : 'red', level);
      console.err(`${new Date().toLocaleTimeString('en-GB')} ${label} ${line}`);
      // Prints an error's stack over several lines, because a single line would be unreadable.
      for (const one of typeof error === 'string' ? error.split('\n') : []) {
        console.err(`  ${toSafeLine(one.trim())}`);
      }
    },
    request: (record) => {
      if (json === true) {
        console.out(toSafeJson({ kind: 'request', ...record }, 0));
        return;
      }
      const { method, path, status, ms } = record;
      const shown = toSafeLine(path.slice(0, 200));
      const code = paint(status < 400 ? 'green' : 'red', `${status}`);
      console.out(`${new Date().toLocaleTimeString('en-GB')} ${method} ${shown} ${code} ${ms} ms`);
    },
    ready: (listening, ms) => {
      const { url, formsUrl, consoleUrl, mcpUrl, sessionsUrl, messagesUrl, grpcUrl } = listening;
      const { name, skill } = listening;
      if (json === true) {
        const doors = {
          forms: formsUrl,
          console: consoleUrl,
          mcp: mcpUrl,
          sessions: sessionsUrl,
          messages: messagesUrl,
          grpc: grpcUrl,
        };
        console.out(toSafeJson({ kind: 'ready', url, ...doors, name, ms }, 0));
      } else if (isFirst) {
        console.out(
          `${paint('bold', toSafeLine(name))} is at ${url}\n${formsUrl === undefined ? '' : `Forms for people: ${formsUrl}\n`}${consoleUrl === undefined ? '' : `Console for operators: ${consoleUrl}\n`}${mcpUrl === undefined ? '' : `Tools for models: ${mcpUrl} (MCP)\n`}${sessionsUrl === undefined ? '' : `Session API: ${sessionsUrl}/card\n`}${messagesUrl === undefined ? '' : `Message envelopes: ${messagesUrl}\n`}${grpcUrl === undefined ? '' : `gRPC: ${grpcUrl}\n`}Try it: npx formwork call ${url} ${toSafeLine(skill)} --help\nIt is loaded again whenever a file changes. Ctrl-C stops it.\n`,
        );
      } else console.out(`Reloaded in ${ms} ms.`);
      isFirst = false;
    },
  };
}

/** A queue that loads one version of the agent after another. */
interface LoadQueue {
  /** Asks for a new version, and gives up one that is still being loaded and is now outdated. */
  readonly add: () => void;
  /** Gives up the version that is being loaded. Resolves when nothing is being loaded. */
  readonly close: () => Promise<void>;
}

/** Makes a queue that loads one version at a time; several requests during a load become one. */
function createLoadQueue(
  load: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): LoadQueue {
  let running: Promise<void> | undefined;
  let controller = new AbortController();
  let isStale = false;

  async function run(): Promise<void> {
    do {
      isStale = false;
      controller = new AbortController();
      const { signal } = controller;
      await load(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
    } while (isStale);
    running = undefined;
  }
  return {
    add: () => {
      isStale = true;
      controller.abort();
      running ??= run();
    },
    close: async () => {
      isStale = false;
      controller.abort();
      await running;
    },
  };
}
