import { Argument, type Command } from 'commander';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../errors/errors.ts';
import { assertModule } from '../../serve/load-agent.ts';
import { readSettings, type ServeSettings } from '../../serve/read-settings.ts';
import type { RequestRecord } from '../../serve/request-log.ts';
import { type ListeningReport, startWorker, type Worker } from '../../serve/start-worker.ts';
import type { LogEntry } from '../../serve/worker-messages.ts';
import type { WriteAgentTypesOptions } from '../../serve/write-agent-types.ts';
import type { Console } from '../../terminal/console.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';
import { toSafeJson, toSafeLine } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags, addServeFlags } from '../common-flags.ts';

type DevFlags = CommonFlags & Readonly<Record<string, unknown>> & { readonly types?: string };

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
  const configured = await readSettings({ flags, env: process.env });
  // Who writes an agent also operates it, unless all callers could, or none.
  const { findConsoleFault } = await import('../../serve/agent-pages.ts');
  const settings = { console: findConsoleFault(configured) === undefined, ...configured };
  const { types } = flags;
  const interrupt = createInterrupt();
  const speaker = new Speaker(console, flags.json === true);
  const server = new DevServer({ file, types, settings, speaker, console });
  const queue = new LoadQueue(
    (signal) => server.load(signal),
    (error) => {
      if (server.failed.aborted) return;
      console.err(toReport(error).message);
      if (!server.isServing) console.err('It is tried again when a file changes.');
    },
  );
  const folder = dirname(resolve(file));
  const typesFile = types === undefined ? undefined : resolve(types);
  const watched = await watchFolder(folder, {
    isRelevant: (path) =>
      /\.(?:[cm]?[jt]s|json)$/u.test(path) &&
      !path.startsWith('.') &&
      resolve(folder, path) !== typesFile,
    onChange: () => queue.add(),
    onError: (error) => console.err(toReport(error).message),
  });
  try {
    queue.add();
    const ends = AbortSignal.any([interrupt.signal, server.failed]);
    if (!ends.aborted) await once(ends, 'abort');
    server.failed.throwIfAborted();
  } finally {
    watched.close();
    await queue.close();
    await server.stop();
    interrupt.dispose();
  }
}

/** The agent that is written, and who hears of it. */
interface DevOptions {
  readonly file: string;
  /** The file for the types of the agent; `undefined` for none. */
  readonly types: string | undefined;
  readonly speaker: Speaker;
  readonly console: Console;
}

/** The version of an agent that is served now, in a process of its own. */
class DevServer {
  readonly #options: DevOptions;
  readonly #failure = new AbortController();
  #settings: ServeSettings;
  #worker: Worker | undefined;
  #hasServed = false;
  /** The types that were written last, and the note about them that is shown with every version. */
  #types:
    | {
        readonly digests: WriteAgentTypesOptions['before'];
        readonly warnings: readonly string[];
      }
    | undefined;

  constructor({ settings, ...options }: DevOptions & { readonly settings: ServeSettings }) {
    this.#options = options;
    this.#settings = settings;
  }

  /** Aborts with the error after which no other version can be served. */
  get failed(): AbortSignal {
    return this.#failure.signal;
  }

  get isServing(): boolean {
    return this.#worker !== undefined;
  }

  /** Loads the agent anew, and serves it in place of the version before. */
  async load(signal: AbortSignal): Promise<void> {
    const { file, types, speaker } = this.#options;
    const start = Date.now();
    // If the new version cannot be loaded, the old one keeps running.
    const next = await startWorker(file, {
      types: types === undefined ? undefined : { file: types, before: this.#types?.digests },
      onRequest: (record) => speaker.request(record),
      onLog: (entry) => speaker.log(entry),
      signal,
    });
    this.#noteTypes(next);
    await this.stop();
    const listening = await next.listen(this.#settings).catch((error: unknown) => {
      // If the port is taken at the start, no other version of the agent can help.
      if (!this.#hasServed) this.#failure.abort(error);
      throw error;
    });
    this.#worker = next;
    this.#hasServed = true;
    void this.#tellEnd(next);
    // All later versions use the port that the first one got.
    this.#settings = { ...this.#settings, port: Number(new URL(listening.url).port) };
    speaker.ready(listening, Date.now() - start);
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.stop();
  }

  #noteTypes({ types }: Worker): void {
    if (types !== undefined) {
      const { warnings = this.#types?.warnings ?? [], ...digests } = types;
      this.#types = { digests, warnings };
    }
    for (const warning of this.#types?.warnings ?? []) {
      this.#options.console.err(`Warning: ${warning}`);
    }
  }

  async #tellEnd(worker: Worker): Promise<void> {
    await worker.ended;
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#options.console.err(
      'The agent ended its process. It is started again when a file changes.',
    );
  }
}

