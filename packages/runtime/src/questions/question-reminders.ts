import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import { bindMethods } from '../bound-methods.ts';
import type { DueQuestion } from '../engine/question-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { TaskDamagedError } from '../errors.ts';
import { type Assignment, findNextWake } from '../messages/assignment.ts';
import { findStorageLog, type StorageLog } from '../service-log.ts';
import { CLAIM_MS, ClaimedQuestion, settle, toTimeBeside } from './claimed-question.ts';
import { answerByDefault } from './default-answers.ts';
import {
  type AskedQuestion,
  findAskedQuestion,
  type ListSecrets,
  reassign,
} from './open-question.ts';
import { listPendingNotices, type QuestionNotice, toNotices } from './question-notices.ts';

/** Options of {@link createQuestionReminders}. */
export interface QuestionRemindersOptions {
  readonly logger: TaskLogger;
  readonly listSecrets: ListSecrets;
  /**
   * Tells people all news of one question that they have not got yet, the oldest first. It
   * returns the time after which it wants to be called again with the same news, in milliseconds;
   * `undefined` if nothing is left to do. It is called again after a minute if it rejects, and
   * within seconds if the process ends meanwhile. Default: no news are sent.
   */
  readonly notify?: (news: readonly QuestionNotice[]) => Promise<number | undefined>;
  /** The time between two looks at the questions, in milliseconds. Default 5,000. */
  readonly everyMs?: number;
}

/** Reminds people of questions, escalates those that are overdue, and tells people about them. */
export interface QuestionReminders {
  /** Does what is due now, and resolves when it is done. */
  look(): Promise<void>;
  /** Ends the reminders, after the look that is under way. News that are not sent are due at once. */
  stop(): Promise<void>;
}

/** The largest number of questions that are claimed at a time. */
const AT_ONCE = 20;
/** The largest number of questions whose news are sent at the same time. */
const TOLD_AT_ONCE = 100;
/** The time after which news are sent again if the attempt failed as a whole, in milliseconds. */
const RETRY_MS = 60_000;
/** The longest time that an attempt to tell people may take, in milliseconds. */
const TELL_MS = 120_000;
/** The time for which reminders that stop wait for news to be sent, in milliseconds. */
const STOP_MS = 1_000;
/** The shortest time between two attempts to tell people of a question, in milliseconds. */
const MIN_RETRY_MS = 1_000;

/** A due question that has changed if it had to, whose people get its news now. */
interface Telling {
  readonly due: DueQuestion;
  readonly openQuestion: AskedQuestion;
  /** The next time of the question, ISO 8601. */
  readonly next: string | null;
}

/**
 * Makes the reminders of a process, which look at the questions from time to time. The time is that
 * of the engine, and no question has a timer. Any number of processes may have them: a question
 * is reminded of and escalated once. Questions change although news cannot be sent, and a
 * receiver that is slow holds up no change.
 */
export function createQuestionReminders(
  engine: Pick<TaskEngine, 'get' | 'reply' | 'claimDueQuestions' | 'putOffQuestion'>,
  options: QuestionRemindersOptions,
): QuestionReminders {
  return bindMethods(new EngineReminders(engine, options));
}

/** The reminders of the questions in one engine. */
class EngineReminders implements QuestionReminders {
  readonly #engine: Pick<TaskEngine, 'get' | 'reply' | 'claimDueQuestions' | 'putOffQuestion'>;
  readonly #logger: TaskLogger;
  readonly #listSecrets: ListSecrets;
  readonly #notify: (news: readonly QuestionNotice[]) => Promise<number | undefined>;
  readonly #everyMs: number;
  readonly #storage: StorageLog;
  readonly #tellings = new Set<Promise<void>>();
  readonly #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #looking: Promise<void> = Promise.resolve();

  constructor(
    engine: Pick<TaskEngine, 'get' | 'reply' | 'claimDueQuestions' | 'putOffQuestion'>,
    {
      logger,
      listSecrets,
      notify = async () => undefined,
      everyMs = 5_000,
    }: QuestionRemindersOptions,
  ) {
    this.#engine = engine;
    this.#logger = logger;
    this.#listSecrets = listSecrets;
    this.#notify = notify;
    this.#everyMs = everyMs;
    this.#storage = findStorageLog(engine, logger);
    this.#wait();
  }

