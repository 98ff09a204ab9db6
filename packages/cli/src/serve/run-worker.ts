import { toReport } from '../errors/to-report.ts';
import { loadAgent } from './load-agent.ts';
import { serveAgent, type ServedAgent } from './serve-agent.ts';
import type { ListenOrder, WorkerReport } from './worker-messages.ts';
import { writeAgentTypes, type WriteAgentTypesOptions } from './write-agent-types.ts';

/** Has one version of an agent, for `dev`: loads it, and serves it once it is told to. */
export async function runWorker(
  file: string,
  types: WriteAgentTypesOptions | undefined,
): Promise<void> {
  let served: ServedAgent | undefined;
  let isEnding = false;

  async function end(): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    await served?.close();
    process.exit(0);
  }
  process.on('SIGTERM', () => void end());
  // The terminal sends Ctrl-C to both; `dev` says when to end.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => void end());
  try {
    const agent = await loadAgent(file);
    const written = types === undefined ? undefined : await writeAgentTypes(agent, types);
    const order = new Promise<ListenOrder>((resolve) => process.once('message', resolve));
    report({ kind: 'loaded', types: written });
    const { settings } = await order;
    served = await serveAgent(agent, {
      settings,
      onRequest: (record) => report({ kind: 'request', record }),
    });
    const skill = agent.skills[0]?.id ?? 'SKILL';
    const { close: _, ...doors } = served;
    report({ kind: 'listening', ...doors, name: agent.name, skill });
  } catch (error) {
    report({ kind: 'failed', message: toReport(error).message });
    await served?.close();
    process.disconnect();
  }
}

function report(message: WorkerReport): void {
  if (process.connected) process.send?.(message);
}
