import {
  type AuthorizationRequest,
  DefinitionError,
  type QuestionAssignment,
  type QuestionForm,
  RunEndedError,
  type TaskAnswer,
  type TaskLogger,
} from '@formwork/core';
import { parseWithLibrary, toMessageText } from '@formwork/core/internal';
import {
  createExample,
  createNamedSchema,
  isStandardSchema,
  type NamedSchema,
  type SchemaLike,
  type StandardSchemaLike,
  toModelText,
} from '@formwork/schema';
import { quoteAddress } from '@formwork/schema/internal';
import { deepFreeze, isRecord } from '@formwork/schema/json';
import type { Awaitable } from '../awaitable.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { TaskCallError } from '../errors.ts';
import { findAutomatic } from '../messages/answer-signature.ts';
import type { Assignment } from '../messages/assignment.ts';
import {
  type Authorization,
  createQuestionMessage,
  type FollowUpForm,
  MESSAGE_KEY,
  chooseQuestionState,
} from '../messages/follow-up-form.ts';
import { toTaskFiles } from '../messages/task-files.ts';
import { fromScope } from '../scope.ts';
import { UnaskedQuestion } from './awaited-calls.ts';
import { fitDefaultAnswer, listFaults, withoutDefaultAnswer } from './default-answer.ts';
import { continueAssignment } from './earlier-assignment.ts';
import { createAssignment } from './give-question.ts';
import { checkQuestionOptions } from './question-options.ts';
import type { RedactingLogger } from './redacting-logger.ts';
import type { Memos } from './steps.ts';
import type { TruncatedTexts } from './truncated-texts.ts';
import { describeFault, findExcess, toWholeJson } from './wire-json.ts';

const DEFAULT_NAME = 'answer';

/**
 * The keys of the memos of questions without a form, and of those whose form has no name of its own.
 * They are constants, because to join and to compare a text takes longer than the rest of a question
 * that was answered before.
 */
const [TEXT_KEY, DEFAULT_KEY] = ['ask:text', `ask:${DEFAULT_NAME}`];

/** Options of {@link Asker}. */
interface AskerOptions {
  readonly snapshot: TaskSnapshot;
  readonly memos: Memos;
  /**
   * The log of the run, for warnings about a form's schema, such as that callers will refuse it.
   */
  readonly log: RedactingLogger;
  readonly texts: TruncatedTexts;
  /** The largest size of a question, in bytes of JSON. */
  readonly maxBytes: number;
  /**
   * Throws if the run of the handler has ended, because a question could not be stored any more.
   */
  readonly checkOpen: () => void;
  readonly write: (event: NewTaskEvent) => Promise<void>;
  /** Finds the earlier assignment of a question: see `findEarlierAssignment`. */
  readonly findBefore: (question: number) => Promise<Assignment | undefined>;
  /**
   * Tells the handler to stop, because the task waits for an answer; later calls of the handler
   * write nothing.
   */
  readonly suspend: (end: RunEndedError) => void;
}

/** A request besides the text of a question: for data that fits a form, or for other people. */
type QuestionRequest = Partial<QuestionForm<SchemaLike>> & Partial<QuestionAssignment>;

/**
 * The functions `task.ask` and `task.authorize` of one run, which find the answers to questions. A
 * remembered answer is returned at once, without a promise, because a long conversation gets all of
 * its earlier answers again in every run. Without one, the result is an {@link UnaskedQuestion}. A
 * call that is refused throws.
 */
export class Asker {
  readonly #options: AskerOptions;

  constructor(options: AskerOptions) {
    this.#options = options;
  }

