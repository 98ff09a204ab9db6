import { createFormLink, readElementFile } from '@formwork/embed';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PublishedAgent, publishAgent, SECRET, SEEN_USERS } from '../support/publish-agent.ts';

let agent: PublishedAgent;

beforeAll(async () => {
  agent = await publishAgent({
    submissionsPerMinutePerAddress: 12,
    findAddress: ({ headers }) => headers['x-test-address']?.toString(),
  });
});
afterAll(() => agent.close());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The events of a stream, or the only value of another answer. */
  readonly events: readonly Event[];
}

type Event = Readonly<Record<string, never>> & { readonly kind: string; readonly taskId: string };

function post(
  action: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return postTo('order', action, body, headers);
}

// oxlint-disable-next-line max-params -- as the requests are
async function postTo(
  skill: string,
  action: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${agent.url}/forms/${skill}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const lines = text.startsWith('{') ? [text] : (text.match(/^data: .*$/gmu) ?? []);
  const events = lines.map((line) => JSON.parse(line.replace(/^data: /u, '')) as Event);
  return { status: response.status, headers: response.headers, events };
}

function submit(data: unknown, more: object = {}, headers = {}): Promise<Answer> {
  const message = { kind: 'input', messageId: randomUUID(), schema: 'orderInput', data };
  return post('send', { ...message, ...more }, headers);
}

