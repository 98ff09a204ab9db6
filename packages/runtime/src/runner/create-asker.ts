import {
  createExample,
  createNamedSchema,
  DefinitionError,
  isStandardSchema,
  parseWithLibrary,
  RunEndedError,
  toModelText,
  type AuthorizationRequest,
  type FormQuestion,
  type NamedSchema,
  type SchemaLike,
  type TaskLogger,
  toMessageText,
  type TaskAnswer,
} from '@formwork/core';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import {
  createQuestionMessage,
  MESSAGE_KEY,
  toQuestionState,
  type FollowUpForm,
} from '../protocol/follow-up-form.ts';
import type { Memos } from './memos.ts';
import { checkAnswerKind, checkIsObject, checkPrompt, toAuthorization } from './question-parts.ts';
import { deepFreeze } from './deep-freeze.ts';
import { toTaskFiles } from './task-files.ts';

const DEFAULT_NAME = 'answer';

/** What {@link createAsker} works with. */
export interface AskerOptions {
  readonly snapshot: TaskSnapshot;
  readonly memos: Memos;
  /** Is told what is doubtful in the schema of a form, such as that callers will refuse it. */
  readonly log: TaskLogger;
  /** How large a question may be, in bytes. */
  readonly maxBytes: number;
  /** Throws when the run has ended. */
  readonly checkOpen: () => void;
  readonly write: (event: NewTaskEvent) => Promise<void>;
  /** Ends the run for the handler; nothing it does afterwards is written. */
  readonly suspend: (end: RunEndedError) => void;
}

/** What asks the caller of one run. */
export interface Asker {
  ask(prompt: string, form?: FormQuestion<SchemaLike>): Promise<unknown>;
  askMessage(prompt: string, request: unknown): Promise<TaskAnswer>;
  authorize(prompt: string, request?: AuthorizationRequest): Promise<string>;
}

/** Makes `task.ask` and `task.authorize` of one run. */
export function createAsker(options: AskerOptions): Asker {
  const { snapshot, memos, log, maxBytes, checkOpen, write, suspend } = options;
  const { id: taskId, contextId } = snapshot;

  async function askAndSuspend({ example, complaint, ...question }: Question): Promise<never> {
    checkPrompt(question, maxBytes);
    const extra = { example, ...(complaint !== undefined && { complaint }) };
    const message = createQuestionMessage(question, { taskId, contextId, ...extra });
    await write({ kind: 'status', state: toQuestionState(question), message });
    const end = new RunEndedError('suspended');
    suspend(end);
    throw end;
  }

  return {
    async ask(prompt, form) {
      checkOpen();
      checkPrompt({ prompt }, maxBytes);
      if (form !== undefined) checkIsObject('form', form);
      const key = `ask:${form === undefined ? 'text' : (form.name ?? DEFAULT_NAME)}`;
      const memo = memos.next(key);
      if (memo.kind === 'new') {
        return askAndSuspend({ question: memo.position, key, prompt, ...toShown(form, log) });
      }
      // A conversation comes by all of its answers at every turn, so no schema is compiled for them:
      // what the schema could tell was checked before the answer was stored.
      if (form === undefined || !isStandardSchema(form.schema)) return memo.value;
      const parsed = await parseWithLibrary({ library: form.schema }, memo.value);
      if (parsed.kind === 'parsed') return parsed.value;
      // The library knows rules that the schema could not tell: the same question again.
      const complaint = toModelText(parsed.problems, { schema: form.name ?? DEFAULT_NAME });
      return askAndSuspend({
        question: memo.position,
        key,
        prompt,
        complaint,
        ...toShown(form, log),
      });
    },

    async askMessage(prompt, request) {
      checkOpen();
      checkPrompt({ prompt }, maxBytes);
      checkAnswerKind(request);
      const key = MESSAGE_KEY;
      const memo = memos.next(key);
      if (memo.kind === 'new') {
        return askAndSuspend({ question: memo.position, key, prompt });
      }
      const message = snapshot.history[Number(memo.value)];
      if (message === undefined) {
        throw new TypeError(`Task ${taskId} has no message at ${String(memo.value)}`);
      }
      deepFreeze(message);
      return { text: toMessageText(message).trim(), files: toTaskFiles(message), message };
    },

    async authorize(prompt, request = {}) {
      checkOpen();
      checkPrompt({ prompt }, maxBytes);
      const authorization = toAuthorization(request);
      const key = 'authorize';
      const memo = memos.next(key);
      if (memo.kind === 'memo') return String(memo.value);
      return askAndSuspend({ question: memo.position, key, prompt, authorization });
    },
  };
}

interface Question extends FollowUpForm {
  readonly example?: unknown;
  readonly complaint?: string;
}

/** What a form adds to its question. */
function toShown(
  form: FormQuestion<SchemaLike> | undefined,
  log: TaskLogger,
): Pick<Question, 'form' | 'example'> {
  if (form === undefined) return {};
  const { name, schema, validator } = createFormSchema(form, log);
  return { form: { name, schema }, example: createExample(schema, validator) };
}

function createFormSchema(
  { schema, name = DEFAULT_NAME }: FormQuestion<SchemaLike>,
  log: TaskLogger,
): NamedSchema {
  const where = `question ${JSON.stringify(name)}`;
  const { named, issues } = createNamedSchema(name, schema, { direction: 'input', where });
  if (named === undefined) throw new DefinitionError(where, issues);
  for (const { message } of issues) log.warn(`${where}: ${message}`);
  return named;
}
