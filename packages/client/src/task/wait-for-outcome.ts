import type { Message } from '@a2a-js/sdk';
import type { Json } from '@formwork/schema';
import { checkCallOptions } from '../call-options.ts';
import { TaskError } from '../errors.ts';
import type {
  AnswerOptions,
  ArtifactEvent,
  AuthOutcome,
  CallEvent,
  Outcome,
  ProgressEvent,
  Question,
  QuestionEvent,
  WaitOptions,
  WorkingEvent,
} from '../outcome.ts';
import {
  cancelTask,
  sendMessage,
  type AgentLink,
  type RequestContext,
} from '../transport/agent-link.ts';
import { createBoundWait } from './bound-wait.ts';
import type { OutageOptions } from './bound-wait.ts';
import {
  readArtifactFiles,
  readAuthorizationUrl,
  readData,
  readFiles,
  readNumber,
  readQuestion,
  readText,
} from './read-message.ts';
import { createAnswer, createSignedInMessage, replyTo, withFiles } from './replies.ts';
import type { ResultReader } from './result-reader.ts';
import {
  checkTask,
  findRestingState,
  type TaskChange,
  TaskView,
  waitsForOtherPeople,
} from './task-view.ts';
import { TaskWatch } from './task-watch.ts';

/** A wait for a task: over which connection, how the result is read, and with which options. */
export interface TaskWait<Data> {
  readonly link: AgentLink;
  readonly read: ResultReader<Data>;
  readonly options: WaitOptions;
  /** The name of the schema that the first message fits; `''` for none. */
  readonly schema: string;
}

/** The beginning of a wait for a task: a message to send, a task that is known, or both. */
export interface WaitStart {
  readonly message?: Message | undefined;
  readonly view?: TaskView;
  /** Milliseconds to wait for a plain answer before a stream of events is opened. Default 0. */
  readonly streamAfterMs?: number | undefined;
  /** The id of the task if the agent is first asked to cancel it, within the same deadline. */
  readonly cancels?: string;
}

/**
 * Sends the message, waits for the task and lets handlers answer its questions, until there is an
 * outcome.
 */
export async function waitForOutcome<Data>(
  wait: TaskWait<Data>,
  { message: first, view = new TaskView(), cancels }: WaitStart,
): Promise<Outcome<Data>> {
  const { link, options, schema } = wait;
  const bound = createBoundWait(options, { link, view });
  const context = { link, signal: bound.signal, schema, taskId: () => view.taskId() };
  const { waitForOthers: waitsForOthers = false } = options;
  let isCanceled = false;
  try {
    if (cancels !== undefined) {
      await cancelTask(context, cancels);
      isCanceled = true;
    }
    for (let message = first, repeats = new Map<string, number>(); ;) {
      await sendAndWait(context, {
        view,
        message,
        waitsForOthers,
        outage: options,
        look: bound.look,
      });
      const outcome = readOutcome(wait, view);
      message = await replyTo(outcome, { options, repeats, signal: bound.signal });
      if (message === undefined) return outcome;
    }
  } catch (error) {
    const translated = await bound.toError(error, isCanceled);
    // A task that the agent did not keep has an outcome too.
    if (translated instanceof TaskError) return translated.outcome;
    throw translated;
  } finally {
    bound.release();
  }
}

/** Does what {@link waitForOutcome} does, and yields every event on the way. */
export async function* streamEvents<Data>(
  wait: TaskWait<Data>,
  { message: first, view = new TaskView(), streamAfterMs: after }: WaitStart,
): AsyncGenerator<CallEvent<Data>, void, undefined> {
  const { link, options, schema } = wait;
  const bound = createBoundWait(options, { link, view });
  const context = { link, signal: bound.signal, schema, taskId: () => view.taskId() };
  const { waitForOthers: waitsForOthers = true } = options;
  let isOver = false;
  let isNamed = view.taskId() !== undefined;
  try {
    for (let message = first, repeats = new Map<string, number>(); ;) {
      const streamAfterMs = message === first ? after : undefined;
      const watch = new TaskWatch(context, {
        view,
        message,
        streamAfterMs,
        waitsForOthers,
        outage: options,
      });
      for await (const change of watch.changes()) {
        bound.look();
        const event = toCallEvent(change, wait, view);
        const taskId = view.taskId();
        if (!isNamed && taskId !== undefined) {
          isNamed = true;
          // The first event tells the id of the task, even if the task has ended by then.
          if (event?.kind !== 'progress' && event?.kind !== 'working') {
            yield { kind: 'working', taskId };
          }
        }
        if (event !== undefined) yield event;
      }
      const outcome = readOutcome(wait, view);
      message = await replyTo(outcome, { options, repeats, signal: bound.signal });
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
        case 'declined':
          throw new TaskError(outcome);
      }
    }
  } catch (error) {
    isOver = true;
    throw await bound.toError(error);
  } finally {
    bound.release();
    // The caller has left by `break`, which counts as an abort.
    if (!isOver) await bound.leave();
  }
}

/**
 * Turns a change of a task to an event for callers; `undefined` for a change that the outcome will
 * report.
 */
