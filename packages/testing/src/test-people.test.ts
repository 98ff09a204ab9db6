import { defineAgent, defineSkill } from '@formwork/core';
import { expect, test } from 'vitest';
import { checkSkill } from './check-skill.ts';
import { createTestAgent } from './test-agent.ts';
import { createTestClock } from './test-clock.ts';
import { answerAs } from './test-question.ts';

const KIM = { id: 'kim', scopes: ['role:approver'] };
const LEE = { id: 'lee', scopes: ['role:approver'] };
const BOSS = { id: 'max', scopes: ['role:boss'] };

const decision = {
  type: 'object',
  properties: { approved: { type: 'boolean' } },
  required: ['approved'],
} as const;
const yes = { approved: true };

const agent = defineAgent({
  name: 'Office',
  version: '1.0.0',
  skills: [
    defineSkill({
      id: 'spend',
      name: 'Spend',
      description: 'Spends money that somebody has approved.',
      tags: [],
      input: {
        purchase: {
          type: 'object',
          properties: { euros: { type: 'integer', minimum: 1, maximum: 9 } },
          required: ['euros'],
          additionalProperties: false,
        },
      },
      async run({ input, task }) {
        const { approved } = await task.ask('Approve?', {
          name: 'decision',
          schema: decision,
          to: 'role:approver',
          about: input,
          remindInMs: 3_600_000,
          dueInMs: 86_400_000,
          escalateTo: 'role:boss',
        });
        return `${approved}`;
      },
    }),
  ],
});

test('other people answer, take and hand over a question, and the task knows who did', async () => {
  await using tested = createTestAgent(agent, { user: { id: 'ada' } });
  const task = await tested.call('spend', { euros: 5 });
  expect(task.question?.assignment).toEqual({
    to: ['role:approver'],
    about: { euros: 5 },
    fourEyes: false,
    claimedBy: undefined,
    isOverdue: false,
  });
  await expect(task.answer(yes)).rejects.toMatchObject({ reason: 'QUESTION_GIVEN_TO_OTHERS' });
  await task.claim(KIM);
  expect(task.question?.assignment).toMatchObject({ claimedBy: 'kim' });
  await expect(task.answer(yes, { as: LEE })).rejects.toMatchObject({ reason: 'QUESTION_CLAIMED' });
  await expect(task.claim(BOSS)).rejects.toMatchObject({ reason: 'QUESTION_NOT_FOUND' });
  await task.handOver(KIM, ['user:lee']);
  await task.claim(LEE);
  await task.release(LEE);
  await task.answer('yes', { as: LEE });
  expect(task.question?.text).toContain('must be');
  await task.answer(yes, { as: LEE });
  expect(task.result()).toBe('true');
  expect(task.answeredBy).toEqual(['lee', 'lee']);
  expect((await task.eventLines()).slice(1, -3)).toEqual([
    'working',
    'input-required: Approve?',
    'input-required (claimed by kim): Approve?',
    'input-required (handed-over by kim to user:lee): Approve?',
    'input-required (claimed by lee): Approve?',
    'input-required (released by lee): Approve?',
    'lee: yes',
    'input-required (released by lee): Approve?',
    'lee: {"approved":true}',
    'remembered ask:decision: {"approved":true}',
    'working',
  ]);
  const scripted = await tested.call(
    'spend',
    { euros: 6 },
    { answers: { decision: answerAs(KIM, { approved: false }) } },
  );
  expect(scripted.result()).toBe('false');
  await expect(tested.call('spend', { euros: 7 }, { answers: [yes] })).rejects.toThrow(
    'given to other people',
  );
  // Somebody who may answer is found for every question.
  await checkSkill(agent, 'spend', { runs: 2 });
});

test('the clock reminds people and escalates', async () => {
  using clock = createTestClock({ now: Date.UTC(2030, 0, 1) });
  await using tested = createTestAgent(agent, { clock });
  const task = await tested.call('spend', { euros: 5 });
  const told = (): readonly string[] =>
    tested.notices.map(({ kind, to, prompt }) => `${kind} ${to.join()} ${prompt}`);
  await clock.advance('59m');
  expect(told()).toEqual(['asked role:approver Approve?']);
  await clock.advance('1m');
  expect(told().slice(1)).toEqual(['reminded role:approver Approve?']);
  await clock.advance('23h');
  expect(told().slice(2)).toEqual(['escalated role:boss Approve?']);
  expect(task.question?.assignment).toMatchObject({
    to: ['role:approver', 'role:boss'],
    isOverdue: true,
  });
  await task.answer(yes, { as: BOSS });
  expect(task.answeredBy).toEqual(['max']);
  // Hours and not days: what other tests have left running in this process runs by this clock, too.
  await clock.advance('30h');
  expect(tested.notices).toHaveLength(3);
});
