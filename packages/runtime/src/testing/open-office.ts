import { defineAgent, defineSkill, type QuestionAssignment, type TaskLogger } from '@formwork/core';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { createInbox, type Inbox } from '../questions/inbox.ts';
import type { InboxPerson } from '../questions/open-question.ts';
import type { QuestionNotice } from '../questions/question-notices.ts';
import { createQuestionReminders } from '../questions/question-reminders.ts';
import { createRunner } from '../runner/create-runner.ts';
import type { Scope } from '../scope.ts';
import { getTask, textMessage } from './samples.ts';

export const QUIET: TaskLogger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
export const ADA: InboxPerson = toPerson('ada', 'role:clerk');
export const KIM: InboxPerson = toPerson('kim', 'role:approver', 'mail');
export const LEE: InboxPerson = toPerson('lee', 'role:approver');
export const EVE: InboxPerson = toPerson('eve', 'approver');
const FORM = {
  type: 'object',
  properties: { approved: { type: 'boolean' } },
  required: ['approved'],
} as const;

/** Makes a person with the scopes of their credentials. */
export function toPerson(id: string, ...scopes: readonly string[]): InboxPerson {
  return { id, scopes, scope: `user:${id}` as Scope };
}

/** An engine with a virtual clock, a runner of a skill that asks, an inbox and reminders. */
export interface Office {
  readonly engine: TaskEngine;
  readonly inbox: Inbox;
  readonly reminders: ReturnType<typeof createQuestionReminders>;
  readonly notices: QuestionNotice[];
  readonly advance: (ms: number) => void;
  /** Begins a task of a person that asks, and returns its id once it waits. */
  readonly begin: (assignment: QuestionAssignment, owner?: string) => Promise<string>;
  /** Begins a task of a person that asks them alone, and returns its id once it waits. */
  readonly beginOwn: (owner: string) => Promise<string>;
  readonly stateOf: (taskId: string) => Promise<string>;
}

/** Opens an engine with a virtual clock, a runner of a skill that asks for approval, and reminders. */
export async function openOffice(): Promise<Office> {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const engine = createMemoryEngine({ now: () => now });
  const assignments = new Map<string, QuestionAssignment | undefined>();
  const skill = defineSkill({
    id: 'spend',
    name: 'Spend',
    description: 'Spends money.',
    tags: [],
    text: async ({ task }) => {
      const given = assignments.get(task.id);
      const { approved } = await task.ask('Approve?', { schema: FORM, name: 'approval', ...given });
      return approved ? 'spent' : 'kept';
    },
  });
  const agent = defineAgent({ name: 'Office', description: 'x', version: '1', skills: [skill] });
  const runner = createRunner(engine, agent, { logger: QUIET, pollMs: 5 });
  const notices: QuestionNotice[] = [];
  const reminders = createQuestionReminders(engine, {
    logger: QUIET,
    listSecrets: () => [],
    notify: async (news) => void notices.push(...news),
  });
  onTestFinished(async () => {
    await reminders.stop();
    await runner.stop();
    await engine.close();
  });
  const stateOf = async (taskId: string): Promise<string> => {
    const scope = (await engine.findScope(taskId)) as Scope;
    return (await getTask(engine, { scope, taskId })).state;
  };
  return {
    engine,
    inbox: createInbox(engine, () => []),
    reminders,
    notices,
    advance: (ms) => void (now += ms),
    stateOf,
    begin: (assignment, owner = 'ada') => start(owner, assignment),
    beginOwn: (owner) => start(owner),
  };

  async function start(owner: string, assignment?: QuestionAssignment): Promise<string> {
    const id = randomUUID();
    assignments.set(id, assignment);
    await engine.create({
      id,
      scope: `user:${owner}` as Scope,
      contextId: 'context',
      message: textMessage('spend'),
      metadata: {},
      invocation: { kind: 'text', skillId: 'spend', text: 'spend', acceptedOutputModes: [] },
    });
    await expect.poll(() => stateOf(id), { interval: 5 }).toBe('input-required');
    return id;
  }
}

/** Makes an answer to the first question of a task. */
export const approve = (): { question: number; data: unknown; messageId: string } => ({
  question: 0,
  data: { approved: true },
  messageId: randomUUID(),
});