/** Says what happens in the process of an agent: lines for people, or JSON for programs. */
class Speaker {
  readonly #console: Console;
  readonly #isJson: boolean;
  #isFirst = true;

  constructor(console: Console, isJson: boolean) {
    this.#console = console;
    this.#isJson = isJson;
  }

  /** Shows an entry of the agent's log. */
  log({ level, message, fields }: LogEntry): void {
    if (this.#isJson) {
      this.#console.err(toSafeJson({ kind: 'log', level, message, ...fields }, 0));
      return;
    }
    const { error, ...details } = fields;
    const pairs = Object.entries(details).map(
      ([name, value]) => `${name}=${JSON.stringify(value)}`,
    );
    const line = toSafeLine([message, ...pairs].join(' '));
    const label = this.#console.paint(level === 'info' ? 'green' : 'red', level);
    this.#console.err(`${new Date().toLocaleTimeString('en-GB')} ${label} ${line}`);
    // Prints an error's stack over several lines, because a single line would be unreadable.
    for (const stackLine of typeof error === 'string' ? error.split('\n') : []) {
      this.#console.err(`  ${toSafeLine(stackLine.trim())}`);
    }
  }

  /** Shows a request that was answered. */
  request(record: RequestRecord): void {
    if (this.#isJson) {
      this.#console.out(toSafeJson({ kind: 'request', ...record }, 0));
      return;
    }
    const { method, path, status, ms } = record;
    const shownPath = toSafeLine(path.slice(0, 200));
    const code = this.#console.paint(status < 400 ? 'green' : 'red', `${status}`);
    this.#console.out(
      `${new Date().toLocaleTimeString('en-GB')} ${method} ${shownPath} ${code} ${ms} ms`,
    );
  }

  /** Says that a version is served, the first one with all its addresses. */
  ready(listening: ListeningReport, ms: number): void {
    const { url, formsUrl, consoleUrl, mcpUrl, sessionsUrl, messagesUrl, grpcUrl } = listening;
    const { name, skill } = listening;
    if (this.#isJson) {
      const doors = {
        forms: formsUrl,
        console: consoleUrl,
        mcp: mcpUrl,
        sessions: sessionsUrl,
        messages: messagesUrl,
        grpc: grpcUrl,
      };
      this.#console.out(toSafeJson({ kind: 'ready', url, ...doors, name, ms }, 0));
    } else if (this.#isFirst) {
      this.#console.out(
        `${this.#console.paint('bold', toSafeLine(name))} is at ${url}\n${formsUrl === undefined ? '' : `Forms for people: ${formsUrl}\n`}${consoleUrl === undefined ? '' : `Console for operators: ${consoleUrl}\n`}${mcpUrl === undefined ? '' : `Tools for models: ${mcpUrl} (MCP)\n`}${sessionsUrl === undefined ? '' : `Session API: ${sessionsUrl}/card\n`}${messagesUrl === undefined ? '' : `Message envelopes: ${messagesUrl}\n`}${grpcUrl === undefined ? '' : `gRPC: ${grpcUrl}\n`}Try it: npx formwork call ${url} ${toSafeLine(skill)} --help\nIt is loaded again whenever a file changes. Ctrl-C stops it.\n`,
      );
    } else this.#console.out(`Reloaded in ${ms} ms.`);
    this.#isFirst = false;
  }
}

/** Loads one version at a time; several requests during a load become one. */
class LoadQueue {
  readonly #load: (signal: AbortSignal) => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #controller = new AbortController();
  #isStale = false;

  constructor(load: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void) {
    this.#load = load;
    this.#onError = onError;
  }

  /** Asks for a new version, and gives up one that is still being loaded and is now outdated. */
  add(): void {
    this.#isStale = true;
    this.#controller.abort();
    this.#running ??= this.#run();
  }

  /** Gives up the version that is being loaded. Resolves when nothing is being loaded. */
  async close(): Promise<void> {
    this.#isStale = false;
    this.#controller.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    do {
      this.#isStale = false;
      this.#controller = new AbortController();
      const { signal } = this.#controller;
      await this.#load(signal).catch((error: unknown) => {
        if (!signal.aborted) this.#onError(error);
      });
    } while (this.#isStale);
    this.#running = undefined;
  }
}
