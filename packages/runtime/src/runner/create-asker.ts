import {
  createExample,
  createNamedSchema,
  DefinitionError,
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

  async function askAndSuspend(question: FollowUpForm, extra: Extra): Promise<never> {
    const message = createQuestionMessage(question, { taskId, contextId, ...extra });
    await write({ kind: 'status', state: 'input-required', message });
    const end = new RunEndedError('suspended');
    suspend(end);
    throw end;
  }

  return async (prompt, form) => {
    checkOpen();
    checkPrompt(prompt);
    const named = form && createFormSchema(form);
    const key = `ask:${named?.name ?? 'text'}`;
    const memo = memos.next(key);
    const example = named && createExample(named.schema, named.validator);
    const shown = named && { form: { name: named.name, schema: named.schema } };
    if (memo.kind === 'new') {
      const question = { question: memo.position, key, prompt, ...shown };
      return askAndSuspend(question, { example });
    }
    if (named === undefined) return memo.value;
    const parsed = await parseWithLibrary(named, memo.value);
    if (parsed.kind === 'parsed') return parsed.value;
    // The library knows rules that the schema could not tell: the same question again.
    const complaint = toModelText(parsed.problems, { schema: named.name });
    const question = { question: memo.position, key, prompt, ...shown };
    return askAndSuspend(question, { example, complaint });
  };
}

interface Extra {
  readonly example?: unknown;
  readonly complaint?: string;
}

/** Programs without types ask anything. */
function checkPrompt(prompt: unknown): void {
  if (typeof prompt === 'string' && prompt.trim() !== '') return;
  throw new TaskCallError(
    `Cannot ask as the prompt must be text that is not empty: current value is ${typeof prompt === 'string' ? JSON.stringify(prompt) : typeof prompt}`,
  );
}

function createFormSchema({ schema, name = 'answer' }: FormQuestion<SchemaLike>): NamedSchema {
  const where = `question ${JSON.stringify(name)}`;
  const { named, issues } = createNamedSchema(name, schema, { direction: 'input', where });
  if (named === undefined) throw new DefinitionError(where, issues);
  return named;
}
