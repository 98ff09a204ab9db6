import type { Message } from '@a2a-js/sdk';
import type { Json } from '@formwork/core';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { QuestionError } from '../errors/question-error.ts';
import { TaskError } from '../errors/task-error.ts';
import { checkCallOptions } from '../options/check-call-options.ts';
import { toFileParts, type OutgoingFile } from '../parts/outgoing-file.ts';
import { readArtifactFiles, readFiles, readText } from '../parts/read-parts.ts';
import { sendMessage, type AgentLink, type RequestContext } from '../transport/agent-link.ts';
import { untilAborted } from '../transport/until-aborted.ts';
import { createBoundWait } from './bound-wait.ts';
import type { CallEvent } from './call-event.ts';
import { checkTask } from './check-task.ts';
import { createMessage, toAnswerMetadata, toContentParts } from './create-message.ts';
import type { AuthOutcome, Outcome } from './outcome.ts';
import {
  readAuthorizationUrl,
  readQuestion,
  type Question,
  type ReadQuestion,
} from './question.ts';
import type { ResultReader } from './result-reader.ts';
import { toRestingState } from './task-state.ts';
import { toEvent } from './to-event.ts';
import { createTaskView, type TaskView } from './task-view.ts';
import { toJson } from './to-json.ts';
import type { AnswerOptions, WaitOptions } from './wait-options.ts';
import { watchTask } from './watch-task.ts';

/** What a conversation about one task needs to know. */
export interface Conversation<Data> {
  readonly link: AgentLink;
  readonly read: ResultReader<Data>;
  readonly options: WaitOptions;
  /** Name of the schema of the first message; `''` for none. */
  readonly schema: string;
}

/** Where a conversation begins: with a message, with a task, or with both. */
export interface ConversationStart {
  readonly message?: Message | undefined;
  readonly view?: TaskView;
  /** How long to wait for the first answer before events are asked for. Default 0. */
  readonly streamAfterMs?: number | undefined;
}

/** How often the same question is answered before it is taken for one that nothing answers. */
const MAX_REPEATS = 5;

/** What a caller says who has come back; agents look themselves whether they were let in. */
export const DONE = 'Done.';

/** Sends, waits and answers until there is an outcome. */
export async function settle<Data>(
  conversation: Conversation<Data>,
  { message: first, view = createTaskView() }: ConversationStart,
): Promise<Outcome<Data>> {
  const { link, options, schema } = conversation;
  const bound = createBoundWait(options, { link, view });
  const context = { link, signal: bound.signal, schema, taskId: view.taskId };
  try {
    for (let message = first, asked = new Map<string, number>(); ;) {
      await rest(context, { view, message });
      const outcome = toOutcome(conversation, view);
      message = await replyTo(outcome, { options, asked, signal: bound.signal });
      if (message === undefined) return outcome;
    }
  } catch (error) {
    const known = await bound.toError(error);
    // Of an agent that keeps no task of it.
    if (known instanceof TaskError) return known.outcome;
    throw known;
  } finally {
    bound.release();
  }
}

