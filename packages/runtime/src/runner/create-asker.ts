import {
  createExample,
  createNamedSchema,
  DefinitionError,
  isStandardSchema,
  parseWithLibrary,
  toModelText,
  type FormQuestion,
  type NamedSchema,
  type SchemaLike,
} from '@formwork/core';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { TaskCallError } from '../errors/task-call-error.ts';
import { RunEndedError } from '../errors/run-ended-error.ts';
import { createQuestionMessage, type FollowUpForm } from '../protocol/follow-up-form.ts';
import type { Memos } from './memos.ts';

const DEFAULT_NAME = 'answer';

/** What {@link createAsker} works with. */
export interface AskerOptions {
  readonly snapshot: TaskSnapshot;
  readonly memos: Memos;
  /** Throws when the run has ended. */
  readonly checkOpen: () => void;
  readonly write: (event: NewTaskEvent) => Promise<void>;
  /** Ends the run for the handler; nothing it does afterwards is written. */
  readonly suspend: (end: RunEndedError) => void;
}

/** Makes `task.ask` of one run. */
export function createAsker(
  options: AskerOptions,
): (prompt: string, form?: FormQuestion<SchemaLike>) => Promise<unknown> {
  const { snapshot, memos, checkOpen, write, suspend } = options;
  const { id: taskId, contextId } = snapshot;

  async function askAndSuspend({ example, complaint, ...question }: Question): Promise<never> {
    const extra = { example, ...(complaint !== undefined && { complaint }) };
    const message = createQuestionMessage(question, { taskId, contextId, ...extra });
    await write({ kind: 'status', state: 'input-required', message });
    const end = new RunEndedError('suspended');
    suspend(end);
    throw end;
  }

  return async (prompt, form) => {
    checkOpen();
    checkPrompt(prompt);
    const key = `ask:${form === undefined ? 'text' : (form.name ?? DEFAULT_NAME)}`;
    const memo = memos.next(key);
    if (memo.kind === 'new') {
      return askAndSuspend({ question: memo.position, key, prompt, ...toShown(form) });
    }
    // A conversation comes by all of its answers at every turn, so no schema is compiled for them:
    // what the schema could tell was checked before the answer was stored.
    if (form === undefined || !isStandardSchema(form.schema)) return memo.value;
    const parsed = await parseWithLibrary({ library: form.schema }, memo.value);
    if (parsed.kind === 'parsed') return parsed.value;
    // The library knows rules that the schema could not tell: the same question again.
    const complaint = toModelText(parsed.problems, { schema: form.name ?? DEFAULT_NAME });
    return askAndSuspend({ question: memo.position, key, prompt, complaint, ...toShown(form) });
  };
}

interface Question extends FollowUpForm {
  readonly example?: unknown;
  readonly complaint?: string;
}

/** What a form adds to its question. */
function toShown(form: FormQuestion<SchemaLike> | undefined): Pick<Question, 'form' | 'example'> {
  if (form === undefined) return {};
  const { name, schema, validator } = createFormSchema(form);
  return { form: { name, schema }, example: createExample(schema, validator) };
}

/** Programs without types ask anything. */
function checkPrompt(prompt: unknown): void {
  if (typeof prompt === 'string' && prompt.trim() !== '') return;
  throw new TaskCallError(
    `Cannot ask as the prompt must be text that is not empty: current value is ${typeof prompt === 'string' ? JSON.stringify(prompt) : typeof prompt}`,
  );
}

function createFormSchema({ schema, name = DEFAULT_NAME }: FormQuestion<SchemaLike>): NamedSchema {
  const where = `question ${JSON.stringify(name)}`;
  const { named, issues } = createNamedSchema(name, schema, { direction: 'input', where });
  if (named === undefined) throw new DefinitionError(where, issues);
  return named;
}
