// Not over every binding: the doors beside A2A, each of which has one.
import { createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { connect } from '@formwork/client';
import { expect, test } from 'vitest';
import { begin } from '../mcp/following-host.ts';
import { type CallTold, connectHost, type HostResult, serveBridge } from '../mcp/hosts.ts';
import { AGENT, readError, toRequest } from '../messages/door/open-door.ts';
import { createSessionClient } from '../sessions/api/session-client.ts';
import { AS_ADA, KIM, LEE, openOffice } from '../support/office.ts';
import { runKept } from '../support/run-kept.ts';

const WAITS = 'Spend 5 EUR?\nWaiting for the answer of role:approver; nobody else can give it.';

test('a host is never asked what others have to answer; the model is told, and looks again', async () => {
  const { url, inbox, approve } = await openOffice();
  const agents = [{ alias: 'o', url, connect: { headers: AS_ADA } }];
  let shown = 0;
  const person = (): { readonly action: 'cancel' } => {
    shown += 1;
    return { action: 'cancel' };
  };
  const host = await connectHost('new http', { agents }, { person });
  const first = await host.call('o_spend', { euros: 5 });
  const text = toText(first);
  expect(text).toContain('waits until other people have answered (role:approver, due 20');
  const task_id = /"task_id":"([^"]+)"/u.exec(text)?.[1];
  const [task] = (await inbox.list(KIM)).questions;
  await inbox.claim(KIM, task?.taskId ?? '');
  const still = await host.call('a2a_task', { task_id, wait_seconds: 1 });
  expect(still.structuredContent).toMatchObject({ state: 'working' });
  expect(toText(still)).toContain('taken by kim');
  // A model that answers all the same is told why the agent refuses.
  const forged = await host.call('a2a_task', {
    task_id,
    action: 'reply',
    data: { approved: true },
  });
  expect(forged.isError).toBe(true);
  expect(toText(forged)).toContain('it is given to other people');
  await approve(task?.taskId ?? '');
  const steps: (string | undefined)[] = [];
  const onProgress = ({ message }: CallTold): void => void steps.push(message);
  const done = await host.call('a2a_task', { task_id }, { onProgress });
  expect(steps.join()).toContain('Answered by kim');
  expect(done.structuredContent).toMatchObject({ output: { euros: 5, by: 'kim' } });
  expect(shown).toBe(0);

  // A host that follows tasks sees one that works.
  const bridge = await serveBridge({ agents }, { allowAnonymous: true });
  const followed = await begin(bridge, 'o_spend', { euros: 6 });
  const state = await followed.get(bridge);
  expect(state).toMatchObject({ status: 'working' });
  expect(state.statusMessage).toContain('waits until other people have answered (role:approver');
  for (const { taskId } of (await inbox.list(KIM)).questions) await approve(taskId);
  const { result } = await followed.waitFor(bridge, 'completed');
  expect(result).toMatchObject({ structuredContent: { euros: 6, by: 'kim' } });
});

test('a terminal says for whom the task waits, and programs are told as well', async () => {
  const { url, inbox, approve } = await openOffice();
  const args = [
    'call',
    url,
    'spend',
    '--euros',
    '5',
    '--header',
    `x-api-key: ${AS_ADA['x-api-key']}`,
  ];
  const people = await runKept(args);
  expect(people.code).toBe(5);
  expect(people.stderr).toMatch(
    /Cannot give a result yet\. The agent asks other people: Spend 5 EUR\?\nWaiting for role:approver, due 20[^\n]+\.\nSee what becomes of it with: formwork call \S+ spend --task \S+/u,
  );
  const programs = await runKept([...args, '--output', 'json']);
  expect(JSON.parse(programs.stderr)).toMatchObject({
    error: { code: 'QUESTION_OPEN', question: { kind: 'form', to: ['role:approver'] } },
  });
  expect((await inbox.list(KIM)).questions).toHaveLength(2);
  // An answer of the command line is sent, and the agent says no.
  const refused = await runKept([...args, '--answer', '{"approved":true}']);
  expect(refused.stderr).toContain('it is given to other people');
  // Whoever comes back is told who answered.
  const taskId = /--task (\S+)/u.exec(people.stderr)?.[1] ?? '';
  await approve(taskId);
  const done = await runKept([...args.filter((one) => !/euros|^5$/u.test(one)), '--task', taskId]);
  expect(done.stderr).toContain('Answered by kim\n');
  expect(JSON.parse(done.stdout)).toEqual({ euros: 5, by: 'kim' });
});