  ask(prompt: string, request?: QuestionRequest): Awaitable<unknown> {
    this.#options.checkOpen();
    checkText(prompt, this.#options.maxBytes);
    if (request !== undefined) {
      checkIsObject('form', request);
      checkQuestionOptions('ask', request);
    }
    const form = readForm(request);
    const key = chooseKey(form);
    const memo = this.#options.memos.next(key);
    const { position } = memo;
    if (memo.kind === 'new') {
      const assignmentField = giveTo(request, this.#options.snapshot);
      const described = describeForm(form, this.#options.log);
      const question = { question: position, key, prompt, ...assignmentField, ...described };
      const fitted = fitDefaultAnswer(question, form?.schema);
      return fitted instanceof Promise
        ? fitted.then((fittedQuestion) => this.#toUnasked(fittedQuestion))
        : this.#toUnasked(fitted);
    }
    if (form === undefined) return memo.value;
    const { schema } = form;
    this.#options.log.keepSecret(schema, memo.value);
    // No JSON Schema is compiled for an earlier answer: the published schema was checked before
    // the answer was stored.
    if (!isStandardSchema(schema)) return memo.value;
    const question = {
      question: position,
      key,
      prompt,
      ...giveTo(request, this.#options.snapshot),
    };
    return this.#parseAnswer(schema, { question, form, answer: memo.value });
  }

  askMessage(prompt: string, request: unknown): TaskAnswer | UnaskedQuestion {
    this.#options.checkOpen();
    checkText(prompt, this.#options.maxBytes);
    checkAnswerKind(request);
    if (isRecord(request)) checkQuestionOptions('ask', request);
    const key = MESSAGE_KEY;
    const memo = this.#options.memos.next(key);
    if (memo.kind === 'new') {
      const assignmentField = giveTo(
        isRecord(request) ? request : undefined,
        this.#options.snapshot,
      );
      if (assignmentField.assignment?.otherwise !== undefined) {
        throw new TaskCallError(
          'Cannot ask because otherwise must be left out where a message is the answer: current value is given',
        );
      }
      return this.#toUnasked({ question: memo.position, key, prompt, ...assignmentField });
    }
    const message = this.#options.snapshot.history[Number(memo.value)];
    if (message === undefined) {
      throw new TypeError(
        `Task ${this.#options.snapshot.id} has no message at ${String(memo.value)}`,
      );
    }
    deepFreeze(message);
    return { text: toMessageText(message).trim(), files: toTaskFiles(message), message };
  }

  authorize(prompt: string, request: AuthorizationRequest = {}): string | UnaskedQuestion {
    this.#options.checkOpen();
    checkText(prompt, this.#options.maxBytes);
    const authorization = checkAuthorization(request);
    checkQuestionOptions('authorize', request);
    const key = 'authorize';
    const memo = this.#options.memos.next(key);
    if (memo.kind === 'memo') return String(memo.value);
    return this.#toUnasked({ question: memo.position, key, prompt, authorization });
  }

  #toUnasked({ example, complaint, ...question }: Question): UnaskedQuestion {
    const { id: taskId, contextId } = this.#options.snapshot;
    checkSize(question, this.#options.maxBytes);
    const prompt = this.#options.texts.mend(question.prompt, 'the question');
    const extra = { example, ...(complaint !== undefined && { complaint }) };
    const message = createQuestionMessage({ ...question, prompt }, { taskId, contextId, ...extra });
    return new UnaskedQuestion(async () => {
      await this.#options.write({ kind: 'status', state: chooseQuestionState(question), message });
      const end = new RunEndedError('suspended');
      this.#options.suspend(end);
      throw end;
    });
  }

  /**
   * Parses a remembered answer with the schema library of its form, which may have rules that the
   * published schema lacks; if the answer breaks one, the same question is asked again.
   */
  async #parseAnswer(
    library: StandardSchemaLike,
    {
      question,
      form,
      answer,
    }: {
      question: Pick<Question, 'question' | 'key' | 'prompt' | 'assignment'>;
      form: QuestionForm<SchemaLike>;
      answer: unknown;
    },
  ): Promise<unknown> {
    const parsed = await parseWithLibrary({ library }, answer);
    if (parsed.kind === 'parsed') return parsed.value;
    const continued = await this.#continueQuestion(question);
    const restated = { ...continued, ...describeForm(form, this.#options.log) };
    const automatic = findAutomatic(this.#options.snapshot.history, question.question);
    const open = automatic === 'never' ? restated : withoutDefaultAnswer(restated);
    if (automatic !== 'last') {
      const complaint = toModelText(parsed.problems, { schema: form.name ?? DEFAULT_NAME });
      return this.#toUnasked({ ...open, complaint });
    }
    this.#options.log.warn(
      'Cannot take the answer that counts if nobody answers: the question stays open',
      {
        question: question.question,
        problems: listFaults(parsed.problems),
      },
    );
    return this.#toUnasked(open);
  }

  /** Gives a question to those who had it when it was answered. */
  async #continueQuestion<Asked extends Pick<Question, 'question' | 'assignment'>>(
    question: Asked,
  ): Promise<Asked> {
    const { assignment } = question;
    const before = assignment && (await this.#options.findBefore(question.question));
    if (assignment === undefined || before === undefined) return question;
    return { ...question, assignment: continueAssignment(assignment, before) };
  }
}

/** Returns the assignment of a question, as a field of the question; `{}` for the task's caller. */
function giveTo(
  request: Partial<QuestionAssignment> | undefined,
  { scope }: Pick<TaskSnapshot, 'scope'>,
): Pick<Question, 'assignment'> {
  const assignment = createAssignment(request, fromScope(scope));
  return assignment === undefined ? {} : { assignment };
}

/** Returns the form of a request that has one. Only a request to other people may lack it. */
function readForm(request: QuestionRequest | undefined): QuestionForm<SchemaLike> | undefined {
  if (request === undefined) return undefined;
  const { schema } = request;
  return schema === undefined && request.to !== undefined
    ? undefined
    : { ...request, schema: schema as SchemaLike };
}

/** Chooses the key under which the answer to a question is remembered. */
function chooseKey(form: QuestionForm<SchemaLike> | undefined): string {
  if (form === undefined) return TEXT_KEY;
  return form.name === undefined ? DEFAULT_KEY : `ask:${form.name}`;
}

interface Question extends FollowUpForm {
  readonly example?: unknown;
  readonly complaint?: string;
}

/** Describes the form of a question for callers: its name, JSON Schema and an example. */
function describeForm(
  form: QuestionForm<SchemaLike> | undefined,
  log: TaskLogger,
): Pick<Question, 'form' | 'example'> {
  if (form === undefined) return {};
  const { name, schema, validator } = createFormSchema(form, log);
  return { form: { name, schema }, example: createExample(schema, validator) };
}

function createFormSchema(
  { schema, name = DEFAULT_NAME }: QuestionForm<SchemaLike>,
  log: TaskLogger,
): NamedSchema {
  const where = `question ${JSON.stringify(name)}`;
  const { named, issues } = createNamedSchema(name, schema, { direction: 'input', where });
  if (named === undefined) throw new DefinitionError(where, issues);
  for (const { message } of issues) log.warn(`${where}: ${message}`);
  return named;
}

/** The largest number of bytes that JSON needs for one character of a string, as in `\u0000`. */
const MAX_CHARACTER_BYTES = 6;

/** The number of bytes that a question without a form has besides its text, as JSON. */
const MAX_FRAME_BYTES = 16;

/**
 * Checks the text of a question, because programs without types may pass any value. A short text is
 * not measured: a long conversation checks all of its questions again in every run.
 *
 * @throws TaskCallError for a text that cannot be sent
 */
function checkText(prompt: unknown, maxBytes: number): void {
  if (typeof prompt !== 'string' || prompt.trim() === '') {
    throw new TaskCallError(
      `Cannot ask because the prompt must be text that is not empty: current value is ${typeof prompt === 'string' ? JSON.stringify(prompt) : typeof prompt}`,
    );
  }
  const isShort = prompt.length * MAX_CHARACTER_BYTES + MAX_FRAME_BYTES <= maxBytes;
  if (!isShort) checkSize({ prompt }, maxBytes);
}

/** Checks the size of a question. @throws TaskCallError for a question that is too long */
function checkSize(question: Partial<FollowUpForm>, maxBytes: number): void {
  const excess = findExcess(JSON.stringify(question), maxBytes);
  if (excess !== undefined) {
    throw new TaskCallError(
      `Cannot ask because the question, with its form or details, must be at most ${maxBytes} bytes of JSON: current value is ${excess} bytes`,
    );
  }
}

/**
 * Checks the request for an authorization.
 *
 * @throws TaskCallError for a request that cannot be sent
 */
function checkAuthorization(request: AuthorizationRequest): Authorization {
  checkIsObject('request', request);
  const { url, details } = request;
  if (url !== undefined && !isWebAddress(url)) {
    throw new TaskCallError(
      `Cannot ask for authorization because the url must be an http or https address: current value is ${typeof url === 'string' ? quoteAddress(url) : typeof url}`,
    );
  }
  const wire = toWholeJson(details ?? {});
  if (wire.kind === 'not-json' || !isRecord(wire.value)) {
    throw new TaskCallError(
      `Cannot ask for authorization because the details must be a JSON object: current value is ${wire.kind === 'not-json' ? describeFault(details, wire) : typeof details}`,
      wire.kind === 'not-json' ? { cause: wire.cause } : {},
    );
  }
  return {
    ...(url !== undefined && { url }),
    ...(details !== undefined && { details: wire.value }),
  };
}

/**
 * Checks that a part of a question, such as its form, is an object.
 *
 * @throws TaskCallError if it is not
 */
function checkIsObject(part: string, value: unknown): void {
  if (isRecord(value)) return;
  throw new TaskCallError(
    `Cannot ask because the ${part} must be an object: current value is ${value === null ? 'null' : typeof value}`,
  );
}

/**
 * Checks the request of a question that any message answers: it has `answer: 'message'`, and no
 * form.
 *
 * @throws TaskCallError if it has something else
 */
function checkAnswerKind(request: unknown): void {
  checkIsObject('request', request);
  const { answer, schema } = isRecord(request) ? request : {};
  if (answer !== 'message') {
    throw new TaskCallError(
      `Cannot ask because the answer must be "message": current value is ${typeof answer === 'string' ? JSON.stringify(answer) : typeof answer}`,
    );
  }
  if (schema !== undefined) {
    throw new TaskCallError(
      'Cannot ask because a question must have either a schema or answer: "message": current value has both',
    );
  }
}

function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol } = new URL(value);
  return protocol === 'https:' || protocol === 'http:';
}