/** Submits data, and returns the receipt while the task still runs. */
async function begin(data: unknown): Promise<string> {
  const message = { kind: 'input', messageId: randomUUID(), schema: 'orderInput', data };
  const response = await fetch(`${agent.form}/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += Buffer.from(bytes).toString();
    const [, receipt] = /"taskId":"([^"]+)"/u.exec(text) ?? [];
    // The visitor goes away, and the task goes on.
    if (receipt !== undefined) return receipt;
  }
  throw new Error(text);
}

const last = ({ events }: Answer): unknown => events.at(-1);
const reasonOf = (answer: Answer): unknown =>
  (answer.events[0] as unknown as { error: { reason: string } }).error.reason;

test('a visitor without an account submits, and whoever has the receipt reads and answers', async () => {
  SEEN_USERS.length = 0;
  const key = randomUUID();
  const sent = await submit({ thing: 'Tea', count: 3 }, { messageId: key });
  expect(sent.status).toBe(200);
  expect(last(sent)).toMatchObject({ kind: 'result', data: { thing: 'Tea', total: 6 } });
  const receipt = sent.events[0]?.taskId ?? '';
  expect(receipt).toMatch(/^[\w-]{43}$/u);
  // The handler sees nobody, and neither ids of the server nor the input come with the receipt.
  expect(SEEN_USERS).toEqual([undefined]);
  const read = await post('watch', { receipt });
  expect(last(read)).toEqual(last(sent));
  expect(new Set(read.events.map(({ taskId }) => taskId))).toEqual(new Set([receipt]));

  // The same submission again finds its task; the same key with other data is refused.
  const again = await submit({ thing: 'Tea', count: 3 }, { messageId: key });
  expect(last(again)).toEqual(last(sent));
  expect(SEEN_USERS).toHaveLength(1);
  const other = await submit({ thing: 'Tea', count: 4 }, { messageId: key });
  expect([other.status, reasonOf(other)]).toEqual([409, 'KEY_REUSED']);

  const asked = await submit({ thing: 'Cup', count: 500 });
  const held = asked.events[0]?.taskId ?? '';
  expect(last(asked)).toMatchObject({ kind: 'question', question: { prompt: 'Really so many?' } });
  const answer = {
    kind: 'answer',
    messageId: randomUUID(),
    receipt: held,
    answer: { note: 'Party' },
  };
  expect(last(await post('send', { ...answer, receipt }))).toMatchObject({ kind: 'result' });
  expect(last(await post('send', answer))).toMatchObject({
    kind: 'result',
    data: { note: 'Party' },
  });

  const wrong = await submit({ thing: '', count: 3 });
  expect(last(wrong)).toMatchObject({ kind: 'failure', taskId: '', code: 'INPUT_INVALID' });
});

test('files come along where the skill names their types, within its limits, and nowhere else', async () => {
  const picture = {
    name: 'a.png',
    mediaType: 'image/png',
    base64: Buffer.alloc(9).toString('base64'),
  };
  const base = { kind: 'input', schema: 'photosInput', data: { place: 'Park' } };
  const messageId = randomUUID();
  const send = (files: unknown, key: string = randomUUID()): Promise<Answer> =>
    postTo('photos', 'send', { ...base, messageId: key, files });
  const sent = await send([picture], messageId);
  expect(last(sent)).toMatchObject({ kind: 'result', text: 'Park: a.png of 9 bytes' });
  expect(last(await send([picture], messageId))).toEqual(last(sent));
  const other = await send([{ ...picture, base64: 'AAAA' }], messageId);
  expect([other.status, reasonOf(other)]).toEqual([409, 'KEY_REUSED']);
  const large = { ...picture, base64: Buffer.alloc(3_000).toString('base64') };
  for (const files of [
    [{ ...picture, mediaType: 'text/html' }],
    [large],
    [picture, picture, picture],
  ]) {
    expect(last(await send(files))).toMatchObject({ kind: 'failure', taskId: '' });
  }
  const address = { kind: 'url', name: 'a', mediaType: 'image/png', url: 'http://127.0.0.1/' };
  for (const files of [
    {},
    ['x'],
    [address],
    [{ ...picture, base64: 'A' }],
    Array.from({ length: 101 }, () => picture),
  ]) {
    const refused = await send(files);
    expect([refused.status, reasonOf(refused)]).toEqual([400, 'BODY']);
  }
  const elsewhere = await submit({ thing: 'Tea', count: 1 }, { files: [picture] });
  expect([elsewhere.status, reasonOf(elsewhere)]).toEqual([400, 'BODY']);
});

test('nothing but the public form can be reached without an account', async () => {
  const sent = await submit({ thing: 'Secret tea', count: 2 });
  const receipt = sent.events[0]?.taskId ?? '';
  const forged = `${receipt.startsWith('A') ? 'B' : 'A'}${receipt.slice(1)}`;
  for (const token of [forged, `${'a'.repeat(22)}.${receipt}`, 'x', receipt.slice(1)]) {
    const refused = await post('watch', { receipt: token });
    expect([refused.status, reasonOf(refused)]).toEqual([404, 'RECEIPT_UNKNOWN']);
  }
  for (const path of ['secret', 'secret/describe', 'order/cancel', 'order/describe/x', 'none']) {
    const { status } = await fetch(`${agent.url}/forms/${path}`, { headers: { accept: '*/*' } });
    expect([path, status]).toEqual([path, 404]);
  }
  // Callers who are known see none of the visitors' tasks, and nobody else lists any.
  const list = { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} };
  const call = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${agent.url}/a2a`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
      body: JSON.stringify(list),
    });
  expect((await call({})).status).toBe(401);
  for (const user of ['ada', 'visitor:order', `visitor:order:each:${receipt}`]) {
    const { result } = (await (await call({ 'x-test-user': user })).json()) as {
      result: { totalSize: number };
    };
    expect(result.totalSize ?? 0).toBe(0);
  }
  // A header that the adapter uses inside of the process does nothing from outside.
  const spoofed = await post('watch', { receipt: forged }, { 'x-formwork-visitor': 'order' });
  expect(spoofed.status).toBe(404);
});

