import {
  type AnySkill,
  type ArtifactUpdate,
  type AuthorizationRequest,
  type QuestionForm,
  isRunEndedError,
  type RunEndedError,
  type TaskContext,
} from '@formwork/core';
import type { SchemaLike } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { attempt, type Awaitable } from '../awaitable.ts';
import type { Lease } from '../engine/lease.ts';
import type { Memo, NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { LeaseLostError } from '../errors.ts';
import { createAgentMessage } from '../messages/agent-message.ts';
import type { Assignment } from '../messages/assignment.ts';
import { toStorageText } from '../service-log.ts';
import type { AttemptWatch } from '../telemetry/watch-attempt.ts';
import { Asker } from './asker.ts';
import { AskedQuestions, type UnawaitedCall } from './awaited-calls.ts';
import { AwaitedPromise } from './awaited-promise.ts';
import { checkArtifact } from './checked-artifact.ts';
import type { LazyAbort } from './lazy-abort.ts';
import { OpenCalls } from './open-calls.ts';
import { keepLateMemo, type OrphanedSteps, RunningSteps } from './orphaned-steps.ts';
import type { RedactingLogger } from './redacting-logger.ts';
import { answersWithMessage } from './run-handler.ts';
import type { RunningStep } from './running-step.ts';
import { refuseTaskCalls, RunningTask, type TaskCalls } from './running-task.ts';
import { Stepper, type Memos, type UnfinishedSteps } from './steps.ts';
import type { TaskWriter } from './task-writer.ts';
import { TextPieces } from './text-pieces.ts';
import type { TruncatedTexts } from './truncated-texts.ts';
import { logIfUnhandled } from './unhandled-errors.ts';
import { checkConclusion, createProgressEvent } from './update-events.ts';

/** Options of {@link OpenTaskContext}. */
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
  readonly unfinishedSteps: UnfinishedSteps;
  /** The steps that earlier runs of this process have left, and those that this one leaves. */
  readonly orphanedSteps: OrphanedSteps;
  /** Stores the result of a step after the run is over: see `LateMemos`. */
  readonly keepMemo: (memo: Memo) => Promise<boolean>;
  /** Finds the earlier assignment of a question of the task: see `findEarlierAssignment`. */
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
  readonly log: RedactingLogger;
  readonly texts: TruncatedTexts;
  /** The spans and metrics of the attempt; `undefined` without an OpenTelemetry SDK. */
  readonly watch: AttemptWatch | undefined;
}

/** The `task` of a handler, and the functions with which its run ends. */
export class OpenTaskContext {
  readonly task: TaskContext;
  readonly #options: TaskContextOptions;
  readonly #calls: OpenCalls;
  readonly #questions: AskedQuestions;
  readonly #pieces: TextPieces;
  /** The artifacts that could not be sent. */
  readonly #unsent: { readonly call: AwaitedPromise<void>; readonly error: unknown }[] = [];
  #stepper: Stepper | undefined;
  #steps: RunningSteps | undefined;
  #asker: Asker | undefined;
  #conclusion: string | undefined;
  #finishing: Promise<UnawaitedCall | undefined> | undefined;

