import type { Principal, TaskLogger } from '@formwork/core';
import type { TaskEngine, TaskSnapshot } from '@formwork/runtime';
import {
  answerTask,
  createInbox,
  createQuestionReminders,
  type InboxPerson,
  type QuestionNotice,
  readQuestion,
  toPrincipalScope,
} from '@formwork/runtime/internal';
import type { Json } from '@formwork/schema';
import { MessageRefusedError } from './errors.ts';
import { createMessage, toPart } from './outgoing-message.ts';
import type { Processes } from './test-process.ts';
import { translate } from './translate.ts';

/** The news that people got of a question that was given to them. */
export interface TestNotice {
  readonly kind: 'asked' | 'handed-over' | 'reminded' | 'overdue' | 'escalated';
  /** The addresses of the people who got it, such as `role:approver` or `user:kim`. */
  readonly to: readonly string[];
  readonly taskId: string;
  readonly prompt: string;
}

/** The people who get the questions of a tested agent. */
export interface People {
  readonly notices: readonly TestNotice[];
  /** Answers the question of a task as another person than its caller. */
  answer(task: TaskSnapshot, value: Json, person: Principal): Promise<void>;
  claim(taskId: string, person: Principal): Promise<void>;
  release(taskId: string, person: Principal): Promise<void>;
  handOver(taskId: string, person: Principal, to: readonly string[]): Promise<void>;
  /** Sees to it that people hear of the question of a task, now and when its times have come. */
  watch(task: TaskSnapshot): void;
  stop(): Promise<void>;
}

/** The longest time of a timer, in milliseconds. Reminders need none: they look when something is due. */
const MAX_MS = 2_147_483_647;

/** Makes the people of a tested agent, and their reminders. */
export function createPeople({
  engine,
  runner,
  logger,
  user,
}: {
  readonly engine: TaskEngine;
  readonly runner: Processes['runner'];
  readonly logger: TaskLogger;
  readonly user: Principal | undefined;
}): People {
  const notices: TestNotice[] = [];
  // A test sees all of its own secrets.
  const inbox = createInbox(engine, () => []);
  const timers = new Set<NodeJS.Timeout>();
  const watched = new Set<string>();
  const reminders = createQuestionReminders(engine, {
    logger,
    listSecrets: () => [],
    everyMs: MAX_MS,
    notify: async (news) => void notices.push(...news.map(toTestNotice)),
  });

  /** Lets the reminders look after a time, at once for 0. */
  function lookIn(ms: number): void {
    if (ms > MAX_MS) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      reminders
        .look()
        .catch((error: unknown) => logger.error('The reminders failed', { error: String(error) }));
    }, ms);
    timers.add(timer);
  }

  return {
    notices,
    async answer(task, value, person) {
      const question = readQuestion(task.statusMessage);
      if (question?.assignment === undefined && person.id !== user?.id) {
        throw new MessageRefusedError(
          `Cannot answer as ${JSON.stringify(person.id)} because the task asks nobody but its caller.`,
          { reason: 'QUESTION_NOT_FOUND', problems: [] },
        );
      }
      const { id: taskId, invocation } = task;
      const message = createMessage(toPart(value), { taskId });
      await translate(() =>
        runner.admit(invocation.skillId, async (slot) => {
          const { lease } = await answerTask(task, message, {
            engine,
            claim: slot?.claim,
            idempotencyKey: undefined,
            author: { kind: 'caller', principal: person },
          });
          if (lease !== undefined) void slot?.run(lease);
          return { taskId };
        }),
      );
    },
    claim: (taskId, person) =>
      translate(async () => void (await inbox.claim(toInboxPerson(person), taskId))),
    release: (taskId, person) =>
      translate(async () => void (await inbox.release(toInboxPerson(person), taskId))),
    handOver: (taskId, person, to) =>
      translate(() => inbox.handOver(toInboxPerson(person), taskId, to)),
    watch({ id, seq, statusMessage, statusTimestamp }) {
      const { assignment } = readQuestion(statusMessage) ?? {};
      const key = `${id} ${seq}`;
      if (assignment === undefined || watched.has(key)) return;
      watched.add(key);
      const { askedAt = statusTimestamp, remindInMs, dueInMs } = assignment;
      const age = Date.now() - Date.parse(askedAt);
      lookIn(0);
      for (const ms of [remindInMs, dueInMs]) if (ms !== undefined && ms > age) lookIn(ms - age);
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await reminders.stop();
    },
  };
}

function toInboxPerson(person: Principal): InboxPerson {
  return { ...person, scope: toPrincipalScope(person) };
}

function toTestNotice({ kind, to, question: { taskId, prompt } }: QuestionNotice): TestNotice {
  return { kind, to, taskId, prompt };
}