test('a session says it, refuses the answer, goes on by itself, and takes other messages', async () => {
  const { url, inbox, approve } = await openOffice({ adapters: [createSessionAdapter()] });
  const client = createSessionClient(url, { headers: AS_ADA });
  const { id } = await client.create();
  const spend = (euros: number) => ({
    content: '',
    artifacts: [{ id: 'p', type: 'application/json;schema=purchase', data: { euros } }],
  });
  const question = await client.send(id, spend(5));
  expect(question.content).toBe(WAITS);
  expect(question.metadata).toMatchObject({ 'formwork.task': { state: 'input-required' } });
  const answer = { role: 'user', content: '{"approved":true}', in_reply_to: question.id };
  const refused = await client.request('POST', `/sessions/${id}/messages`, { body: answer });
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });

  const stream = await fetch(`${url}/sessions/${id}/stream`, { headers: AS_ADA });
  const [task] = (await inbox.list(KIM)).questions;
  await inbox.claim(KIM, task?.taskId ?? '');
  // What somebody does with the question is no new message.
  expect((await client.listAll(id)).filter(({ role }) => role === 'agent')).toHaveLength(1);
  // The next message of the caller is none of the answers.
  expect((await client.send(id, spend(7))).content).toContain('Spend 7 EUR?');
  await approve(task?.taskId ?? '');
  let told = '';
  for await (const chunk of stream.body ?? []) {
    told += Buffer.from(chunk).toString();
    if (told.includes('kim')) break;
  }
  const last = (await client.listAll(id)).at(-1);
  expect(last).toMatchObject({ content: '{"euros":5,"by":"kim"}' });
  expect(last?.in_reply_to).toBe(question.in_reply_to);

  // Whoever reads a session later finds what others have led to.
  const [other] = (await inbox.list(LEE)).questions;
  await approve(other?.taskId ?? '', LEE);
  const skill = (await connect(url, { headers: AS_ADA })).skill('spend');
  await skill.task(other?.taskId ?? '').wait();
  expect((await client.listAll(id)).at(-1)?.content).toBe('{"euros":7,"by":"lee"}');
});

test('an envelope says that the task waits for others, and its repetition gets the result', async () => {
  const adapters = [createEnvelopeAdapter({ agentId: AGENT, path: '/messages' })];
  const { url, inbox, approve } = await openOffice({ adapters });
  const post = async (body: object) => {
    const headers = { 'content-type': 'application/json', ...AS_ADA };
    const response = await fetch(`${url}/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const message = (await response.json()) as Parameters<typeof readError>[0]['message'];
    return { status: response.status, headers: response.headers, message };
  };
  const request = toRequest('spend', { euros: 5 });
  const waiting = await post(request);
  expect(waiting.status).toBe(504);
  expect(readError(waiting)).toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining('The task waits for other people.'),
    details: { state: 'input-required', text: WAITS },
  });
  const [task] = (await inbox.list(KIM)).questions;
  const task_id = task?.taskId ?? '';
  const reply = { task_id, data: { approved: true } };
  const refused = await post(toRequest('task.reply', reply));
  expect([refused.status, readError(refused)['code']]).toEqual([403, 'FORBIDDEN']);
  const shown = await post(toRequest('task.get', { task_id }));
  expect(shown.message?.payload['data']).toMatchObject({
    question: { assigned_to: ['role:approver'] },
  });
  await approve(task_id);
  await expect
    .poll(async () => (await post(request)).message?.payload)
    .toMatchObject({ status: 'success', data: { by: 'kim' } });
});

function toText({ content }: HostResult): string {
  return content.map(({ text }) => text).join('\n');
}