test('a receipt cancels its own task, whether it runs or waits, and no other one', async () => {
  const running = await begin({ thing: 'Slow tea', count: 1 });
  const waiting = (await submit({ thing: 'Cup', count: 500 })).events[0]?.taskId ?? '';
  const done = await submit({ thing: 'Tea', count: 1 });
  // None of these is the receipt of the running task.
  const [head, tail] = [running.slice(0, 20), running.slice(20)];
  const forged = `${head}${tail.startsWith('A') ? 'B' : 'A'}${tail.slice(1)}`;
  for (const receipt of [forged, head, `${'a'.repeat(22)}.${running}`, `${running}x`, '*']) {
    const refused = await post('cancel', { receipt });
    expect([refused.status, reasonOf(refused)]).toEqual([404, 'RECEIPT_UNKNOWN']);
  }
  // Ids of the request have no meaning beside the receipt.
  const task = { taskId: running, id: running, skill: 'order', contextId: running };
  const own = await post('cancel', { ...task, receipt: waiting });
  expect(last(own)).toMatchObject({ kind: 'ended', state: 'canceled', taskId: waiting });
  expect((await fetch(`${agent.form}/cancel?receipt=${running}`)).status).toBe(404);
  const elsewhere = await fetch(`${agent.url}/forms/secret/cancel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ receipt: running }),
  });
  expect(elsewhere.status).toBe(404);
  const over = await post('cancel', { receipt: done.events[0]?.taskId });
  expect(last(over)).toEqual(last(done));

  const stopped = await post('cancel', { receipt: running });
  expect(last(stopped)).toMatchObject({ kind: 'ended', state: 'canceled', taskId: running });
  expect(last(await post('watch', { receipt: running }))).toEqual(last(stopped));
});

test('pages of any site may use the form, without cookies; an operator may allow only some', async () => {
  const preflight = await fetch(`${agent.form}/send`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  const described = await fetch(`${agent.form}/describe`, {
    headers: { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
  });
  for (const { headers } of [preflight, described]) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('set-cookie')).toBeNull();
  }
  expect(await described.json()).toMatchObject({
    version: 1,
    agent: 'Shop',
    skill: { id: 'order', inputs: [{ kind: 'usable', name: 'orderInput' }] },
    texts: { title: 'Order a thing', submitLabel: 'Order now' },
    theme: { accent: '#7a1fa2' },
  });
  // The guard of the server still stands in front of every other door.
  const foreign = await fetch(`${agent.url}/a2a`, {
    method: 'POST',
    headers: { origin: 'https://shop.example', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(foreign.status).toBe(403);

  const page = await fetch(agent.form);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const framed = await fetch(`${agent.form}?embed`);
  expect(framed.headers.get('content-security-policy')).toContain('frame-ancestors *');
  const { name, integrity } = readElementFile();
  expect(await page.text()).toContain(`src="${name}" integrity="${integrity}"`);
  const script = await fetch(`${agent.url}/forms/${name}`);
  expect(script.headers.get('cache-control')).toContain('immutable');
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const newest = await fetch(`${agent.url}/forms/element.js`);
  expect(newest.headers.get('cache-control')).toBe('no-cache');
  expect(await newest.text()).toBe(await script.text());

  const strict = await publishAgent({
    allowedOrigins: ['https://shop.example'],
    submissionsPerMinute: 1,
  });
  try {
    const ask = (origin: string): Promise<Response> =>
      fetch(`${strict.form}/describe`, { headers: { origin } });
    const allowed = await ask('https://shop.example');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    const refused = await ask('https://evil.example');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      403,
      null,
    ]);
    const frame = await fetch(`${strict.form}?embed`);
    const policy = frame.headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'self' https://shop.example");

    // What a form gets too much from everywhere is no visitor's fault: their pages try it again.
    const send = (): Promise<Response> =>
      fetch(`${strict.form}/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          kind: 'input',
          messageId: randomUUID(),
          schema: 'orderInput',
          data: { thing: 'Tea', count: 1 },
        }),
      });
    await (await send()).text();
    const busy = await send();
    expect([busy.status, Number(busy.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await busy.json()).toMatchObject({ error: { reason: 'UNAVAILABLE' } });
  } finally {
    await strict.close();
  }
});

