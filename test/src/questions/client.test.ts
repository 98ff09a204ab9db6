// Not over every binding: what is tested is one wait of the client, over whatever streams and polls.
import { connect, type Assignment, type CallEvent } from '@formwork/client';
import { FOLLOW_UP_FORMS_EXTENSION_URI, readAnswerer } from '@formwork/core';
import { expect, test } from 'vitest';
import { AS_ADA, AS_KIM, KIM, LEE, type officeAgent, openOffice } from '../support/office.ts';

const fast = { retry: { baseMs: 20, maxMs: 50 } } as const;

test('a call waits on while others are asked, and reports what they do', async () => {
  const { url, inbox, approve, restart } = await openOffice();
  const agent = await connect<typeof officeAgent>(url, { headers: AS_ADA, ...fast });
  const seen: {
    readonly number: number | undefined;
    readonly assignment: Assignment | undefined;
  }[] = [];
  const kinds: string[] = [];
  let result: CallEvent<unknown> | undefined;
  for await (const event of agent.skill('spend').stream({ euros: 90 })) {
    kinds.push(event.kind);
    result = event;
    if (event.kind !== 'question') continue;
    const { number, assignment, text } = event.question;
    expect(text).toMatch(/^Spend 90 EUR\?\nWaiting for the answer of (?:role:approver|user:lee);/u);
    seen.push({ number, assignment });
    // Each change is made once its cause was seen; the server restarts in between.
    if (seen.length === 1) await inbox.claim(KIM, event.taskId);
    if (seen.length === 2) await inbox.handOver(KIM, event.taskId, ['user:lee']);
    if (seen.length === 3) void restart(400).then(() => approve(event.taskId, LEE));
  }
  expect(result).toMatchObject({ kind: 'result', data: { euros: 90, by: 'lee' } });
  expect(seen).toHaveLength(3);
  expect(new Set(seen.map(({ number }) => number))).toEqual(new Set([0]));
  const [first, claimed, handed] = seen.map(({ assignment }) => assignment);
  expect(first).toMatchObject({
    to: ['role:approver'],
    about: { euros: 90 },
    fourEyes: false,
    claimedBy: undefined,
    isOverdue: false,
  });
  expect(Date.parse(first?.dueAt ?? '') - Date.parse(first?.askedAt ?? '')).toBe(3_600_000);
  expect(claimed).toMatchObject({ claimedBy: 'kim', askedAt: first?.askedAt });
  expect(handed).toMatchObject({ to: ['user:lee'], claimedBy: undefined, dueAt: first?.dueAt });
});

test('a deadline ends the wait, or the question is returned at once to whoever asks for that', async () => {
  const { url, approve } = await openOffice();
  const skill = (await connect<typeof officeAgent>(url, { headers: AS_ADA })).skill('spend');
  const begun = await skill.run({ euros: 1 });
  const late = skill.task(begun.taskId).wait({ deadlineMs: 300 });
  await expect(late).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED', taskId: begun.taskId });

  let asked = 0;
  const onQuestion = (): boolean => {
    asked += 1;
    return true;
  };
  const call = skill.call({ euros: 2 }, { waitForOthers: false });
  await expect(call).rejects.toMatchObject({
    code: 'QUESTION_OPEN',
    message: expect.stringContaining('role:approver must answer "Spend 2 EUR?'),
  });
  // Nobody can claim that somebody has answered.
  const metadata = { [FOLLOW_UP_FORMS_EXTENSION_URI]: { answeredBy: 'max', reason: 'none' } };
  const outcome = await skill.run({ euros: 3 }, { metadata, onQuestion });
  if (outcome.state !== 'input-required') throw new Error(outcome.state);
  // A handler is not asked for an answer that the agent refuses.
  const waiting = skill.task(outcome.taskId).wait({ onQuestion });
  if (outcome.question.kind !== 'form') throw new Error(outcome.question.kind);
  await expect(outcome.question.answer({ approved: true })).rejects.toMatchObject({
    reason: 'QUESTION_GIVEN_TO_OTHERS',
  });
  await approve(outcome.taskId);
  const { history } = await skill.task(outcome.taskId).get();
  expect(history.map(readAnswerer)).toEqual([undefined, { id: 'kim' }]);
  expect(await waiting).toMatchObject({ state: 'completed', data: { euros: 3, by: 'kim' } });
  expect(asked).toBe(0);

  // A caller to whom the question is given as well answers it like any other.
  const own = (await connect<typeof officeAgent>(url, { headers: AS_KIM })).skill('spend');
  const options = { waitForOthers: false, onQuestion: () => ({ approved: true }) };
  expect(await own.call({ euros: 4 }, options)).toEqual({ euros: 4, by: 'kim' });
});
