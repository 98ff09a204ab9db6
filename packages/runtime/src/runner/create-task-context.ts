import {
  type AnySkill,
  type ArtifactUpdate,
  type AuthorizationRequest,
  type QuestionForm,
  isRunEndedError,
  RunEndedError,
  type TaskContext,
} from '@formwork/core';
import { isRecord } from '@formwork/schema/json';
import { toStorageText } from '../service-log.ts';
import type { SchemaLike } from '@formwork/schema';
import type { Lease } from '../engine/lease.ts';
import type { Memo, NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { LeaseLostError } from '../errors.ts';
import { createAgentMessage } from '../messages/agent-message.ts';
import { checkArtifact } from './checked-artifact.ts';
import { createAskedQuestions, type Unfinished } from './awaited-calls.ts';
import { AwaitedPromise } from './awaited-promise.ts';
import { type Asker, createAsker } from './create-asker.ts';
import type { CutTexts } from './cut-texts.ts';
import type { DiscreetLogger } from './discreet-logger.ts';
import type { LazyAbort } from './lazy-abort.ts';
import type { Assignment } from '../messages/assignment.ts';
import { keepLateMemo } from './late-memo.ts';
import type { LeftSteps } from './left-steps.ts';
import { answersWithMessage } from './run-handler.ts';
import type { RunningStep } from './running-step.ts';
import { RunningSteps } from './running-steps.ts';
import { attempt, type Soon } from './soon.ts';
import { createStepper, type Memos, type StepGate } from './steps.ts';
import { refuseTaskCalls, RunningTask, type TaskCalls } from './running-task.ts';
import type { TaskWriter } from './task-writer.ts';
import type { AttemptWatch } from '../telemetry/watch-attempt.ts';
import { logIfUnhandled } from './unhandled-errors.ts';
import { TextPieces } from './text-pieces.ts';
import { checkConclusion, isSmallPiece, createProgressEvent } from './update-events.ts';

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
  /** The steps that earlier runs of this process have left, and those that this one leaves. */
  readonly left: LeftSteps;
  /** Stores the result of a step after the run is over: see `LateMemos`. */
  readonly keepMemo: (memo: Memo) => Promise<boolean>;
  /** Finds to whom a question of the task was given before: see `findAskedBefore`. */
  readonly findBefore: (question: number) => Promise<Assignment | undefined>;
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
  readonly texts: CutTexts;
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
   * without what it needs. Only the first call counts.
   */
  readonly finish: (outcome: 'returned' | 'failed') => Promise<Unfinished | undefined>;
  /** Leaves the steps that go on to the next run of the task, because this run is over. */
  readonly leaveSteps: () => void;
  /**
   * Adds the message of `task.conclude`, if the handler called it, to the events that end the task.
   */
  readonly withConclusion: (events: readonly NewTaskEvent[]) => readonly NewTaskEvent[];
}

/** Makes the error of a call after the end of its run from the reason of that end. */
function createEnd(reason: unknown): unknown {
  return isRunEndedError(reason) ? new RunEndedError(reason.end, { cause: reason.cause }) : reason;
}

