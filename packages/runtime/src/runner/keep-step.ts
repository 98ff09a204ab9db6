import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { isInterruptedState, type Memo, type NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { restate } from '../messages/assignment.ts';
import { createQuestionMessage, readQuestion } from '../messages/follow-up-form.ts';

/**
 * Stores the result of a step that ran beside a question, when the question has ended the run and
 * with it the lease. The result is stored with the same question, as a reply to it, so that the next
 * run does not repeat the step. Returns false if the task does not wait any more.
 */
export async function keepStep(
  engine: Pick<TaskEngine, 'get' | 'reply'>,
  { scope, taskId }: Pick<Lease, 'scope' | 'taskId'>,
  memo: Memo,
): Promise<boolean> {
  for (;;) {
    // Somebody may take the question meanwhile, or another step may end, which ask it anew.
    // oxlint-disable-next-line no-await-in-loop
    const asked = await engine.get(scope, taskId);
    const status = asked && askAgain(asked);
    if (asked === undefined || status === undefined) return false;
    // A later run may have done the step as well.
    if (asked.memos?.[memo.position] !== undefined) return true;
    const reply = { expectedSeq: asked.seq, events: [memo, status] };
    // oxlint-disable-next-line no-await-in-loop
    const { kind } = await engine.reply(scope, taskId, { reply });
    if (kind === 'accepted') return true;
  }
}

/** Makes the status that asks the question of a task again; `undefined` if the task waits for none. */
function askAgain(asked: TaskSnapshot): NewTaskEvent | undefined {
  const { id: taskId, contextId, state, statusMessage: message, statusTimestamp } = asked;
  const question = isInterruptedState(state) ? readQuestion(message) : undefined;
  if (question === undefined || message === undefined) return undefined;
  const { assignment } = question;
  if (assignment === undefined) return { kind: 'status', state, message };
  const next = { ...question, assignment: restate(assignment, statusTimestamp) };
  return { kind: 'status', state, message: createQuestionMessage(next, { taskId, contextId }) };
}
