import { fromSchemaMode } from '@formwork/core/internal';
import { isRecord } from '@formwork/schema/internal';
import type { SendMessageRequest } from '@formwork/schemas/types/sessions-v1';
import { TASK_METADATA_KEY } from './agent-message.ts';
import { SessionError } from './session-error.ts';
import type { OpenTask, SessionRecord } from './session-record.ts';

/**
 * Finds the task whose question a message answers: the one that `in_reply_to` names, else the only
 * one that asks. Structured input without `in_reply_to` always starts a task of its own.
 *
 * Throws `SessionError` when `in_reply_to` names no message of the session, or a question that is
 * not open any more.
 */
export function findQuestion(
  { id, open, messages }: SessionRecord,
  { in_reply_to: named, artifacts = [] }: SendMessageRequest,
): OpenTask | undefined {
  const asking = open.filter(({ question }) => question !== undefined);
  if (named === undefined) {
    const [only, second] = asking;
    if (second !== undefined) return undefined;
    return artifacts.some(({ type }) => fromSchemaMode(type) !== undefined) ? undefined : only;
  }
  const task = asking.find(({ question }) => question === named);
  if (task !== undefined) return task;
  const message = messages.find((kept) => kept.message.id === named)?.message;
  if (message === undefined) {
    throw new SessionError(
      'INVALID_REQUEST',
      `Cannot read the message as in_reply_to must be the id of a message of session ${id}: current value is ${JSON.stringify(named.slice(0, 100))}`,
    );
  }
  const asked = message.role === 'agent' ? findAskingTask(message.metadata) : undefined;
  if (asked !== undefined) {
    const now = asking.find(({ id: taskId }) => taskId === asked)?.question;
    const hint = now === undefined ? '' : ` The task asks in message ${now} now.`;
    throw new SessionError(
      'QUESTION_CLOSED',
      `Cannot take the answer as in_reply_to must be a question that is open: message ${named} was answered, or its task has ended.${hint}`,
      now === undefined ? {} : { details: { question: now } },
    );
  }
  return undefined;
}

/** The id of the task that asks in a message of the agent, if one does. */
function findAskingTask(metadata: Readonly<Record<string, unknown>> | undefined): unknown {
  const task = metadata?.[TASK_METADATA_KEY];
  return isRecord(task) && QUESTION_STATES.has(task['state']) ? task['id'] : undefined;
}

const QUESTION_STATES: ReadonlySet<unknown> = new Set(['input-required', 'auth-required']);
