import type { Message } from '@a2a-js/sdk';
import { RequestMalformedError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { FOLLOW_UP_FORMS_EXTENSION_URI, type Principal } from '@formwork/core';
import { toMessageText } from '@formwork/core/internal';
import { createExample, createValidator, type Problem, toModelText } from '@formwork/schema';
import { toChangeProblem, toSpokenText } from '@formwork/schema/internal';
import { isRecord, findChangedValue } from '@formwork/schema/json';
import type { ClaimRequest, Lease } from '../engine/lease.ts';
import type { Reply, TaskEngine } from '../engine/task-engine.ts';
import { type AnswerSignature, isInterruptedState } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { bringWaiting } from '../engine/waiting-work.ts';
import type { IdempotencyKey } from '../idempotency-key.ts';
import { showId } from '../messages/agent-message.ts';
import { withoutSignature } from '../messages/answer-signature.ts';
import {
  type AnswerParties,
  type AnswerRefusal,
  findAnswerRefusal,
  restate,
} from '../messages/assignment.ts';
import {
  type FollowUpForm,
  MESSAGE_KEY,
  readQuestion,
  chooseQuestionState,
} from '../messages/follow-up-form.ts';
import { restateQuestion } from '../messages/restate-question.ts';
import { fromScope, toPrincipalScope } from '../scope.ts';
import { TaskGenerationMismatchError } from './generation.ts';
import { AccessError } from './permission.ts';
import { findFullError } from './sent-bytes.ts';
import { ERROR_DOMAIN, ERROR_INFO } from './structured-input-error.ts';

/** Options of {@link answerTask}. */
export interface AnswerOptions {
  readonly engine: Pick<TaskEngine, 'get' | 'reply'>;
  readonly claim: ClaimRequest | undefined;
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** The generation that the task must have. Default: any in which the question is open. */
  readonly ifMatch?: number | undefined;
  /** Who answers. */
  readonly author: AnswerAuthor;
  /**
   * Called after a valid answer was stored, so that the task can go on. Default: nothing is called.
   */
  readonly onAccepted?: (() => void) | undefined;
}

/** Who answers: a caller of the agent, or an operator for another person, who gives a reason. */
type AnswerAuthor =
  | {
      readonly kind: 'caller';
      readonly principal: Principal | undefined;
      /** True for the holder of a signed link, which stands for the principal. */
      readonly isByLink?: true;
    }
  | { readonly kind: 'operator'; readonly id: string | undefined; readonly reason: string };

/** The outcome of a caller's answer to a task. */
export interface Answered {
  /**
   * The lease under which the task runs again in this process; absent if the task does not run in
   * this process.
   */
  readonly lease?: Lease;
}

/**
 * Takes a message without a schema's name as the answer to the question that a task waits on. A
 * valid answer lets the task run again; an invalid one is kept in the history, and the question is
 * asked again with the reason. A repeated message changes nothing.
 *
 * @throws UnsupportedOperationError when the task waits for no answer, AccessError when the question
 * is given to others, and RequestMalformedError when the task has no room for further messages
 */
export async function answerTask(
  snapshot: TaskSnapshot,
  message: Message,
  options: AnswerOptions,
): Promise<Answered> {
  const { engine, claim, idempotencyKey, onAccepted, author, ifMatch } = options;
  const isOpen = isInterruptedState(snapshot.state);
  const question = readQuestion(snapshot.statusMessage);
  const target = readNamedQuestion(message);
  const isFresh = ifMatch === undefined || ifMatch === snapshot.seq;
  const isMeant = isFresh && isOpen && (target === undefined || target === question?.question);
  if (question !== undefined && isOpen && author.kind === 'caller') {
    checkAnswerer(question, { answerer: author.principal, owner: fromScope(snapshot.scope) });
  }
  const events =
    question === undefined || !isMeant
      ? NEVER
      : createReplyEvents(snapshot, { message, author }, question);
  // What people answer to questions of others ends the question, so they need no room.
  const isLimited =
    author.kind === 'caller' && (question?.assignment === undefined || !isAnswered({ events }));
  const full = isMeant && isLimited ? findFullError(snapshot) : undefined;
  const isTaken = question !== undefined && isMeant && full === undefined;
  const reply: Reply = {
    expectedSeq: isTaken ? snapshot.seq : 0,
    events: isTaken ? events : NEVER,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const outcome = await engine.reply(snapshot.scope, snapshot.id, {
    reply,
    ...(claim !== undefined && { claim }),
  });
  switch (outcome.kind) {
    case 'accepted':
      if (isAnswered(reply)) onAccepted?.();
      return outcome.lease === undefined ? {} : { lease: outcome.lease };
    case 'repeated':
      return {};
    case 'stale': {
      if (full !== undefined) throw full;
      const now = (await engine.get(snapshot.scope, snapshot.id)) ?? snapshot;
      if (ifMatch !== undefined && ifMatch !== now.seq) {
        throw new TaskGenerationMismatchError(now.id, { ifMatch, now: now.seq });
      }
      // People may have taken the question, been reminded of it, or given an answer that did not
      // fit, meanwhile.
      if (question !== undefined && isMeant && isSameQuestion(now, { snapshot, question })) {
        return answerTask(now, message, options);
      }
      throw createStaleError(now, target, isOpen ? question?.question : undefined);
    }
    case 'not-found':
      throw new UnsupportedOperationError(`Task ${snapshot.id} is gone.`);
  }
}

/** Returns true if a task, read again, has gone on but still asks the same question. */
function isSameQuestion(
  now: TaskSnapshot,
  before: { readonly snapshot: TaskSnapshot; readonly question: FollowUpForm },
): boolean {
  if (!isInterruptedState(now.state)) return false;
  if (now.seq <= before.snapshot.seq) return false;
  return readQuestion(now.statusMessage)?.question === before.question.question;
}

/** Makes the error for an answer whose question is not open, which says what became of it. */
function createStaleError(
  now: TaskSnapshot,
  target: unknown,
  openQuestion: number | undefined,
): Error {
  const explanation = hasAnswer(now, target ?? openQuestion)
    ? ': another answer was taken first'
    : '';
  const open = isInterruptedState(now.state) ? readQuestion(now.statusMessage) : undefined;
  return open === undefined || target === undefined
    ? new UnsupportedOperationError(
        `Task ${now.id} is ${now.state} and waits for no answer${explanation}.`,
      )
    : new RequestMalformedError(
        `Cannot take the answer because its question must be the open one (${open.question}): current value is ${showId(JSON.stringify(target))}${explanation}`,
      );
}

/** Returns true for the errors of answers whose question is not open: the next one may be. */
export function isStaleError(error: unknown): boolean {
  return error instanceof UnsupportedOperationError || error instanceof RequestMalformedError;
}

/**
 * Returns true if a task remembers an answer to a question; to any, if the question is not known,
 * because callers need not name it.
 */
function hasAnswer({ memos = [] }: TaskSnapshot, question: unknown): boolean {
  return memos.some(
    (memo) =>
      memo !== undefined &&
      !memo.key.startsWith('step:') &&
      (question === undefined || memo.position === question),
  );
}

const REFUSALS: Readonly<Record<AnswerRefusal, readonly [reason: string, text: string]>> = {
  'not-given': ['QUESTION_GIVEN_TO_OTHERS', 'it is given to other people'],
  claimed: ['QUESTION_CLAIMED', 'somebody else has taken it'],
  'four-eyes': ['FOUR_EYES', 'somebody else than the caller of the task has to answer it'],
};

/** @throws AccessError if the parties may not answer a question */
function checkAnswerer({ assignment }: FollowUpForm, parties: AnswerParties): void {
  const refusal = assignment && findAnswerRefusal(assignment, parties);
  if (refusal === undefined) return;
  const [reason, text] = REFUSALS[refusal];
  throw new AccessError(`Cannot answer the question because ${text}.`, {
    isKnown: parties.answerer !== undefined,
    scopes: [],
    details: [{ '@type': ERROR_INFO, reason, domain: ERROR_DOMAIN, metadata: {} }],
  });
}

/**
 * Returns true if a reply answers the question, so that the task goes on; false if the question is
 * asked again.
 */
function isAnswered({ events }: Pick<Reply, 'events'>): boolean {
  const last = events.at(-1);
  return last?.kind === 'status' && last.state === 'working';
}

/**
 * The events of a reply that is never written: its sequence number fits no question, so it only
 * tells whether the message is a repetition.
 */
export const NEVER: Reply['events'] = [{ kind: 'status', state: 'working' }];

function createReplyEvents(
  snapshot: TaskSnapshot,
  {
    message,
    author,
  }: {
    readonly message: Message;
    readonly author: AnswerAuthor;
  },
  question: FollowUpForm,
): Reply['events'] {
  const { id: taskId, contextId } = snapshot;
  const answered = signAnswer({ author, question });
  const metadata = toSignedMetadata(message.metadata, answered);
  const answerEvent = {
    kind: 'message',
    message: { ...message, taskId, contextId, metadata },
  } as const;
  const answer = readAnswer(message, question, snapshot.history.length);
  if (answer.kind === 'valid') {
    const { question: position, key } = question;
    return [
      answerEvent,
      { kind: 'memo', position, key, value: answer.value },
      { kind: 'status', state: 'working', ...(answered && { answered }) },
    ];
  }
  const { complaint, example } = answer;
  const { assignment } = question;
  const assignmentField = assignment && {
    assignment: restate(assignment, snapshot.statusTimestamp),
  };
  const restated = restateQuestion(
    { ...question, ...assignmentField },
    { taskId, contextId, complaint, example, wholeSeq: snapshot.askedSeq ?? snapshot.statusSeq },
  );
  return [answerEvent, { kind: 'status', state: chooseQuestionState(question), message: restated }];
}

/**
 * Signs an answer if the question was given to people or an operator answers; `undefined` for that of
 * the caller that the task asked.
 */
function signAnswer({
  author,
  question: { question, assignment },
}: {
  readonly author: AnswerAuthor;
  readonly question: FollowUpForm;
}): AnswerSignature | undefined {
  if (author.kind === 'caller' && assignment === undefined) return undefined;
  const id = author.kind === 'operator' ? author.id : author.principal?.id;
  return {
    question,
    ...(id !== undefined && { answeredBy: id }),
    ...(author.kind === 'operator' && { reason: author.reason }),
    ...(author.kind === 'caller' && author.isByLink && { isByLink: true }),
  };
}

/** Adds a signature to the metadata of an answer. One that the message claims itself is removed. */
function toSignedMetadata(
  metadata: Message['metadata'],
  answered: AnswerSignature | undefined,
): Message['metadata'] {
  const honest = withoutSignature(metadata);
  if (answered === undefined) return honest;
  const fields: unknown = honest?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  const signature = { ...answered, ...(isRecord(fields) && fields) };
  return { ...honest, [FOLLOW_UP_FORMS_EXTENSION_URI]: signature };
}

type Answer =
  | { readonly kind: 'valid'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly complaint: string; readonly example?: unknown };

function readAnswer(
  message: Message,
  { key, form, authorization }: FollowUpForm,
  position: number,
): Answer {
  // The message is stored once, and the memo stores its position in the history. The position stays
  // right, because the reply is accepted only if the log has not changed.
  if (key === MESSAGE_KEY) return { kind: 'valid', value: position };
  // Any text counts, because the caller has come back; the handler checks whether it is authorized
  // now.
  if (authorization !== undefined) return { kind: 'valid', value: toMessageText(message).trim() };
  if (form === undefined) {
    const value = readWords(message).trim();
    return value === ''
      ? { kind: 'invalid', complaint: 'An answer in text is needed.' }
      : { kind: 'valid', value };
  }
  const validator = createValidator(form.schema);
  const { value, changed } = readData(message);
  const problems = [...validator.check(value), ...changed];
  if (problems.length === 0) return { kind: 'valid', value };
  const example = createExample(form.schema, validator);
  return { kind: 'invalid', complaint: toModelText(problems, { schema: form.name }), example };
}

/** Reads an answer in words: the text of a message, else the words of its data part. */
function readWords(message: Message): string {
  const text = toMessageText(message);
  if (text.trim() !== '') return text;
  const part = message.parts.find(({ content }) => content?.$case === 'data');
  return (part?.content?.$case === 'data' && toSpokenText(part.content.value)) || '';
}

/**
 * Reads the answer in a message: the data of its only data part; otherwise its text, parsed as JSON
 * if possible.
 */
function readData(message: Message): {
  readonly value: unknown;
  /** The problems of numbers that JavaScript has changed. */
  readonly changed: readonly Problem[];
} {
  const part = message.parts.find(({ content }) => content?.$case === 'data');
  if (part?.content?.$case === 'data') return { value: part.content.value, changed: [] };
  const text = toMessageText(message).trim();
  try {
    const value: unknown = JSON.parse(text);
    const number = findChangedValue(text, value);
    return { value, changed: number === undefined ? [] : [toChangeProblem(number)] };
  } catch {
    return { value: text, changed: [] };
  }
}

/** Returns the number of the question that an answer names; `undefined` if it names none. */
function readNamedQuestion(message: Message): unknown {
  const extensionData: unknown = message.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  return isRecord(extensionData) ? extensionData['question'] : undefined;
}

/** Options of {@link confirmAuthorization}. */
export interface ConfirmAuthorizationOptions {
  readonly taskId: string;
  /** The user who gave the authorization, as `task.user` shows. Default: an anonymous caller. */
  readonly user?: Principal | undefined;
}

/**
 * Continues a task that waits in `task.authorize`, without a message of its caller: for programs
 * that learn of the authorization themselves, such as a server to which OAuth redirects (A2A 1.0
 * section 7.6). `task.authorize` then returns the empty text. Any runner that uses the same storage
 * may run the task.
 *
 * Returns false, and changes nothing, if the task does not wait for authorization: it never did,
 * has ended, or has already been confirmed. The program that calls this function MUST know that the
 * authorization is for this task: put the task's id into a signed `state`.
 *
 * @example
 * ```ts
 * import { confirmAuthorization, createMemoryEngine } from '@formwork/runtime';
 *
 * const engine = createMemoryEngine();
 * const isConfirmed = await confirmAuthorization(engine, { taskId: 't', user: undefined });
 * ```
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
  if (outcome.kind !== 'accepted') return false;
  bringWaiting(engine, snapshot);
  return true;
}
