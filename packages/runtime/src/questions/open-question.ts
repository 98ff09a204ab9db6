import type { Principal } from '@formwork/core';
import { FormworkError, type JsonSchema, type Problem } from '@formwork/schema';
import { hideSecrets } from '@formwork/schema/internal';
import type { TaskEngine } from '../engine/task-engine.ts';
import { isInterruptedState } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { type Assignment, findAnswerRefusal, restate } from '../messages/assignment.ts';
import {
  type Authorization,
  chooseQuestionState,
  type FollowUpForm,
  readQuestion,
} from '../messages/follow-up-form.ts';
import { hideInData } from '../messages/input-secrets.ts';
import { restateQuestion } from '../messages/restate-question.ts';
import { fromScope, type Scope } from '../scope.ts';

/** A person who uses an inbox. */
export interface InboxPerson extends Principal {
  /** The scope of the person's own tasks. */
  readonly scope: Scope;
  /** True for the holder of a signed link of the person. */
  readonly isByLink?: true;
}

/** A question that waits for a person, as that person may see it. */
export interface InboxQuestion {
  readonly taskId: string;
  /** The number of the question in its task; an answer names it. */
  readonly question: number;
  readonly prompt: string;
  /** The name and schema of the form; absent if the answer is text. */
  readonly form?: { readonly name: string; readonly schema: JsonSchema };
  /** The sign-in or consent that the person gives elsewhere before they answer. */
  readonly authorization?: Authorization;
  /** JSON that the agent shows beside the question, without the secrets of the task's input. */
  readonly about?: unknown;
  /** The skill that asks; absent if the agent's text handler asks. */
  readonly skillId?: string;
  /** True if the task is the person's own, false if the question was given to them. */
  readonly isOwn: boolean;
  /** The id of the principal whose task asks; absent for an anonymous caller. */
  readonly askedFor?: string;
  /** The addresses that the question is given to; empty for a question of the person's own task. */
  readonly to: readonly string[];
  /** The time at which the question was first asked, ISO 8601. */
  readonly askedAt: string;
  /** The time at which the question is overdue, ISO 8601; absent if it never is. */
  readonly dueAt?: string;
  /** True if the question answers itself when it is due; absent otherwise. */
  readonly answersItself?: true;
  readonly isOverdue: boolean;
  /** The addresses to which the question was escalated, of those that it is given to now. */
  readonly escalatedTo?: readonly string[];
  /** The id of the person who has taken the question. */
  readonly claimedBy?: string;
}

/** The reason why a person cannot see, take or answer a question. */
export type QuestionRefusal =
  | 'QUESTION_NOT_FOUND'
  | 'QUESTION_CLAIMED'
  | 'FOUR_EYES'
  | 'ANSWER_INVALID'
  | 'ADDRESS_INVALID';

/** Thrown when a person cannot see, take, hand over or answer a question. */
export class QuestionError extends FormworkError {
  readonly code: QuestionRefusal;
  /** The faults of an answer; empty for other reasons. */
  readonly problems: readonly Problem[];
  /** The id of the person who has taken the question; present for `QUESTION_CLAIMED`. */
  readonly claimedBy: string | undefined;