  constructor(options: TaskContextOptions) {
    const { snapshot, writer, abort, log, texts } = options;
    const [message] = snapshot.history;
    if (message === undefined) throw new TypeError(`Task ${snapshot.id} has no first message`);
    this.#options = options;
    this.#calls = new OpenCalls({ writer, abort, log });
    this.#questions = new AskedQuestions({
      abort,
      log,
      watch: (call, begin) => this.#calls.watch(call, begin),
      whenFree: async () => {
        // Earlier calls that the handler did not await must be stored first.
        await this.#calls.whenSettled();
        this.#calls.checkOpen();
      },
    });
    this.#pieces = new TextPieces(texts);
    const calls = this.#createCalls();
    const isMessage = answersWithMessage(snapshot.invocation);
    this.task = new RunningTask(options, message, isMessage ? refuseTaskCalls(calls, log) : calls);
  }

  /**
   * Refuses later calls of the handler, because it has returned. Resolves when every earlier call
   * was stored or has failed. The result is a question that the handler did not await, or an
   * artifact that could not be sent and that it did not await, if there is one: the task would end
   * without what it needs. Only the first call counts.
   */
  finish(outcome: 'returned' | 'failed'): Promise<UnawaitedCall | undefined> {
    return (this.#finishing ??= this.#end(outcome));
  }

  /** Leaves the steps that go on to the next run of the task, because this run is over. */
  leaveSteps(): void {
    this.#steps?.leave();
  }

  /**
   * Adds the message of `task.conclude`, if the handler called it, to the events that end the task.
   */
  withConclusion(events: readonly NewTaskEvent[]): readonly NewTaskEvent[] {
    const text = this.#conclusion;
    if (text === undefined) return events;
    const { id: taskId, contextId } = this.#options.snapshot;
    const message = createAgentMessage(text, { contextId, taskId });
    return events.map((event) =>
      event.kind === 'status' && event.state === 'completed' ? { ...event, message } : event,
    );
  }

  /** Makes the functions of `task`, which a handler may take out of it. */
  #createCalls(): TaskCalls {
    return {
      progress: (text?: string, fraction?: number) => this.#progress(text, fraction),
      conclude: (text) => this.#conclude(text),
      artifact: (update) => this.#sendArtifact(update),
      step: (key, run) => this.#beginStep(key, run),
      // The interface's overloads declare the type of the answer, and the form's schema ensures it.
      ask: ((prompt: string, form?: QuestionForm<SchemaLike>) =>
        this.#question('task.ask', prompt, (asker) =>
          isRecord(form) && 'answer' in form
            ? asker.askMessage(prompt, form)
            : asker.ask(prompt, form),
        )) as TaskContext['ask'],
      authorize: ((prompt: string, request?: AuthorizationRequest) =>
        this.#question('task.authorize', prompt, (asker) =>
          asker.authorize(prompt, request),
        )) as TaskContext['authorize'],
    };
  }

  #progress(text?: string, fraction?: number): Promise<void> {
    const { snapshot, maxEntryBytes: maxBytes, texts } = this.#options;
    const work = this.#calls.write(() =>
      createProgressEvent(snapshot, { text, fraction, maxBytes, texts }),
    );
    return this.#calls.track('task.progress', work);
  }

  #conclude(text: string): void {
    const { log, maxEntryBytes, texts } = this.#options;
    try {
      this.#calls.checkOpen();
      this.#conclusion = texts.mend(checkConclusion(text, maxEntryBytes), 'the conclusion');
    } catch (error) {
      logIfUnhandled(error, { log, fields: { call: 'task.conclude' } });
      throw error;
    }
  }

  /**
   * Sends an artifact. The promise rejects if the artifact cannot be sent; if the handler does not
   * await the promise, the task fails.
   */
  #sendArtifact(update: ArtifactUpdate): Promise<void> {
    const checked = checkArtifact(this.#pieces.join(update), this.#options.skill);
    const work = this.#calls.write(() => checked.event);
    if (checked.isSure) return this.#calls.track('task.artifact', work);
    const call = new AwaitedPromise<void>((resolve, reject) => {
      work.then(resolve, reject);
    }).allowUnawaited();
    // The error fails the task, unless the handler awaits the promise and handles it.
    void this.#calls.hold('task.artifact', work, (error) => this.#unsent.push({ call, error }));
    return call;
  }

  /** Begins a step, and logs its failure, also if the run has ended meanwhile. */
  #beginStep<Result>(key: string, run: () => Awaitable<Result>): Promise<Result> {
    const work = attempt(() => this.#getStepper().step(key, run));
    if (!(work instanceof Promise)) return Promise.resolve(work);
    const { abort, log } = this.#options;
    const fields = { call: 'task.step', step: key };
    work.catch((error: unknown) => {
      logIfUnhandled(error, { log, fields });
      // A step may only stop because its run has ended.
      if (abort.aborted && (isRunEndedError(error) || isAbortError(error))) return;
      log.warn('task.step failed', { step: key, error: toStorageText(error) });
    });
    return work;
  }

  /** Begins a question, whose promise the handler must await: its answer decides how to go on. */
  #question(
    name: string,
    prompt: string,
    begin: (asker: Asker) => Awaitable<unknown>,
  ): Promise<unknown> {
    return this.#questions.add({ name, prompt }, () => begin(this.#getAsker()));
  }

  /**
   * Stores the result of a step, even while the process stops, or the run is over and the task has
   * not gone on: a step that is done need not be repeated.
   */
  async #writeMemo(memo: Memo, step: RunningStep): Promise<void> {
    await this.#calls.whenSettled();
    const { abort, writer } = this.#options;
    const outcome = isRunEndedError(abort.reason) ? abort.reason.end : undefined;
    if (outcome !== undefined && outcome !== 'stopping') return this.#keepLate(memo, step);
    try {
      // While the process stops, the run still holds its lease.
      await (outcome === 'stopping' ? writer.write([memo]) : this.#calls.write(() => memo));
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      // The lease has ended: a question was asked at this moment, or the process gave it back.
      await this.#keepLate(memo, step);
    }
  }

  async #keepLate(memo: Memo, step: RunningStep): Promise<void> {
    const { keepMemo, orphanedSteps, log } = this.#options;
    if (await keepLateMemo(() => keepMemo(memo))) return orphanedSteps.forget(step);
    if (step.isTaken) return;
    log.warn('The result of a step is not stored: its task has gone on or ended', {
      step: step.key,
    });
  }

  #getStepper(): Stepper {
    if (this.#stepper !== undefined) return this.#stepper;
    const {
      snapshot,
      orphanedSteps,
      memos,
      maxEntryBytes,
      ready,
      holdLease,
      unfinishedSteps,
      watch,
    } = this.#options;
    this.#steps = new RunningSteps(snapshot.id, orphanedSteps);
    this.#stepper = new Stepper({
      steps: this.#steps,
      memos,
      maxBytes: maxEntryBytes,
      ready,
      holdLease,
      unfinishedSteps,
      watch,
      checkOpen: () => this.#calls.checkOpen(),
      write: (memo, step) => this.#writeMemo(memo, step),
    });
    return this.#stepper;
  }

  #getAsker(): Asker {
    if (this.#asker !== undefined) return this.#asker;
    const { snapshot, memos, log, texts, maxEntryBytes, findBefore, suspend } = this.#options;
    this.#asker = new Asker({
      snapshot,
      memos,
      log,
      texts,
      maxBytes: maxEntryBytes,
      checkOpen: () => this.#calls.checkOpen(),
      write: (event) => this.#calls.write(() => event),
      findBefore,
      suspend,
    });
    return this.#asker;
  }

  async #end(outcome: 'returned' | 'failed'): Promise<UnawaitedCall | undefined> {
    this.#calls.close();
    const { abort, log } = this.#options;
    const steps = this.#steps?.keys ?? [];
    if (outcome === 'returned' && steps.length > 0 && !abort.aborted) {
      log.warn('The handler returned while steps were running: their results are not kept', {
        steps,
      });
    }
    const question = await this.#questions.findOpen();
    const settled = this.#calls.whenSettled();
    if (settled !== undefined) await settled;
    const unfinished = question ?? this.#findUnsent();
    if (outcome === 'returned' && unfinished === undefined && !abort.aborted)
      await this.#sendRest();
    return unfinished;
  }

  #findUnsent(): UnawaitedCall | undefined {
    const artifact = this.#unsent.find(({ call }) => !call.isAwaited);
    return artifact && { kind: 'artifact', error: artifact.error };
  }

  /** Stores the ends of streamed texts of which half a character still waits. */
  async #sendRest(): Promise<void> {
    const updates = this.#pieces.takeRest();
    if (updates.length === 0) return;
    const { skill, writer } = this.#options;
    const events = await Promise.all(
      updates.map(async (update) => checkArtifact(update, skill).event),
    );
    // The writer reports to its owner, which ends the run.
    await writer.write(events).catch(() => {});
  }
}

function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
