import { TaskState, type Artifact, type Part } from '@a2a-js/sdk';
import { AgentEvent } from '@a2a-js/sdk/server';
import { startStockAgent } from './stock-agents.ts';

/** Makes a message part that holds the bytes of a named file. */
export function toRawPart(filename: string, text: string, mediaType = 'text/plain'): Part {
  return {
    content: { $case: 'raw', value: Buffer.from(text) },
    metadata: undefined,
    filename,
    mediaType,
  };
}

/** Makes a message part that holds the URL of a named file. */
export function toUrlPart(filename: string, url: string, mediaType = ''): Part {
  return { content: { $case: 'url', value: url }, metadata: undefined, filename, mediaType };
}

/** Makes an artifact with a name, the id `id-NAME` and the given parts. */
export function toArtifact(name: string, parts: Part[]): Artifact {
  const artifactId = `id-${name}`;
  return { artifactId, name, description: '', parts, metadata: undefined, extensions: [] };
}

/** Options of {@link startFileAgent}. */
export interface FileAgentOptions {
  /** Called while the task is working, before it completes. Default: does nothing. */
  readonly meanwhile?: () => void;
}

/**
 * Serves an agent without Formwork, whose skill `draw` takes text and answers with the given
 * artifacts. Returns the agent's URL.
 */
export function startFileAgent(
  artifacts: readonly Artifact[],
  { meanwhile = () => {} }: FileAgentOptions = {},
): Promise<string> {
  const draw = { id: 'draw', name: 'Draw', description: '', tags: [] };
  const toStatus = (state: TaskState) => ({ state, message: undefined, timestamp: undefined });
  return startStockAgent(
    {
      execute({ taskId, contextId }, bus) {
        const ids = { taskId, contextId, metadata: undefined };
        const status = toStatus(TaskState.TASK_STATE_WORKING);
        const task = { id: taskId, contextId, artifacts: [], history: [], metadata: undefined };
        bus.publish(AgentEvent.task({ ...task, status }));
        for (const artifact of artifacts) {
          const piece = { ...ids, artifact, append: false, lastChunk: true };
          bus.publish(AgentEvent.artifactUpdate(piece));
        }
        meanwhile();
        const done = toStatus(TaskState.TASK_STATE_COMPLETED);
        bus.publish(AgentEvent.statusUpdate({ ...ids, status: done }));
        return Promise.resolve();
      },
      cancelTask: () => Promise.resolve(),
    },
    { skills: [draw] },
  );
}
