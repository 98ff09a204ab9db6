import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { randomUUID } from 'node:crypto';
import type { TaskEngine } from '../engine/task-engine.ts';
import { bringWaiting } from '../engine/waiting-work.ts';
import { signAutomatic } from '../messages/answer-signature.ts';
import { createAnswerMessage } from './inbox-answer.ts';
import type { AskedQuestion } from './open-question.ts';

/**
 * Gives a question the answer that counts if no person answers in time, as a message whose metadata
 * say that no person gave it. Returns false, and changes nothing, if an answer of a person or a
 * change of the question came before.
 */
export async function answerByDefault(
  engine: Pick<TaskEngine, 'reply'>,
  { snapshot, question: { question: position, key, form } }: AskedQuestion,
  value: unknown,
): Promise<boolean> {
  const { id: taskId, scope, seq } = snapshot;
  const answer = {
    question: position,
    ...(form === undefined ? { text: String(value) } : { data: value }),
    messageId: randomUUID(),
  };
  const answered = signAutomatic(position);
  const metadata = { [FOLLOW_UP_FORMS_EXTENSION_URI]: answered };
  const message = { ...createAnswerMessage(snapshot, answer), metadata };
  const outcome = await engine.reply(scope, taskId, {
    reply: {
      expectedSeq: seq,
      events: [
        { kind: 'message', message },
        { kind: 'memo', position, key, value },
        { kind: 'status', state: 'working', answered },
      ],
    },
  });
  if (outcome.kind !== 'accepted') return false;
  bringWaiting(engine, snapshot);
  return true;
}
