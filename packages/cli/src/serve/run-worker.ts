import type { TaskLogger } from '@formwork/core';
import { listenForEnd } from '@formwork/schema/internal';
import { toPlainFields } from '@formwork/schema/internal';
import { toReport } from '../errors/to-report.ts';
import { loadAgent } from './load-agent.ts';
import { serveAgent, type ServedAgent } from './serve-agent.ts';
import type { EndOrder, ListenOrder, LogEntry, WorkerReport } from './worker-messages.ts';
import { writeAgentTypes, type WriteAgentTypesOptions } from './write-agent-types.ts';

/**
 * Runs the process of one version of an agent for `dev`: loads the agent, and serves it when `dev`
 * orders it.
 */
export async function runWorker(
  file: string,
  types: WriteAgentTypesOptions | undefined,
): Promise<void> {
  const worker = new WorkerEnd();
  const ordered = new Promise<ListenOrder>((resolve) => {
    process.on('message', (order: EndOrder | ListenOrder) => {
      if (order.kind === 'end') void worker.end();
      else resolve(order);
    });
  });
  // A terminal sends Ctrl-C, and a window that is closed its signal, to both processes; `dev` orders
  // this one to end.
  listenForEnd((signal) => {
    if (signal === 'SIGTERM') void worker.end();
  });
  process.on('disconnect', () => void worker.end());
  try {
    const agent = await loadAgent(file);
    const writtenTypes = types === undefined ? undefined : await writeAgentTypes(agent, types);
    report({ kind: 'loaded', types: writtenTypes });
    const { settings } = await ordered;
    const served = await serveAgent(agent, {
      settings,
      logger: LOGGER,
      onRequest: (record) => report({ kind: 'request', record }),
    });
    worker.served = served;
    const skill = agent.skills[0]?.id ?? 'SKILL';
    const { close: _, ...doors } = served;
    report({ kind: 'listening', ...doors, name: agent.name, skill });
  } catch (error) {
    report({ kind: 'failed', message: toReport(error).message });
    await worker.served?.close();
    process.disconnect();
  }
}

/** The end of the process of a version, which comes once, whatever asks for it. */
class WorkerEnd {
  /** The agent that is closed before the process ends; absent until it is served. */
  served?: ServedAgent;
  #isEnding = false;

  async end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    await this.served?.close();
    process.exit(0);
  }
}

/** The logger of the agent, which sends entries to `dev` to be shown. */
const LOGGER: TaskLogger = {
  info: (message, fields) => log('info', message, fields),
  warn: (message, fields) => log('warn', message, fields),
  error: (message, fields) => log('error', message, fields),
};

function log(
  level: LogEntry['level'],
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  report({ kind: 'log', entry: { level, message, fields: toPlainFields(fields) } });
}

function report(message: WorkerReport): void {
  if (process.connected) process.send?.(message);
}
