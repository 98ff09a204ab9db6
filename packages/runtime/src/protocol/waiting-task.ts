import { toMessageText } from '@formwork/core/internal';
import { cutText } from '@formwork/schema/json';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { readQuestion } from '../messages/follow-up-form.ts';
import { ANONYMOUS_SCOPE, type Scope } from '../scope.ts';

/** The conversation of a message without a task, and whose it is. */
export interface Conversation {
  readonly scope: Scope;
  /** The id of the context that the caller named; `''` for none. */
  readonly contextId: string;
  /** True if anonymous callers may list each other's tasks. */
  readonly openTasks: boolean;
}

/** The most characters of a question that a hint repeats. */
const MAX_PROMPT = 300;

/**
 * Says which task of a conversation waits for its caller, and how to answer it, for callers that
 * answer by the context alone (A2A 1.0 section 3.4); `''` unless exactly one task waits. The message
 * is not taken for the answer: it may as well be a new wish, and an answer cannot be taken back.
 */
export async function describeWaitingTask(
  engine: Pick<TaskEngine, 'list'>,
  { scope, contextId, openTasks }: Conversation,
): Promise<string> {
  if (contextId === '') return '';
  // Anonymous callers share a scope. A task is named only to those who hold a secret of it.
  if (scope === ANONYMOUS_SCOPE && !openTasks && !isUnguessable(contextId)) return '';
  const pages = await Promise.all(
    (['input-required', 'auth-required'] as const).map((state) =>
      engine.list(scope, { contextId, state, pageSize: 1 }),
    ),
  );
  const [task] = pages.flatMap(({ tasks }) => tasks);
  const count = pages.reduce((sum, { totalSize }) => sum + totalSize, 0);
  return task === undefined || count > 1 ? '' : describe(task);
}

function describe({ id, contextId, statusMessage }: TaskSnapshot): string {
  const question = readQuestion(statusMessage);
  // The caller cannot answer what other people are asked.
  if (statusMessage === undefined || question?.assignment !== undefined) return '';
  const prompt = question?.prompt ?? toMessageText(statusMessage);
  const ids = JSON.stringify({ taskId: id, contextId });
  return `Task ${id} of this conversation waits: ${JSON.stringify(cutText(prompt, MAX_PROMPT))}. A message without a taskId does not answer it. To answer, send the message with ${ids}.`;
}

/** Matches the ids of contexts that this server makes, 74 bits of which are random. */
const OWN_ID = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/iu;

function isUnguessable(contextId: string): boolean {
  return OWN_ID.test(contextId);
}
