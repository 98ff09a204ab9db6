import type { CallEvent, ReceivedFile } from '@formwork/client';
import { describeAnswerer } from '@formwork/core/internal';
import type { CallTarget } from '../agents/call-target.ts';
import { toCleanLine } from '../text/to-clean-text.ts';
import type { CallContext } from './call-context.ts';
import { readOutcome, type CallOutcome } from './call-outcome.ts';
import { fromError } from './from-error.ts';

/** The highest number of characters in the text of a progress notification. */
const MAX_PROGRESS = 300;

/**
 * Follows a task until it ends or pauses, reports its progress to the host, and returns the
 * outcome. Never rejects.
 */
export async function followCall(
  events: AsyncIterable<CallEvent<unknown>>,
  {
    call: { callTarget, context },
    onTask,
  }: {
    /** The call: its context hears of the task, and its texts name the agent. */
    readonly call: {
      readonly callTarget: Pick<CallTarget, 'label' | 'mayBeText'>;
      readonly context: Pick<CallContext, 'reportProgress'>;
    };
    /** Called with the id of the task at each event, once the agent has made one. */
    readonly onTask: (taskId: string) => void;
  },
): Promise<CallOutcome> {
  const { label, mayBeText } = callTarget;
  const files: ReceivedFile[] = [];
  /** The question that other people have to answer, while the task waits for them. */
  let questionOutcome: CallOutcome | undefined;
  let done: number | undefined;
  try {
    for await (const event of events) {
      if (event.taskId !== '') onTask(event.taskId);
      questionOutcome = undefined;
      switch (event.kind) {
        case 'working':
          if (event.answered !== undefined) {
            const line = toCleanLine(describeAnswerer(event.answered), { most: MAX_PROGRESS });
            context.reportProgress(line, undefined);
          }
          break;
        case 'progress':
          done = event.fraction ?? done;
          context.reportProgress(toCleanLine(event.text, { most: MAX_PROGRESS }), event.fraction);
          break;
        case 'artifact':
          files.push(...event.files);
          context.reportProgress(
            toCleanLine(event.text || event.name, { most: MAX_PROGRESS }),
            undefined,
          );
          break;
        case 'question':
          questionOutcome = { kind: 'question', taskId: event.taskId, question: event.question };
          if (event.question.assignment === undefined) return questionOutcome;
          // They may answer while the call waits.
          break;
        case 'auth':
          return readOutcome(event.outcome);
        case 'result': {
          // Hosts show a bar, which must not stop before its end.
          if (done !== undefined && done < 1) context.reportProgress('', 1);
          const { taskId, contextId, data, text, conclusion, files: all } = event;
          return { kind: 'completed', taskId, contextId, data, text, conclusion, files: all };
        }
      }
    }
  } catch (error) {
    const outcome = fromError(error, { label, mayBeText, files });
    return outcome.kind === 'working' && questionOutcome !== undefined ? questionOutcome : outcome;
  }
  if (questionOutcome !== undefined) return questionOutcome;
  const text = `The remote agent "${label}" ended its answer without a result.`;
  return { kind: 'error', taskId: '', code: 'NO_RESULT', text };
}