  constructor(
    code: QuestionRefusal,
    message: string,
    {
      problems = [],
      claimedBy,
      ...options
    }: ErrorOptions & {
      readonly problems?: readonly Problem[];
      readonly claimedBy?: string;
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.problems = problems;
    this.claimedBy = claimedBy;
  }
}

/** A question of a task that waits for its answer, with the task as it was read. */
export interface AskedQuestion {
  readonly snapshot: TaskSnapshot;
  readonly question: FollowUpForm;
}

/** Returns the question that a task waits on; `undefined` if it waits on none. */
export function findAskedQuestion(snapshot: TaskSnapshot | undefined): AskedQuestion | undefined {
  if (snapshot === undefined || !isInterruptedState(snapshot.state)) return undefined;
  const question = readQuestion(snapshot.statusMessage);
  return question && { snapshot, question };
}

/** What a person wants to do with a question, in the words of an error. */
export type QuestionAction = 'answer' | 'take' | 'give back' | 'hand over';

/** Returns why a person may not do something with a question; `undefined` if they may. */
export function findRefusal(
  { snapshot, question: { assignment } }: AskedQuestion,
  person: InboxPerson,
  action: QuestionAction = 'answer',
): QuestionError | undefined {
  if (assignment === undefined) {
    return snapshot.scope === person.scope ? undefined : createNotFound(snapshot.id);
  }
  const owner = fromScope(snapshot.scope);
  const refusal = findAnswerRefusal(assignment, { answerer: person, owner });
  switch (refusal) {
    case undefined:
      return undefined;
    case 'not-given':
      return createNotFound(snapshot.id);
    case 'four-eyes':
      return new QuestionError(
        'FOUR_EYES',
        `Cannot ${action} the question because somebody else than the caller of the task has to answer it.`,
      );
    case 'claimed': {
      const { claimedBy = '' } = assignment;
      const message = `Cannot ${action} the question because ${claimedBy} has taken it.`;
      return new QuestionError('QUESTION_CLAIMED', message, { claimedBy });
    }
  }
}

/** Makes the error for a question that is not there, is answered, or is not given to the person. */
export function createNotFound(taskId: string): QuestionError {
  return new QuestionError(
    'QUESTION_NOT_FOUND',
    `Cannot find an open question of task ${taskId} that is given to you: it may have been answered.`,
  );
}

/** Lists the secret values of a task; see `AdapterHost.listSecrets` of the server. */
export type ListSecrets = (task: TaskSnapshot) => readonly string[];

/** Describes a question as a person may see it who may answer it. */
export function describeQuestion(
  { snapshot, question }: AskedQuestion,
  {
    person,
    listSecrets,
  }: {
    /** The person who sees it. Default: all that it is given to. */
    readonly person?: InboxPerson;
    readonly listSecrets: ListSecrets;
  },
): InboxQuestion {
  const secrets = listSecrets(snapshot);
  const { form, authorization, assignment } = question;
  const owner = fromScope(snapshot.scope);
  const { skillId } = snapshot.invocation;
  const askedAt = assignment?.askedAt ?? snapshot.statusTimestamp;
  const due = assignment?.dueInMs;
  const { to = [], stage, escalateTo = [] } = assignment ?? {};
  const escalatedTo =
    stage === 'overdue' ? escalateTo.filter((address) => to.includes(address)) : [];
  return {
    taskId: snapshot.id,
    question: question.question,
    prompt: hideSecrets(question.prompt, secrets),
    ...(form && { form }),
    ...(authorization && { authorization }),
    ...(assignment?.about !== undefined && { about: hideInData(assignment.about, secrets) }),
    ...(skillId !== undefined && { skillId }),
    isOwn: snapshot.scope === person?.scope,
    ...(owner && { askedFor: owner.id }),
    to,
    askedAt,
    ...(due !== undefined && { dueAt: new Date(Date.parse(askedAt) + due).toISOString() }),
    ...(assignment?.otherwise !== undefined && { answersItself: true }),
    isOverdue: stage === 'overdue',
    ...(escalatedTo.length > 0 && { escalatedTo }),
    ...(assignment?.claimedBy !== undefined && { claimedBy: assignment.claimedBy }),
  };
}

/**
 * Asks the same question again with a changed assignment. Returns false, and changes nothing, if the
 * task has gone on meanwhile. `claimedBy: undefined` makes the question free again.
 */
export async function reassign(
  engine: Pick<TaskEngine, 'reply'>,
  { snapshot, question }: AskedQuestion,
  change: Partial<Omit<Assignment, 'claimedBy'>> & { readonly claimedBy?: string | undefined },
): Promise<boolean> {
  const { id: taskId, contextId, scope, seq, statusTimestamp } = snapshot;
  const { askedSeq: wholeSeq = snapshot.statusSeq } = snapshot;
  const { assignment = { to: [] } } = question;
  // A person who takes or hands over a question knows of it, and others need not hear of it later.
  const { claimedBy: _before, untold: _untold, ...assignmentFields } = assignment;
  const { claimedBy = 'claimedBy' in change ? undefined : assignment.claimedBy, ...fields } =
    change;
  const next: Assignment = {
    ...restate(assignmentFields, statusTimestamp, fields),
    ...(claimedBy !== undefined && { claimedBy }),
  };
  const restated = { ...question, assignment: next };
  const message = restateQuestion(restated, { taskId, contextId, wholeSeq });
  const outcome = await engine.reply(scope, taskId, {
    reply: {
      expectedSeq: seq,
      events: [{ kind: 'status', state: chooseQuestionState(question), message }],
    },
  });
  return outcome.kind === 'accepted';
}
