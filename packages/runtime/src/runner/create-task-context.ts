import type { Message } from '@a2a-js/sdk';
import {
  type AnySkill,
  type ArtifactUpdate,
  type AuthorizationRequest,
  type QuestionForm,
  isRunEndedError,
  RunEndedError,
  type TaskContext,
  type TaskLogger,
} from '@formwork/core';
import { deepFreeze, isRecord, toErrorText } from '@formwork/schema/internal';
import type { SchemaLike } from '@formwork/schema';
import type { Lease } from '../engine/lease.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { TaskCallError } from '../errors.ts';
import { createAgentMessage } from '../messages/agent-message.ts';
import { toTaskFiles } from '../messages/task-files.ts';
import { fromScope } from '../scope.ts';
import { AwaitedPromise, createAskedQuestions, type Unfinished } from './awaited-calls.ts';
import { type Asker, createAsker } from './create-asker.ts';
import type { DiscreetLogger } from './discreet-logger.ts';
import type { LazyAbort } from './lazy-abort.ts';
import { answersWithMessage } from './run-handler.ts';
import { attempt, type Soon } from './soon.ts';
import { createStepper, type Memos, type StepGate } from './steps.ts';
import type { TaskWriter } from './task-writer.ts';
import type { AttemptWatch } from '../telemetry/watch-attempt.ts';
import {
  checkConclusion,
  isSmallPiece,
  createArtifactEvent,
  createProgressEvent,
} from './update-events.ts';

/** Options of {@link createTaskContext}. */
export interface TaskContextOptions {
  readonly snapshot: TaskSnapshot;
  readonly lease: Lease;
  /** The skill that runs; `undefined` if the agent's own text handler runs. */
  readonly skill: AnySkill | undefined;
  readonly writer: TaskWriter;
  readonly abort: LazyAbort;
  /**
   * Tells the handler to stop, because the task waits for an answer; later calls of the handler
   * write nothing.
   */
  readonly suspend: (end: RunEndedError) => void;
  readonly memos: Memos;
  readonly gate: StepGate;
  /** The largest size of a step's result, a question or a progress text, in bytes of UTF-8. */
  readonly maxEntryBytes: number;
  /**
   * Resolves once it is known whether the task was stored; absent if the task was stored before the
   * run began.
   */
  readonly ready?: Promise<void> | undefined;
  /** Called before each new step; rejects if the run may have lost its lease. */
  readonly holdLease: () => Promise<void> | undefined;
  readonly log: DiscreetLogger;
  /** The spans and metrics of the attempt; `undefined` without an OpenTelemetry SDK. */
  readonly watch: AttemptWatch | undefined;
}

/** The `task` of a handler, and the functions with which its run ends. */
export interface OpenTaskContext {
  readonly task: TaskContext;
  /**
   * Refuses later calls of the handler, because it has returned. Resolves when every earlier call
   * was stored or has failed. The result is a question that the handler did not await, or an
   * artifact that could not be sent and that it did not await, if there is one: the task would end
   * without what it needs.
   */
  readonly finish: () => Promise<Unfinished | undefined>;
  /**
   * Adds the message of `task.conclude`, if the handler called it, to the events that end the task.
   */
  readonly withConclusion: (events: readonly NewTaskEvent[]) => readonly NewTaskEvent[];
}

/**
 * The functions of a handler's `task`. Each works without `this`, because handlers may take it out
 * of `task`.
 */
type TaskCalls = Pick<
  TaskContext,
  'progress' | 'conclude' | 'artifact' | 'step' | 'ask' | 'authorize'
>;

/**
 * The `task` object of a run. It is a class, because an object literal with getters costs more for
 * every run.
 */
class RunningTask implements TaskContext {
  readonly id: string;
  readonly contextId: string;
  readonly attempt: number;
  readonly user: TaskContext['user'];
  readonly log: TaskLogger;
  readonly progress: TaskContext['progress'];
  readonly conclude: TaskContext['conclude'];
  readonly artifact: TaskContext['artifact'];
  readonly step: TaskContext['step'];
  readonly ask: TaskContext['ask'];
  readonly authorize: TaskContext['authorize'];
  readonly #snapshot: TaskSnapshot;
  readonly #message: Message;
  readonly #abort: LazyAbort;

  constructor(
    { snapshot, lease, log, abort }: TaskContextOptions,
    message: Message,
    { progress, conclude, artifact, step, ask, authorize }: TaskCalls,
  ) {
    this.id = snapshot.id;
    this.contextId = snapshot.contextId;
    this.attempt = lease.attempt;
    this.user = fromScope(snapshot.scope);
    this.log = log;
    this.progress = progress;
    this.conclude = conclude;
    this.artifact = artifact;
    this.step = step;
    this.ask = ask;
    this.authorize = authorize;
    this.#snapshot = snapshot;
    this.#message = message;
    this.#abort = abort;
  }