/** The same as {@link settle}, told event by event. */
export async function* converse<Data>(
  conversation: Conversation<Data>,
  { message: first, view = createTaskView(), streamAfterMs: after }: ConversationStart,
): AsyncGenerator<CallEvent<Data>, void, undefined> {
  const { link, options, schema } = conversation;
  const bound = createBoundWait(options, { link, view });
  const context = { link, signal: bound.signal, schema, taskId: view.taskId };
  let isOver = false;
  let isNamed = view.taskId() !== undefined;
  try {
    for (let message = first, asked = new Map<string, number>(); ;) {
      const streamAfterMs = message === first ? after : undefined;
      for await (const change of watchTask(context, { view, message, streamAfterMs })) {
        const event = toEvent(change, view);
        const taskId = view.taskId();
        if (!isNamed && taskId !== undefined) {
          isNamed = true;
          // Whoever follows a task learns its id first, also of one that has ended when it is told.
          if (event?.kind !== 'progress' && event?.kind !== 'working') {
            yield { kind: 'working', taskId };
          }
        }
        if (event !== undefined) yield event;
      }
      const outcome = toOutcome(conversation, view);
      message = await replyTo(outcome, { options, asked, signal: bound.signal });
      if (message !== undefined) continue;
      isOver = true;
      switch (outcome.state) {
        case 'completed': {
          const { taskId, contextId, data, text, conclusion, files } = outcome;
          yield { kind: 'result', taskId, contextId, data, text, conclusion, files };
          return;
        }
        case 'input-required':
          yield { kind: 'question', taskId: outcome.taskId, question: outcome.question };
          return;
        case 'auth-required':
          yield { kind: 'auth', taskId: outcome.taskId, outcome };
          return;
        case 'failed':
        case 'canceled':
        case 'rejected':
          throw new TaskError(outcome);
      }
    }
  } catch (error) {
    isOver = true;
    throw await bound.toError(error);
  } finally {
    bound.release();
    // Left by `break`: the same as an abort.
    if (!isOver) await bound.leave();
  }
}

async function rest(
  context: RequestContext,
  { view, message }: { readonly view: TaskView; readonly message: Message | undefined },
): Promise<void> {
  let unsent = message;
  // A wait that can end early must know its task's id early: it is watched from the beginning.
  if (unsent !== undefined && context.signal === undefined) {
    const result = await sendMessage(context, unsent);
    if ('messageId' in result) view.applyMessage(result);
    else view.applyTask(checkTask(result, view));
    unsent = undefined;
    if (toRestingState(view.state()) !== undefined) return;
  }
  for await (const _ of watchTask(context, { view, message: unsent }));
}

function toOutcome<Data>(conversation: Conversation<Data>, view: TaskView): Outcome<Data> {
  const state = toRestingState(view.state()) ?? 'failed';
  const message = view.message();
  const artifacts = view.artifacts();
  const taskId = view.taskId() ?? '';
  const sent = artifacts.flatMap(({ parts }) => parts);
  const said = message?.parts ?? [];
  const isAnswer = state === 'completed';
  const sentText = toLines(artifacts.map(({ parts }) => readText(parts)));
  const text = (isAnswer ? sentText : readText(said)) || (isAnswer ? readText(said) : sentText);
  const base = {
    taskId,
    contextId: view.contextId(),
    text,
    files: [...artifacts.flatMap(readArtifactFiles), ...readFiles(said)],
    artifacts,
  };
  switch (state) {
    case 'completed': {
      const conclusion = sent.length > 0 ? readText(said) : '';
      const parts = sent.length > 0 ? sent : said;
      const validate = conversation.options.validateOutput !== false;
      return {
        state,
        ...base,
        conclusion,
        data: conversation.read({ parts, text, taskId: view.taskId(), validate }),
      };
    }
    case 'input-required':
      return { state, ...base, question: toQuestion(conversation, view) };
    case 'auth-required':
      return { state, ...base, ...toAuthorization(conversation, view) };
    case 'failed':
    case 'canceled':
    case 'rejected':
      return { state, ...base };
  }
}

function toQuestion<Data>(conversation: Conversation<Data>, view: TaskView): Question<Data> {
  const read = readQuestion(view.message(), conversation.link.vet);
  const taskId = view.taskId() ?? '';
  async function start(answer: Json, { files = [] }: AnswerOptions): Promise<ConversationStart> {
    const message = toAnswer(read, { answer, taskId, contextId: view.contextId() });
    return { view, message: await withFiles(message, files) };
  }
  return {
    ...read,
    taskId,
    answer: async (answer: Json, next: AnswerOptions = {}) =>
      settle(toNext(conversation, next), await start(answer, next)),
    async *streamAnswer(answer: Json, next: AnswerOptions = {}) {
      yield* converse(toNext(conversation, next), await start(answer, next));
    },
  };
}

/**
 * What goes on after an answer. It may come days later: neither the deadline nor the signal of the
 * call before is about it.
 */
