import {
  createExample,
  createNamedSchema,
  DefinitionError,
  parseWithLibrary,
  RunEndedError,
  toModelText,
  type AuthorizationRequest,
  type FormQuestion,
  type NamedSchema,
  type SchemaLike,
} from '@formwork/core';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import {
  createQuestionMessage,
  toQuestionState,
  type FollowUpForm,
} from '../protocol/follow-up-form.ts';
import type { Memos } from './memos.ts';
import { checkPrompt, toAuthorization } from './question-parts.ts';

/** What {@link createAsker} works with. */
export interface AskerOptions {
  readonly snapshot: TaskSnapshot;
  readonly memos: Memos;
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
  authorize(prompt: string, request?: AuthorizationRequest): Promise<string>;
}

/** Makes `task.ask` and `task.authorize` of one run. */
export function createAsker(options: AskerOptions): Asker {
  const { snapshot, memos, maxBytes, checkOpen, write, suspend } = options;
  const { id: taskId, contextId } = snapshot;

  async function askAndSuspend(question: FollowUpForm, extra: Extra = {}): Promise<never> {
    checkPrompt(question, maxBytes);
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

interface Extra {
  readonly example?: unknown;
  readonly complaint?: string;
}

function createFormSchema({ schema, name = 'answer' }: FormQuestion<SchemaLike>): NamedSchema {
  const where = `question ${JSON.stringify(name)}`;
  const { named, issues } = createNamedSchema(name, schema, { direction: 'input', where });
  if (named === undefined) throw new DefinitionError(where, issues);
  return named;
}
