import type { TaskEngine, WaitingTask } from '../engine/task-engine.ts';
import { createAgentMessage } from '../protocol/agent-message.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Ends a task that nobody answers as failed. One that was answered meanwhile goes on. */
export async function endWaitingTask(
  engine: Pick<TaskEngine, 'reply'>,
  { taskId, scope, contextId, seq }: WaitingTask,
  waitMs: number,
): Promise<void> {
  const text = `The task was ended as nobody answered it for ${toDuration(waitMs)}.`;
  const message = createAgentMessage(text, { contextId, taskId });
  await engine.reply(scope, taskId, {
    reply: { expectedSeq: seq, events: [{ kind: 'status', state: 'failed', message }] },
  });
}

/** In the largest unit of which there are two or more, such as `36 hours`; below that in `s`. */
function toDuration(milliseconds: number): string {
  for (const [name, length] of UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 2) return `${count} ${name}s`;
  }
  return `${milliseconds / 1_000} s`;
}
