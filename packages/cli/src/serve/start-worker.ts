import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CliError } from '../errors/errors.ts';
import type { ServeSettings } from './read-settings.ts';
import type { RequestRecord } from './request-log.ts';
import type { EndOrder, ListenOrder, LogEntry, WorkerReport } from './worker-messages.ts';
import type { AgentTypes, WriteAgentTypesOptions } from './write-agent-types.ts';

/** A worker: a process with one version of an agent. */
export interface Worker {
  /**
   * The types that the worker has written or found up to date; `undefined` if none were asked for.
   */
  readonly types: AgentTypes | undefined;
  /** Serves the agent. @throws CliError if that fails. */
  readonly listen: (settings: ServeSettings) => Promise<ListeningReport>;
  /** Stops serving the agent, and ends the process. */
  readonly stop: () => Promise<void>;
  /** Resolves when the process has ended, by itself or because it was stopped. */
  readonly ended: Promise<unknown>;
}

/** The URLs at which a worker serves its agent. */
export type ListeningReport = Extract<WorkerReport, { readonly kind: 'listening' }>;

/** The time that a worker has to stop before it is killed, in milliseconds. */
const STOP_MS = 10_000;

/**
 * Starts a worker and waits until it has loaded the agent. @throws CliError if the agent cannot be
 * loaded.
 */
export async function startWorker(
  file: string,
  {
    types,
    onRequest,
    onLog,
    signal,
  }: {
    /**
     * The types that the worker writes after it has loaded the agent, if they have changed;
     * `undefined` for none.
     */
    readonly types: WriteAgentTypesOptions | undefined;
    readonly onRequest: (record: RequestRecord) => void;
    readonly onLog: (entry: LogEntry) => void;
    /** A signal that ends the process while it still loads the agent. */
    readonly signal: AbortSignal;
  },
): Promise<Worker> {
  const bin = fileURLToPath(new URL('../../bin/formwork.cjs', import.meta.url));
  const child = fork(
    bin,
    ['dev-worker', file, ...(types === undefined ? [] : [JSON.stringify(types)])],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const ended: Promise<unknown> = once(child, 'close');
  const waiting = new Set<(report: WorkerReport) => void>();
  child.on('message', (report: WorkerReport) => {
    if (report.kind === 'request') onRequest(report.record);
    else if (report.kind === 'log') onLog(report.entry);
    else for (const tell of waiting) tell(report);
  });

  function next(): Promise<WorkerReport> {
    const reported = new Promise<WorkerReport>((resolve) => {
      const tell = (report: WorkerReport): void => {
        waiting.delete(tell);
        resolve(report);
      };
      waiting.add(tell);
    });
    const gone = ended.then((): WorkerReport => ({
      kind: 'failed',
      message: `Cannot serve ${JSON.stringify(file)} because it ended its process (code ${child.exitCode ?? 'none'}).`,
    }));
    return Promise.race([reported, gone]);
  }

  async function stop(): Promise<void> {
    const order: EndOrder = { kind: 'end' };
    // A process that has just ended cannot be sent anything, and needs nothing.
    if (child.connected) child.send(order, () => undefined);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  const onAbort = (): void => void stop();
  signal.addEventListener('abort', onAbort, { once: true });
  const first = await next();
  signal.removeEventListener('abort', onAbort);
  // A worker that is being ended may still report that it has loaded.
  if (signal.aborted || first.kind !== 'loaded') {
    await stop();
    throw new CliError(first.kind === 'failed' ? first.message : 'Cannot serve.');
  }
  return {
    types: first.types,
    ended,
    stop,
    async listen(settings) {
      const report = next();
      const order: ListenOrder = { kind: 'listen', settings };
      // A process that has ended since it loaded is reported as `failed`.
      if (child.connected) child.send(order, () => undefined);
      const answer = await report;
      if (answer.kind === 'listening') return answer;
      await stop();
      throw new CliError(answer.kind === 'failed' ? answer.message : 'Cannot serve.');
    },
  };
}
