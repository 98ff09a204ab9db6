// Not every test over every binding: what callers learn is decided before a binding sends it.
import { connect, type CallEvent, type ConnectOptions } from '@formwork/client';
import { readAnswerer } from '@formwork/core';
import { createPeopleAdapter } from '@formwork/people';
import { createPeopleClient } from '@formwork/people/client';
import { createGrpcDoor } from '@formwork/server/grpc';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findGrpcAddress } from '../support/grpc-call.ts';
import { AS_ADA, type officeAgent, openOffice, receiveLinks } from '../support/office.ts';

const fast = { retry: { baseMs: 20, maxMs: 50 } } as const;

type Office = Awaited<ReturnType<typeof openOffice>>;

/** Calls as somebody, lets a question be answered, and returns what the caller learns of that. */
async function callAndAnswer(
  { url }: Pick<Office, 'url'>,
  connection: ConnectOptions,
  answer: (taskId: string) => Promise<void>,
): Promise<{ readonly told: readonly unknown[]; readonly stored: readonly unknown[] }> {
  const agent = await connect<typeof officeAgent>(url, { ...connection, ...fast });
  const events: CallEvent<unknown>[] = [];
  let taskId = '';
  for await (const event of agent.skill('spend').stream({ euros: 5 })) {
    events.push(event);
    if (event.kind !== 'question') continue;
    ({ taskId } = event);
    await answer(taskId);
  }
  expect(events.at(-1)).toMatchObject({ kind: 'result', data: { by: 'kim' } });
  const { history } = await agent.task(taskId).get();
  return {
    told: events.flatMap((event) =>
      event.kind === 'working' && event.answered !== undefined ? [event.answered] : [],
    ),
    stored: history.map(readAnswerer).filter((found) => found !== undefined),
  };
}

test('whoever waits and has signed in is told who answered; others learn no name', async () => {
  const office = await openOffice();
  const kim = { id: 'kim' };
  const answer = (taskId: string): Promise<void> => office.approve(taskId);
  expect(await callAndAnswer(office, { headers: AS_ADA }, answer)).toEqual({
    told: [kim],
    stored: [kim],
  });
  expect(await callAndAnswer(office, {}, answer)).toEqual({ told: [], stored: [] });
  // The wait goes on over a restart, after which the client sees the task as it is by then.
  const late = callAndAnswer(office, { headers: AS_ADA }, async (taskId) => {
    await office.restart(0);
    await answer(taskId);
  });
  expect((await late).told).toEqual([kim]);
});

test('every binding tells who answered', async () => {
  const office = await openOffice({ grpc: createGrpcDoor({ port: 0 }) });
  const trustedOrigins = [`http://${await findGrpcAddress(office.url)}`];
  for (const transport of ['HTTP+JSON', 'GRPC'] as const) {
    const answer = (taskId: string): Promise<void> => office.approve(taskId);
    const connection = { headers: AS_ADA, transports: [transport], trustedOrigins };
    const learned = await callAndAnswer(office, connection, answer);
    expect(learned).toEqual({ told: [{ id: 'kim' }], stored: [{ id: 'kim' }] });
  }
});

test('an agent can keep names to itself, also from callers who have signed in', async () => {
  const office = await openOffice({ namesAnswerers: false });
  const learned = await callAndAnswer(office, { headers: AS_ADA }, (taskId) =>
    office.approve(taskId),
  );
  expect(learned).toEqual({ told: [], stored: [] });
});

test('an answer by a signed link says so', async () => {
  const links = new Map<string, string>();
  const notify = await receiveLinks(links);
  const office = await openOffice({ adapters: [createPeopleAdapter({ notify })] });
  const people = createPeopleClient({
    send: (path, init) => fetch(`${office.url}/people${path}`, init),
  });
  const learned = await callAndAnswer(office, { headers: AS_ADA }, async () => {
    await expect.poll(() => links.size).toBe(1);
    const [, token = ''] = [...links.values()].join().split('token=');
    const answer = { question: 0, data: { approved: true }, messageId: randomUUID() };
    await people.answerLinked(token, answer);
  });
  const kim = { id: 'kim', isByLink: true };
  expect(learned).toEqual({ told: [kim], stored: [kim] });
});
