import type { StreamResponse, TaskStatus } from '@a2a-js/sdk';
import { toMessageText } from '@formwork/core';

/** What came of a task, or of a message that led to none. */
export type Followed =
  /** It has ended, waits, or can be followed no longer. */
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
