import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema/internal';
import type { DueQuestion } from '../engine/question-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { TaskDamagedError } from '../errors.ts';
import { findStorageLog } from '../storage-log.ts';
import { type Assignment, findNextWake } from '../messages/assignment.ts';
import {
  describeQuestion,
  findAsked,
  type InboxQuestion,
  type ListSecrets,
  reassign,
} from './open-question.ts';

/** News of a question for the people that it is given to. */
export interface QuestionNotice {
  readonly kind: 'asked' | 'handed-over' | 'reminded' | 'overdue' | 'escalated';
  /** The addresses of the people to tell. */
  readonly to: readonly string[];
  readonly question: InboxQuestion;
  /** The same for every attempt to tell people of the same news. */
  readonly id: string;
}

/** Options of {@link createQuestionDesk}. */
export interface QuestionDeskOptions {
  readonly logger: TaskLogger;
  readonly listSecrets: ListSecrets;
  /**
   * Tells people of a question. It is called again later if it rejects, or if the process ends
   * meanwhile. Default: nobody is told.
   */
  readonly notify?: (notice: QuestionNotice) => Promise<void>;
  /** The time between two looks at the questions, in milliseconds. Default 5,000. */
  readonly everyMs?: number;
}

/** Reminds people of questions, escalates those that are overdue, and tells people about them. */
export interface QuestionDesk {
  /** Does what is due now, and resolves when it is done. */
  look(): Promise<void>;
  /** Ends the desk, after the look that is under way. */
  stop(): Promise<void>;
}

/** The largest number of questions that one look works on at a time. */
const AT_ONCE = 20;
/** The time after which a question whose work was cut off is due again, in milliseconds. */
const TTL_MS = 60_000;

/**
 * Makes the desk of a process and lets it look at the questions from time to time. The time is that
 * of the engine, and no question has a timer. Any number of processes may have a desk: a question
 * is reminded of and escalated once.
 */
export function createQuestionDesk(
  engine: Pick<TaskEngine, 'get' | 'reply' | 'claimDueQuestions' | 'putOffQuestion'>,
  { logger, listSecrets, notify = async () => undefined, everyMs = 5_000 }: QuestionDeskOptions,
): QuestionDesk {
  const storage = findStorageLog(engine, logger);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking: Promise<void> = Promise.resolve();

  async function work(due: DueQuestion): Promise<void> {
    const asked = findAsked(await engine.get(due.scope, due.taskId));
    const assignment = asked?.question.assignment;
    if (asked === undefined || assignment === undefined) return engine.putOffQuestion(due);
    const next = findNextWake({ ...assignment, askedAt: due.askedAt });
    // A question that people were told of wakes at its next time, to the millisecond. What they were
    // not told of comes first, such as a question that became overdue while no process was there.
    if (due.wokeAt !== next) {
      const question = describeQuestion(asked, { listSecrets });
      await notify({
        ...addressNotice(assignment),
        question,
        id: `${due.taskId}-${asked.snapshot.seq}`,
      });
    }
    const step = planStep(assignment, due);
    if (step === undefined) return engine.putOffQuestion(due, next ?? undefined);
    // A question that was answered or taken meanwhile is not changed, and wakes by itself.
    await reassign(engine, asked, { ...step, wakesAt: due.claimedAt });
    return undefined;
  }

  async function lookOnce(): Promise<void> {
    for (;;) {
      const found = await engine.claimDueQuestions(AT_ONCE, TTL_MS);
      await Promise.all(
        found.map((due) =>
          work(due).catch((error: unknown) => {
            const { taskId } = due;
            logger.warn('Cannot tell people of a question: it is tried again in a minute', {
              taskId,
              error: toErrorText(error).split('\n')[0] ?? '',
            });
            return error instanceof TaskDamagedError ? engine.putOffQuestion(due) : undefined;
          }),
        ),
      );
      if (found.length === 0 || isStopped) return;
    }
  }

  function look(): Promise<void> {
    looking = looking.then(lookOnce, lookOnce);
    return looking;
  }

  /** Looks, and tells of a storage that is away once, as all parts of a server do. */
  async function lookByTime(): Promise<void> {
    try {
      await look();
      storage.succeed();
    } catch (error) {
      if (!isStopped) storage.fail('Cannot look at the questions of people', error);
    }
  }

  function wait(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      void lookByTime().finally(wait);
    }, everyMs);
    timer.unref();
  }

  wait();
  return {
    look,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking.catch(() => undefined);
    },
  };
}

/** Plans the change of a question whose reminder or due time has come; `undefined` if none has. */
function planStep(
  assignment: Assignment,
  due: DueQuestion,
): Parameters<typeof reassign>[2] | undefined {
  const { stage, dueInMs, remindInMs, to, escalateTo = [] } = assignment;
  const age = Date.parse(due.claimedAt) - Date.parse(due.askedAt);
  if (stage === 'overdue') return undefined;
  if (dueInMs !== undefined && age >= dueInMs) {
    const more = escalateTo.filter((address) => !to.includes(address));
    if (more.length === 0) return { stage: 'overdue', change: { kind: 'overdue' } };
    return {
      stage: 'overdue',
      to: [...to, ...more],
      // Whoever took the question has not answered it in time.
      claimedBy: undefined,
      change: { kind: 'escalated', to: more },
    };
  }
  const isReminded = stage !== undefined || remindInMs === undefined || age < remindInMs;
  return isReminded ? undefined : { stage: 'reminded', change: { kind: 'reminded' } };
}

/** Returns what the news of a question is, and whom it is for. */
function addressNotice({ to, claimedBy, change }: Assignment): Pick<QuestionNotice, 'kind' | 'to'> {
  const kind =
    change === undefined || change.kind === 'claimed' || change.kind === 'released'
      ? 'asked'
      : change.kind;
  if (kind === 'escalated') return { kind, to: change?.to ?? to };
  return { kind, to: claimedBy === undefined ? to : [`user:${claimedBy}`] };
}