function toCallEvent<Data>(
  change: TaskChange,
  wait: TaskWait<Data>,
  view: TaskView,
): ArtifactEvent | ProgressEvent | QuestionEvent<Data> | WorkingEvent | undefined {
  const taskId = view.taskId() ?? '';
  switch (change.kind) {
    case 'status': {
      if (wait.options.waitForOthers !== false && waitsForOtherPeople(view)) {
        return { kind: 'question', taskId, question: createQuestion(wait, view) };
      }
      const { answered } = change;
      if (answered !== undefined) return { kind: 'working', taskId, answered };
      if (findRestingState(view.state()) !== undefined) return undefined;
      const message = view.message();
      const progress: unknown = message?.metadata?.['progress'];
      const fraction = typeof progress === 'number' ? progress : undefined;
      const text = readText(message?.parts ?? []);
      if (text === '' && fraction === undefined) return { kind: 'working', taskId };
      return { kind: 'progress', taskId, text, fraction };
    }
    case 'artifact': {
      const { piece, append, last } = change;
      return {
        kind: 'artifact',
        taskId,
        artifactId: piece.artifactId,
        name: piece.name,
        text: readText(piece.parts),
        data: readData(piece.parts).map(({ data }) => data),
        files: readArtifactFiles(piece),
        append,
        last,
        artifact: piece,
      };
    }
  }
}

async function sendAndWait(
  context: RequestContext,
  {
    view,
    message,
    waitsForOthers,
    outage,
    look,
  }: {
    readonly view: TaskView;
    readonly message: Message | undefined;
    readonly waitsForOthers: boolean;
    readonly outage: OutageOptions;
    /** Called after each event. */
    readonly look: () => void;
  },
): Promise<void> {
  let unsent = message;
  // A wait that can end early must know its task's id early: it is watched from the beginning.
  const isShort = context.signal === undefined && (outage.waitForMs ?? 0) === 0;
  if (unsent !== undefined && isShort) {
    const result = await sendMessage(context, unsent);
    if ('messageId' in result) view.applyMessage(result);
    else view.applyTask(checkTask(result, view));
    unsent = undefined;
    const isResting = findRestingState(view.state()) !== undefined;
    if (isResting && !(waitsForOthers && waitsForOtherPeople(view))) return;
  }
  const watch = new TaskWatch(context, { view, message: unsent, waitsForOthers, outage });
  for await (const _ of watch.changes()) look();
}

function readOutcome<Data>(wait: TaskWait<Data>, view: TaskView): Outcome<Data> {
  const state = findRestingState(view.state()) ?? 'failed';
  const message = view.message();
  const artifacts = view.artifacts();
  const taskId = view.taskId() ?? '';
  const artifactParts = artifacts.flatMap(({ parts }) => parts);
  const messageParts = message?.parts ?? [];
  const isAnswer = state === 'completed';
  const sentText = joinLines(artifacts.map(({ parts }) => readText(parts)));
  const text =
    (isAnswer ? sentText : readText(messageParts)) ||
    (isAnswer ? readText(messageParts) : sentText);
  const base = {
    taskId,
    contextId: view.contextId(),
    text,
    files: [...artifacts.flatMap(readArtifactFiles), ...readFiles(messageParts)],
    artifacts,
  };
  switch (state) {
    case 'completed': {
      const conclusion = artifactParts.length > 0 ? readText(messageParts) : '';
      const parts = artifactParts.length > 0 ? artifactParts : messageParts;
      const validate = wait.options.validateOutput !== false;
      const result = wait.read({ parts, text, taskId: view.taskId(), validate });
      return result.kind === 'words'
        ? { state: 'declined', ...base }
        : { state, ...base, conclusion, data: result.data };
    }
    case 'input-required':
      return { state, ...base, question: createQuestion(wait, view) };
    case 'auth-required':
      return { state, ...base, ...createAuthorization(wait, view) };
    case 'failed':
    case 'canceled':
    case 'rejected':
      return { state, ...base };
  }
}

/** Joins the texts of artifacts, each beginning on a new line. */
function joinLines(texts: readonly string[]): string {
  let lines = '';
  for (const text of texts)
    lines += lines === '' || lines.endsWith('\n') ? text : text && `\n${text}`;
  return lines;
}

function createQuestion<Data>(wait: TaskWait<Data>, view: TaskView): Question<Data> {
  const { vet } = wait.link;
  const read = readQuestion(view.message(), { vet, statusAt: view.statusAt() });
  const taskId = view.taskId() ?? '';
  async function start(answer: Json, { files = [], messageId }: AnswerOptions): Promise<WaitStart> {
    const contextId = view.contextId();
    const message = createAnswer(read, { answer, taskId, contextId, messageId });
    return { view, message: await withFiles(message, files) };
  }
  return {
    ...read,
    taskId,
    answer: async (answer: Json, next: AnswerOptions = {}) =>
      waitForOutcome(continueWait(wait, next), await start(answer, next)),
    async *streamAnswer(answer: Json, next: AnswerOptions = {}) {
      yield* streamEvents(continueWait(wait, next), await start(answer, next));
    },
  };
}

function createAuthorization<Data>(
  wait: TaskWait<Data>,
  view: TaskView,
): Pick<AuthOutcome<Data>, 'url' | 'number' | 'proceed' | 'streamProceed'> {
  const number = readNumber(view.message());
  const start = (): WaitStart => {
    const fields = { taskId: view.taskId() ?? '', contextId: view.contextId() };
    return { view, message: createSignedInMessage(number, fields) };
  };
  return {
    url: readAuthorizationUrl(view.message()),
    number,
    proceed: async (next) => waitForOutcome(continueWait(wait, next), start()),
    async *streamProceed(next) {
      yield* streamEvents(continueWait(wait, next), start());
    },
  };
}

/**
 * Makes the wait that follows an answer to a question. It has its own options: the deadline and the
 * signal of the call before do not count, because an answer may come days later.
 */
function continueWait<Data>(wait: TaskWait<Data>, next: AnswerOptions = {}): TaskWait<Data> {
  checkCallOptions(next, 'Cannot answer');
  const { signal: _signal, deadlineMs: _deadlineMs, ...lasting } = wait.options;
  const { files: _files, messageId: _messageId, ...added } = next;
  return { ...wait, schema: '', options: { ...lasting, ...added } };
}