function toNext<Data>(
  conversation: Conversation<Data>,
  next: AnswerOptions = {},
): Conversation<Data> {
  checkCallOptions(next, 'Cannot answer');
  const { signal: _signal, deadlineMs: _deadlineMs, ...lasting } = conversation.options;
  const { files: _files, ...wait } = next;
  return { ...conversation, schema: '', options: { ...lasting, ...wait } };
}

/** An answer, and where it belongs. */
interface AnswerFields {
  readonly answer: Json;
  readonly taskId: string;
  readonly contextId: string;
  /** Default: a new one. */
  readonly messageId?: string;
}

/** The message that answers a question; what does not fit its form is not sent. */
export function toAnswer(
  question: ReadQuestion,
  { answer, taskId, contextId, messageId }: AnswerFields,
): Message {
  const name = question.kind === 'form' ? question.name : '';
  const content = toJson(answer, { schema: name, taskId });
  const problems = question.kind === 'form' ? question.check(content) : [];
  if (problems.length > 0)
    throw new InvalidInputError(problems, { schema: name, foundBy: 'client', taskId });
  return createMessage(toContentParts(content), {
    taskId,
    contextId,
    messageId,
    metadata: toAnswerMetadata(question.number),
  });
}

async function withFiles(message: Message, files: readonly OutgoingFile[]): Promise<Message> {
  return { ...message, parts: [...message.parts, ...(await toFileParts(files))] };
}

interface ReplyContext {
  readonly options: WaitOptions;
  /** How often each question was answered. */
  readonly asked: Map<string, number>;
  readonly signal: AbortSignal | undefined;
}

/** The message that goes on with a task that waits, by the handlers there are. */
async function replyTo<Data>(
  outcome: Outcome<Data>,
  { options: { onQuestion, onAuthorize }, asked, signal }: ReplyContext,
): Promise<Message | undefined> {
  const { taskId, contextId, text } = outcome;
  const isAsking = outcome.state === 'input-required' && onQuestion !== undefined;
  const isWaiting = outcome.state === 'auth-required' && onAuthorize !== undefined;
  if (!isAsking && !isWaiting) return undefined;
  const number = isAsking ? outcome.question.number : undefined;
  const key = `${outcome.state} ${number} ${text}`;
  const times = (asked.get(key) ?? 0) + 1;
  asked.set(key, times);
  if (times > MAX_REPEATS) {
    throw new QuestionError(taskId, isAsking ? { text, question: outcome.question } : { text });
  }
  const call = { signal: signal ?? new AbortController().signal };
  if (isWaiting) {
    const { url } = outcome;
    await untilAborted(() => onAuthorize({ taskId, text, url }, call), signal);
    return createMessage(toContentParts(DONE), { taskId, contextId });
  }
  if (!isAsking) return undefined;
  const { question } = outcome;
  const files: OutgoingFile[] = [];
  const attach = (more: readonly OutgoingFile[]) => void files.push(...more);
  const answer = await untilAborted(() => onQuestion(question, { ...call, attach }), signal);
  return withFiles(toAnswer(question, { answer, taskId, contextId }), files);
}

function toAuthorization<Data>(
  conversation: Conversation<Data>,
  view: TaskView,
): Pick<AuthOutcome<Data>, 'url' | 'proceed' | 'streamProceed'> {
  const start = (): ConversationStart => {
    const fields = { taskId: view.taskId() ?? '', contextId: view.contextId() };
    return { view, message: createMessage(toContentParts(DONE), fields) };
  };
  return {
    url: readAuthorizationUrl(view.message()),
    proceed: async (next) => settle(toNext(conversation, next), start()),
    async *streamProceed(next) {
      yield* converse(toNext(conversation, next), start());
    },
  };
}

/** Texts of several artifacts, each of which begins on a line of its own. */
function toLines(texts: readonly string[]): string {
  let lines = '';
  for (const text of texts)
    lines += lines === '' || lines.endsWith('\n') ? text : text && `\n${text}`;
  return lines;
}