test('signed links fix values, expire, are used once, and cannot be changed', async () => {
  const toToken = (link: string): string =>
    new URLSearchParams(new URL(link).hash.slice(1)).get('link') ?? '';
  const fixed = toToken(createFormLink(agent.form, { secret: SECRET, values: { thing: 'Tea' } }));
  expect((await post('link', { link: fixed })).events[0]).toEqual({
    values: { thing: 'Tea' },
    isOnce: false,
  });
  const sent = await submit({ thing: 'Gold', count: 3 }, { link: fixed });
  expect(last(sent)).toMatchObject({ kind: 'result', data: { thing: 'Tea', total: 6 } });

  const [text = '', signature = ''] = fixed.split('.');
  const forged = Buffer.from(
    Buffer.from(text, 'base64url').toString().replace('Tea', 'Tee'),
  ).toString('base64url');
  const foreign = createFormLink(`${agent.url}/forms/secret`, { secret: SECRET });
  const stranger = createFormLink(agent.form, { secret: SECRET.toUpperCase() });
  const old = createFormLink(agent.form, { secret: SECRET, expiresAt: new Date(Date.now() - 1) });
  for (const [link, reason] of [
    [`${forged}.${signature}`, 'LINK_INVALID'],
    [text, 'LINK_INVALID'],
    [`${fixed}.`, 'LINK_INVALID'],
    [`${fixed}=`, 'LINK_INVALID'],
    [toToken(foreign), 'LINK_INVALID'],
    [toToken(stranger), 'LINK_INVALID'],
    [toToken(old), 'LINK_EXPIRED'],
  ] as const) {
    const refused = await post('link', { link });
    expect([refused.status, reasonOf(refused)]).toEqual([403, reason]);
    const unsent = await submit({ thing: 'Tea', count: 1 }, { link });
    expect([unsent.status, reasonOf(unsent)]).toEqual([403, reason]);
  }

  // Values that the form does not take are told at once, because nobody could correct them.
  for (const values of [{ count: 'many' }, { thing: 'Tea', unknown: 1 }]) {
    const misfit = toToken(createFormLink(agent.form, { secret: SECRET, values }));
    const refused = await post('link', { link: misfit });
    expect([refused.status, reasonOf(refused)]).toEqual([422, 'LINK_VALUES']);
  }

  const link = toToken(createFormLink(agent.form, { secret: SECRET, once: true }));
  expect((await post('link', { link })).events[0]).toEqual({ values: {}, isOnce: true });
  const messageId = randomUUID();
  const first = await submit({ thing: 'Tea', count: 1 }, { link, messageId });
  expect(last(first)).toMatchObject({ kind: 'result' });
  // The same submission, sent again, is the same; another one is too late.
  expect(last(await submit({ thing: 'Tea', count: 1 }, { link, messageId }))).toEqual(last(first));
  const second = await submit({ thing: 'Tea', count: 1 }, { link });
  expect([second.status, reasonOf(second)]).toEqual([409, 'LINK_USED']);
  const opened = await post('link', { link });
  expect([opened.status, reasonOf(opened)]).toEqual([409, 'LINK_USED']);
  const receipt = first.events[0]?.taskId ?? '';
  expect(last(await post('watch', { receipt }))).toEqual(last(first));

  // Of two at the same moment, one begins a task that goes on.
  const race = toToken(createFormLink(agent.form, { secret: SECRET, once: true }));
  const both = await Promise.all(
    [1, 2].map((count) => submit({ thing: 'Cup', count }, { link: race })),
  );
  expect(both.filter((one) => (last(one) as Event).kind === 'result')).toHaveLength(1);
});

test('requests are bounded: by address and form, in size, and in shape', async () => {
  const from = (address: string): Promise<Answer> =>
    submit({ thing: 'Tea', count: 1 }, {}, { 'x-test-address': address });
  const answers = await Promise.all(Array.from({ length: 13 }, () => from('192.0.2.1')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await from('192.0.2.2')).status).toBe(200);

  expect((await submit({ thing: 'x'.repeat(1_100_000), count: 1 })).status).toBe(413);
  const input = { kind: 'input', messageId: randomUUID(), schema: 'orderInput', data: {} };
  for (const body of [
    '[]',
    '{"kind":"input","kind":"answer"}',
    '{',
    { ...input, messageId: 'guess' },
    { ...input, messageId: 'x'.repeat(300) },
    { ...input, schema: 1 },
    { ...input, link: '' },
    { ...input, kind: 'text' },
    { kind: 'answer', messageId: randomUUID(), receipt: '', answer: 1 },
    { kind: 'answer', messageId: randomUUID(), receipt: 'x', answer: 1, files: [] },
  ]) {
    const answer = await post('send', body);
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'BODY']);
  }
  const plain = await post('send', JSON.stringify(input), { 'content-type': 'text/plain' });
  expect(plain.status).toBe(415);
});