  async look(): Promise<void> {
    await this.#lookAtAll();
    await Promise.all(this.#tellings);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const grace = setTimeout(() => this.#over.abort(), STOP_MS);
    await this.#looking.catch(() => undefined);
    await Promise.all(this.#tellings);
    clearTimeout(grace);
  }

  /** Changes a due question. Returns the news to send if it does not change. */
  async #work(due: DueQuestion): Promise<Telling | undefined> {
    const openQuestion = findAskedQuestion(await this.#engine.get(due.scope, due.taskId));
    const assignment = openQuestion?.question.assignment;
    if (openQuestion === undefined || assignment === undefined) {
      await this.#engine.putOffQuestion(due);
      return undefined;
    }
    const next = findNextWake({ ...assignment, askedAt: due.askedAt });
    // A question whose news are sent wakes at its next time, to the millisecond.
    const isTold = due.wokeAt === next;
    if (assignment.otherwise !== undefined && isOverdue(assignment, due)) {
      await this.#giveOtherwise(openQuestion, assignment.otherwise);
      return undefined;
    }
    const step = planStep(assignment, due);
    if (step === undefined) return { due, openQuestion, next };
    // What is not sent so far stays news. The question wakes at once, also one that was
    // answered or taken meanwhile, which is not changed.
    const untold = isTold ? [] : listPendingNotices(openQuestion);
    const wakesAt = due.claimedAt;
    await reassign(this.#engine, openQuestion, {
      ...step,
      wakesAt,
      ...(untold.length > 0 && { untold }),
    });
    return undefined;
  }

  async #giveOtherwise(openQuestion: AskedQuestion, value: unknown): Promise<void> {
    const { id: taskId } = openQuestion.snapshot;
    const { question } = openQuestion.question;
    try {
      if (!(await answerByDefault(this.#engine, openQuestion, value))) return;
      this.#logger.info(
        'A question gets the answer of the agent because the time for another is over',
        {
          taskId,
          question,
        },
      );
    } catch (error) {
      this.#logger.warn(
        'Cannot give a question the answer of the agent: it is tried again within a minute',
        {
          taskId,
          question,
          error: toErrorText(error).split('\n')[0] ?? '',
        },
      );
      if (error instanceof TaskDamagedError) throw error;
    }
  }

  async #tell({ due, openQuestion, next }: Telling): Promise<void> {
    if (this.#over.signal.aborted) {
      // The time for news is over, so another process sends them at once.
      return this.#engine.putOffQuestion(due, toTimeBeside(Date.parse(due.claimedAt), next));
    }
    const heldQuestion = new ClaimedQuestion(due, { engine: this.#engine, next });
    const telling = this.#notify(toNotices(openQuestion, this.#listSecrets));
    const retryInMs = await settle(telling, { limitMs: TELL_MS, signal: this.#over.signal }).catch(
      (error: unknown) => {
        if (!this.#isStopped) this.#warn(due, error);
        return RETRY_MS;
      },
    );
    if (retryInMs === undefined) return heldQuestion.release(next ?? undefined);
    const pauseMs = this.#isStopped ? 0 : Math.max(retryInMs, MIN_RETRY_MS);
    const time = Date.parse(due.claimedAt) + pauseMs;
    const wakesAt = next === null ? time : Math.min(time, Date.parse(next));
    return heldQuestion.release(toTimeBeside(wakesAt, next));
  }

  #warn({ taskId }: DueQuestion, error: unknown): void {
    this.#logger.warn('Cannot tell people of a question: it is tried again within a minute', {
      taskId,
      error: toErrorText(error).split('\n')[0] ?? '',
    });
  }

  #begin(telling: Telling): void {
    const delivery: Promise<void> = this.#tell(telling)
      .catch((error: unknown) => this.#warn(telling.due, error))
      .finally(() => this.#tellings.delete(delivery));
    this.#tellings.add(delivery);
  }

  async #lookOnce(): Promise<void> {
    for (;;) {
      while (this.#tellings.size > TOLD_AT_ONCE - AT_ONCE) await Promise.race(this.#tellings);
      const dueQuestions = await this.#engine.claimDueQuestions(AT_ONCE, CLAIM_MS);
      await Promise.all(
        dueQuestions.map(async (due) => {
          const telling = await this.#work(due).catch((error: unknown) => {
            this.#warn(due, error);
            return error instanceof TaskDamagedError ? this.#engine.putOffQuestion(due) : undefined;
          });
          if (telling !== undefined) this.#begin(telling);
        }),
      );
      if (dueQuestions.length === 0 || this.#isStopped) return;
    }
  }

  #lookAtAll(): Promise<void> {
    this.#looking = this.#looking.then(
      () => this.#lookOnce(),
      () => this.#lookOnce(),
    );
    return this.#looking;
  }

  /** Looks, and tells of a storage that is away once, as all parts of a server do. */
  async #lookByTime(): Promise<void> {
    try {
      await this.#lookAtAll();
      this.#storage.succeed();
    } catch (error) {
      if (!this.#isStopped) this.#storage.fail('Cannot look at the questions of people', error);
    }
  }

  #wait(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      void this.#lookByTime().finally(() => this.#wait());
    }, this.#everyMs);
    this.#timer.unref();
  }
}

/** Plans the change of a question whose reminder or due time has come; `undefined` if none has. */
function planStep(
  assignment: Assignment,
  due: DueQuestion,
): Parameters<typeof reassign>[2] | undefined {
  const { stage, remindInMs, to, escalateTo = [] } = assignment;
  if (stage === 'overdue') return undefined;
  if (isOverdue(assignment, due)) {
    const newAddresses = escalateTo.filter((address) => !to.includes(address));
    if (newAddresses.length === 0) return { stage: 'overdue', change: { kind: 'overdue' } };
    return {
      stage: 'overdue',
      to: [...to, ...newAddresses],
      // The person who took the question has not answered it in time.
      claimedBy: undefined,
      change: { kind: 'escalated', to: newAddresses },
    };
  }
  const isReminded = stage !== undefined || remindInMs === undefined || ageOf(due) < remindInMs;
  return isReminded ? undefined : { stage: 'reminded', change: { kind: 'reminded' } };
}

function isOverdue({ dueInMs }: Assignment, due: DueQuestion): boolean {
  return dueInMs !== undefined && ageOf(due) >= dueInMs;
}

/** Returns how long ago a question was first asked, in milliseconds by the clock of the engine. */
function ageOf({ claimedAt, askedAt }: DueQuestion): number {
  return Date.parse(claimedAt) - Date.parse(askedAt);
}
