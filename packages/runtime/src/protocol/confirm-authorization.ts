import type { Principal } from '@formwork/core';
import type { TaskEngine } from '../engine/task-engine.ts';
import { readQuestion } from '../messages/follow-up-form.ts';
import { toPrincipalScope } from '../scope.ts';

/** Options of {@link confirmAuthorization}. */
export interface ConfirmAuthorizationOptions {
  readonly taskId: string;
  /** Whose task it is, as `task.user` has it. Default: of callers who are not known. */
  readonly user?: Principal | undefined;
}

/**
 * Lets a task go on that waits in `task.authorize`, without a message of its caller: for programs
 * that learn themselves that the authorization was given, such as the address that OAuth redirects
 * to (A2A 1.0 section 7.6). `task.authorize` then returns the empty text. Any runner over the same
 * storage takes the task up: those of this process at once, others when they hear of it.
 *
 * Returns false, and changes nothing, when the task does not wait for authorization: it never did,
 * has ended, or somebody else was faster. The caller of this function MUST know that the
 * authorization is for this task: put the task's id into a signed `state`.
 */
export async function confirmAuthorization(
  engine: Pick<TaskEngine, 'get' | 'reply'>,
  { taskId, user }: ConfirmAuthorizationOptions,
): Promise<boolean> {
  const scope = toPrincipalScope(user);
  const snapshot = await engine.get(scope, taskId);
  const question = readQuestion(snapshot?.statusMessage);
  if (snapshot?.state !== 'auth-required' || question === undefined) return false;
  const { question: position, key } = question;
  const outcome = await engine.reply(scope, taskId, {
    reply: {
      expectedSeq: snapshot.seq,
      events: [
        { kind: 'memo', position, key, value: '' },
        { kind: 'status', state: 'working' },
      ],
    },
  });
  return outcome.kind === 'accepted';
}