function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Makes the `task` object that a handler gets, and the functions with which its run ends. */
export function createTaskContext(options: TaskContextOptions): OpenTaskContext {
  const { snapshot, skill, writer, abort, log, texts, memos, gate, ready, holdLease } = options;
  const { maxEntryBytes: maxBytes } = options;
  const [message] = snapshot.history;
  if (message === undefined) throw new TypeError(`Task ${snapshot.id} has no first message`);
  let open: Set<Promise<void>> | undefined;
  let stepper: ReturnType<typeof createStepper> | undefined;
  let asker: Asker | undefined;
  /**
   * Settles when the checks of earlier events are over, so that later events follow them in order;
   * `undefined` if no check is under way.
   */
  let turn: Promise<void> | undefined;
  let isFinished = false;
  let running: RunningSteps | undefined;
  let conclusion: string | undefined;
  const questions = createAskedQuestions({
    abort,
    log,
    watch,
    async whenFree() {
      // Earlier calls that the handler did not await must be stored first.
      await settled();
      checkOpen();
    },
  });
  let finishing: Promise<Unfinished | undefined> | undefined;
  const pieces = new TextPieces(texts);
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
    return hold(call, work, (error) => {
      if (!abort.aborted) log.error(`${call} failed`, { error: toStorageText(error) });
    });
  }

  function hold(
    call: string,
    work: Promise<void>,
    onError: (error: unknown) => void,
  ): Promise<void> {
    const all = (open ??= new Set());
    const done = work
      .catch((error: unknown) => {
        logIfUnhandled(error, { log, fields: { call } });
        onError(error);
      })
      .finally(() => all.delete(done));
    all.add(done);
    return work;
  }

  /**
   * Sends an artifact. The promise rejects if the artifact cannot be sent; if the handler does not
   * await the promise, the task fails.
   */
  function sendArtifact(update: ArtifactUpdate): Promise<void> {
    const checked = checkArtifact(pieces.join(update), skill);
    const work = write(() => checked.event);
    if (checked.isSure) return track('task.artifact', work);
    const call = new AwaitedPromise<void>((resolve, reject) => {
      work.then(resolve, reject);
    }).allowUnawaited();
    // The error fails the task, unless the handler awaits the promise and handles it.
    void hold('task.artifact', work, (error) => unsent.push({ call, error }));
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
      logIfUnhandled(error, { log, fields: { call } });
      if (!abort.aborted) log.warn(`${call} failed`, { error: toStorageText(error) });
    });
    return work;
  }

  /** Begins a step, and logs its failure, also if the run has ended meanwhile. */
  function beginStep<Result>(key: string, run: () => Soon<Result>): Promise<Result> {
    const work = attempt(() => getStepper()(key, run));
    if (!(work instanceof Promise)) return Promise.resolve(work);
    const fields = { call: 'task.step', step: key };
    work.catch((error: unknown) => {
      logIfUnhandled(error, { log, fields });
      if (isConsequence(error)) return;
      log.warn('task.step failed', { step: key, error: toStorageText(error) });
    });
    return work;
  }

  /** Returns true for an error by which a step only stops because its run has ended. */
  function isConsequence(error: unknown): boolean {
    return abort.aborted && (isRunEndedError(error) || isAbortError(error));
  }

  /**
   * Stores the result of a step, even while the process stops, or the run is over and the task has
   * not gone on: a step that is done need not be repeated.
   */
  async function writeMemo(memo: Memo, step: RunningStep): Promise<void> {
    await settled();
    const outcome = isRunEndedError(abort.reason) ? abort.reason.end : undefined;
    if (outcome !== undefined && outcome !== 'stopping') return keepLate(memo, step);
    try {
      // While the process stops, the run still holds its lease.
      await (outcome === 'stopping' ? writer.write([memo]) : write(() => memo));
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      // The lease has ended: a question was asked at this moment, or the process gave it back.
      await keepLate(memo, step);
    }
  }

  async function keepLate(memo: Memo, step: RunningStep): Promise<void> {
    if (await keepLateMemo(() => options.keepMemo(memo))) return options.left.forget(step);
    if (step.isTaken) return;
    log.warn('The result of a step is not stored: its task has gone on or ended', {
      step: step.key,
    });
  }

  async function settled(): Promise<void> {
    // Further calls may begin while the earlier ones are awaited.
    for (let all = open; all !== undefined && all.size > 0; all = open) await Promise.all(all);
  }

  /**
   * Throws if the run has ended, so that the handler does no work whose result could not be stored.
   */
  function checkOpen(): void {
    // Each call has an error of its own, whose stack leads to it.
    if (abort.aborted) throw createEnd(abort.reason);
    if (isFinished) throw new RunEndedError('ended');
  }

  function getStepper(): ReturnType<typeof createStepper> {
    return (stepper ??= createStepper({
      steps: (running ??= new RunningSteps(snapshot.id, options.left)),
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
      texts,
      maxBytes,
      checkOpen,
      write: (event) => write(() => event),
      findBefore: options.findBefore,
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
        write(() => createProgressEvent(snapshot, { text, fraction, maxBytes, texts })),
      ),
    conclude(text) {
      try {
        checkOpen();
        conclusion = texts.mend(checkConclusion(text, maxBytes), 'the conclusion');
      } catch (error) {
        logIfUnhandled(error, { log, fields: { call: 'task.conclude' } });
        throw error;
      }
    },
    artifact: sendArtifact,
    step: beginStep,
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
  const task = new RunningTask(options, message, isMessage ? refuseTaskCalls(calls, log) : calls);
  async function end(outcome: 'returned' | 'failed'): Promise<Unfinished | undefined> {
    isFinished = true;
    const steps = running?.keys ?? [];
    if (outcome === 'returned' && steps.length > 0 && !abort.aborted) {
      log.warn('The handler returned while steps were running: their results are not kept', {
        steps,
      });
    }
    const left = await questions.findOpen();
    if (open !== undefined) await settled();
    const unfinished = left ?? findUnsent();
    if (outcome === 'returned' && unfinished === undefined && !abort.aborted) await sendRest();
    return unfinished;
  }

  function findUnsent(): Unfinished | undefined {
    const artifact = unsent.find(({ call }) => !call.isAwaited);
    return artifact && { kind: 'artifact', error: artifact.error };
  }

  /** Stores the ends of streamed texts of which half a character still waits. */
  async function sendRest(): Promise<void> {
    const rest = pieces.takeRest();
    if (rest.length === 0) return;
    const events = await Promise.all(
      rest.map(async (update) => checkArtifact(update, skill).event),
    );
    // The writer has told its owner, which ends the run.
    await writer.write(events).catch(() => {});
  }

  function withConclusion(events: readonly NewTaskEvent[]): readonly NewTaskEvent[] {
    const text = conclusion;
    if (text === undefined) return events;
    const said = createAgentMessage(text, { contextId: snapshot.contextId, taskId: snapshot.id });
    return events.map((event) =>
      event.kind === 'status' && event.state === 'completed' ? { ...event, message: said } : event,
    );
  }

  return {
    task,
    finish: (outcome) => (finishing ??= end(outcome)),
    leaveSteps: () => running?.leave(),
    withConclusion,
  };
}
