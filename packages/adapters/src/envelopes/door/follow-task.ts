import { Artifact, type StreamResponse, type TaskStatus } from '@a2a-js/sdk';
import { toMessageText } from '@formwork/core/internal';
import { toProgress, toShownState, type JsonFields } from './task-view.ts';

/** The outcome of a task, or of a message that led to none. */
export type Followed =
  /** The task has ended, waits, or can be followed no longer. */
  | { readonly kind: 'rest'; readonly taskId: string }
  /** The time was up. */
  | { readonly kind: 'late'; readonly taskId: string; readonly status: TaskStatus | undefined }
  | { readonly kind: 'text'; readonly text: string };

/** Reads the events of a task until it rests, or until so many milliseconds have passed. */
export async function followTask(
  events: AsyncGenerator<StreamResponse, void, undefined>,
  { waitMs }: { readonly waitMs: number },
): Promise<Followed> {
  let taskId = '';
  let status: TaskStatus | undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), waitMs);
  });
  try {
    for (;;) {
      const next = events.next();
      // Its id has to be known, or nobody could come back for it.
      const item = taskId === '' ? await next : await Promise.race([next, late]);
      if (item === 'late') {
        next.catch(() => {});
        return { kind: 'late', taskId, status };
      }
      if (item.done === true) return { kind: 'rest', taskId };
      const { payload } = item.value;
      if (payload?.$case === 'message') return { kind: 'text', text: toMessageText(payload.value) };
      if (payload?.$case === 'task') ({ id: taskId, status } = payload.value);
      if (payload?.$case === 'statusUpdate') ({ status } = payload.value);
    }
  } finally {
    clearTimeout(timer);
    // Not waited for: it ends when the event that it waits for is given up.
    events.return().catch(() => {});
  }
}

/**
 * Streams payloads of responses to a task: one with `data.progress` for every event, and last the
 * one that a caller without a stream gets.
 */
export async function* streamTask(
  events: AsyncGenerator<StreamResponse, void, undefined>,
  readResponse: (taskId: string) => Promise<JsonFields>,
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
        yield createFrame(taskId, status, {
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
    if (isMoving) yield createFrame(taskId, status);
  }
  yield await readResponse(taskId);
}

function createFrame(
  taskId: string,
  status: TaskStatus | undefined,
  more: JsonFields = {},
): JsonFields {
  return { status: 'success', data: { progress: { ...toProgress(taskId, status), ...more } } };
}
