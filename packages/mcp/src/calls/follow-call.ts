import type { CallEvent, ReceivedFile } from '@formwork/client';
import { toCleanLine } from '../text/to-clean-text.ts';
import type { CallContext } from './call-context.ts';
import { fromError } from './from-error.ts';
import { readOutcome, type CallOutcome } from './call-outcome.ts';

/** Longest text of one progress notification. */
const MAX_TOLD = 300;

/** Options of {@link followCall}. */
export interface FollowOptions {
  readonly alias: string;
  readonly mayBeText: boolean;
  readonly context: CallContext;
  /** Told the id of the task once there is one. */
  readonly onTask?: (taskId: string) => void;
}

/** Tells the host what a task says until it rests. Never rejects. */
export async function followCall(
  events: AsyncIterable<CallEvent<unknown>>,
  { alias, mayBeText, context, onTask }: FollowOptions,
): Promise<CallOutcome> {
  const files: ReceivedFile[] = [];
  try {
    for await (const event of events) {
      if (event.taskId !== '') onTask?.(event.taskId);
      switch (event.kind) {
        case 'working':
          break;
        case 'progress':
          context.reportProgress(toCleanLine(event.text, { most: MAX_TOLD }), event.fraction);
          break;
        case 'artifact':
          files.push(...event.files);
          context.reportProgress(
            toCleanLine(event.text || event.name, { most: MAX_TOLD }),
            undefined,
          );
          break;
        case 'question':
          return { kind: 'question', taskId: event.taskId, question: event.question };
        case 'auth':
          return readOutcome(event.outcome);
        case 'result': {
          const { taskId, contextId, data, text, conclusion, files: all } = event;
          return { kind: 'completed', taskId, contextId, data, text, conclusion, files: all };
        }
      }
    }
  } catch (error) {
    return fromError(error, { alias, mayBeText, files });
  }
  const text = `The remote agent "${alias}" ended its answer without a result.`;
  return { kind: 'error', taskId: '', code: 'NO_RESULT', text };
}
