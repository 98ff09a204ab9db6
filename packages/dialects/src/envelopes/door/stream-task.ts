import { Artifact, type StreamResponse, type TaskStatus } from '@a2a-js/sdk';
import { toMessageText } from '@formwork/core';
import { toProgress, toShownState, type JsonFields } from './task-view.ts';

/**
 * The payloads of the responses to a task that is watched: one with `data.progress` for everything
 * that happens, and last the one that a caller who does not watch gets.
 */
export async function* streamTask(
  events: AsyncGenerator<StreamResponse, void, undefined>,
  settle: (taskId: string) => Promise<JsonFields>,
): AsyncGenerator<JsonFields, void, undefined> {
  let taskId = '';
  let status: TaskStatus | undefined;
  for await (const { payload } of events) {
    switch (payload?.$case) {
      case 'message':
        yield { status: 'success', data: { text: toMessageText(payload.value) } };
        return;
      case 'task':
        ({ id: taskId, status } = payload.value);
        break;
      case 'statusUpdate':
        ({ status } = payload.value);
        break;
      case 'artifactUpdate': {
        const { artifact, append, lastChunk } = payload.value;
        if (artifact === undefined || artifact.artifactId === 'result') continue;
        yield toFrame(taskId, status, {
          artifact: Artifact.toJSON(artifact),
          append,
          last: lastChunk,
        });
        continue;
      }
      case undefined:
        continue;
    }
    // How it rests is told by the last frame.
    const isMoving = ['submitted', 'working'].includes(toShownState(status));
    if (isMoving) yield toFrame(taskId, status);
  }
  yield await settle(taskId);
}

function toFrame(
  taskId: string,
  status: TaskStatus | undefined,
  more: JsonFields = {},
): JsonFields {
  return { status: 'success', data: { progress: { ...toProgress(taskId, status), ...more } } };
}