  // The values are frozen when a handler reads them, because they are the engine's own objects.
  get message(): Message {
    return deepFreeze(this.#message);
  }

  get files(): TaskContext['files'] {
    return toTaskFiles(this.#message);
  }

  get history(): TaskContext['history'] {
    return deepFreeze(this.#snapshot.history);
  }

  get artifacts(): TaskContext['artifacts'] {
    return deepFreeze(this.#snapshot.artifacts);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }
}

/**
 * An artifact that is being sent. `isSure` is true if its check has passed, so that only the
 * storage can refuse it.
 */
interface CheckedArtifact {
  readonly event: NewTaskEvent | Promise<NewTaskEvent>;
  readonly isSure: boolean;
}

function checkArtifact(update: ArtifactUpdate, skill: AnySkill | undefined): CheckedArtifact {
  try {
    const event = createArtifactEvent(update, skill);
    if (!(event instanceof Promise)) return { event, isSure: true };
    return { event: withoutFault(event), isSure: false };
  } catch (error) {
    return { event: withoutFault(Promise.reject(error)), isSure: false };
  }
}

/**
 * Keeps the rejection of a promise from ending the process, because the run may be over before
 * anybody awaits it.
 */
function withoutFault<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}

/**
 * Replaces the functions of `task` that need a visible task by functions that throw, for handlers
 * whose callers get a message alone.
 */
function refuseTaskCalls(calls: TaskCalls): TaskCalls {
  // The function throws instead of rejecting, so that it also stops a handler that does not await
  // it.
  const refuse = (call: string) => (): never => {
    throw new TaskCallError(
      `Cannot call task.${call} as textAnswer must be "task" for it: current value is "message", so callers get what the handler returns and see no task`,
    );
  };
  return {
    ...calls,
    artifact: refuse('artifact'),
    ask: refuse('ask'),
    authorize: refuse('authorize'),
    conclude: refuse('conclude'),
  };
}

/** Makes the `task` object that a handler gets, and the functions with which its run ends. */
export function createTaskContext(options: TaskContextOptions): OpenTaskContext {
  const { snapshot, skill, writer, abort, log, memos, gate, ready, holdLease } = options;
  const { maxEntryBytes: maxBytes } = options;
  const [message] = snapshot.history;
  if (message === undefined) throw new TypeError(`Task ${snapshot.id} has no first message`);
  let open: Set<Promise<void>> | undefined;
  let step: ReturnType<typeof createStepper> | undefined;
  let asker: Asker | undefined;
  /**
   * Settles when the checks of earlier events are over, so that later events follow them in order;
   * `undefined` if no check is under way.
   */
  let turn: Promise<void> | undefined;
  let isFinished = false;
  let conclusion: string | undefined;
  const questions = createAskedQuestions({
    abort,
    watch,
    async whenFree() {
      // Earlier calls that the handler did not await must be stored first.
      await settled();
      checkOpen();
    },
  });
  let finishing: Promise<Unfinished | undefined> | undefined;
  const unsent: { readonly call: AwaitedPromise<void>; readonly error: unknown }[] = [];

  async function write(toEvent: () => NewTaskEvent | Promise<NewTaskEvent>): Promise<void> {
    checkOpen();
    const event = toEvent();
    if (turn !== undefined || event instanceof Promise) return writeInTurn(event);
    await store(event);
  }

  function store(event: NewTaskEvent): Promise<void> {
    return isSmallPiece(event) ? writer.take(event) : writer.write([event]);
  }

  async function writeInTurn(event: NewTaskEvent | Promise<NewTaskEvent>): Promise<void> {
    const own = Promise.allSettled([event, turn]);
    const passed = own.then(() => undefined);
    turn = passed;
    const [checked] = await own;
    if (turn === passed) turn = undefined;
    if (checked.status === 'rejected') throw checked.reason;
    await store(checked.value);
  }

  /**
   * Tracks a call whose promise the handler need not await: its failure is logged, and does not end
   * the process.
   */
  function track(call: string, work: Promise<void>): Promise<void> {
    return hold(work, (error) => {
      if (!abort.aborted) log.error(`${call} failed`, { error: toErrorText(error) });
    });
  }

  function hold(work: Promise<void>, onError: (error: unknown) => void): Promise<void> {
    const all = (open ??= new Set());
    const done = work.catch(onError).finally(() => all.delete(done));
    all.add(done);
    return work;
  }

  /**
   * Sends an artifact. The promise rejects if the artifact cannot be sent; if the handler does not
   * await the promise, the task fails.
   */
  function sendArtifact(update: ArtifactUpdate): Promise<void> {
    const checked = checkArtifact(update, skill);
    const work = write(() => checked.event);
    if (checked.isSure) return track('task.artifact', work);
    const call = new AwaitedPromise<void>((resolve, reject) => {
      work.then(resolve, reject);
    }).allowUnawaited();
    // The error fails the task, unless the handler awaits the promise and handles it.
    void hold(work, (error) => unsent.push({ call, error }));
    return call;
  }

  /**
   * Logs the failure of a call as {@link track} does. It is for calls that themselves wait for all
   * tracked ones.
   */
  function watch<Result>(call: string, begin: () => Soon<Result>): Promise<Result> {
    const work = attempt(begin);
    if (!(work instanceof Promise)) return Promise.resolve(work);
    work.catch((error: unknown) => {
      if (!abort.aborted) log.warn(`${call} failed`, { error: toErrorText(error) });
    });
    return work;
  }

  /**
   * Stores the result of a step, even while the process stops: this run still holds the lease, so a
   * finished step need not be repeated.
   */
  async function writeMemo(event: NewTaskEvent): Promise<void> {
    await settled();
    const isStopping = isRunEndedError(abort.reason) && abort.reason.end === 'stopping';
    await (isStopping ? writer.write([event]) : write(() => event));
  }

  async function settled(): Promise<void> {
    // Further calls may begin while the earlier ones are awaited.
    for (let all = open; all !== undefined && all.size > 0; all = open) await Promise.all(all);
  }

  /**
   * Throws if the run has ended, so that the handler does no work whose result could not be stored.
   */
  function checkOpen(): void {
    if (abort.aborted) abort.signal.throwIfAborted();
    if (isFinished) throw new RunEndedError('ended');
  }

  function getStepper(): ReturnType<typeof createStepper> {
    return (step ??= createStepper({
      memos,
      maxBytes,
      ready,
      checkOpen,
      holdLease,
      gate,
      watch: options.watch,
      write: writeMemo,
    }));
  }

  function getAsker(): Asker {
    return (asker ??= createAsker({
      snapshot,
      memos,
      log,
      maxBytes,
      checkOpen,
      write: (event) => write(() => event),
      suspend: options.suspend,
    }));
  }

  /** Begins a question, whose promise the handler must await: its answer decides how to go on. */
  function question(
    name: string,
    prompt: string,
    begin: (asker: Asker) => Soon<unknown>,
  ): Promise<unknown> {
    return questions.add({ name, prompt }, () => begin(getAsker()));
  }

  const calls: TaskCalls = {
    progress: (text?: string, fraction?: number) =>
      track(
        'task.progress',
        write(() => createProgressEvent(snapshot, { text, fraction, maxBytes })),
      ),
    conclude(text) {
      checkOpen();
      conclusion = checkConclusion(text, maxBytes);
    },
    artifact: sendArtifact,
    step: (key, run) => watch('task.step', () => getStepper()(key, run)),
    // The interface's overloads declare the type of the answer, and the form's schema ensures it.
    ask: ((prompt: string, form?: QuestionForm<SchemaLike>) =>
      question('task.ask', prompt, (own) =>
        isRecord(form) && 'answer' in form ? own.askMessage(prompt, form) : own.ask(prompt, form),
      )) as TaskContext['ask'],
    authorize: ((prompt: string, request?: AuthorizationRequest) =>
      question('task.authorize', prompt, (own) =>
        own.authorize(prompt, request),
      )) as TaskContext['authorize'],
  };
  const isMessage = answersWithMessage(snapshot.invocation);
  const task = new RunningTask(options, message, isMessage ? refuseTaskCalls(calls) : calls);
  async function end(): Promise<Unfinished | undefined> {
    isFinished = true;
    const left = await questions.findOpen();
    if (open !== undefined) await settled();
    return left ?? unsent.find(({ call }) => !call.isAwaited);
  }

  function withConclusion(events: readonly NewTaskEvent[]): readonly NewTaskEvent[] {
    const text = conclusion;
    if (text === undefined) return events;
    const said = createAgentMessage(text, { contextId: snapshot.contextId, taskId: snapshot.id });
    return events.map((event) =>
      event.kind === 'status' && event.state === 'completed' ? { ...event, message: said } : event,
    );
  }

  return { task, finish: () => (finishing ??= end()), withConclusion };
}
