import { createConsoleAdapter } from '@formwork/console';
import type { Scope } from '@formwork/runtime';
import { createServer } from '@formwork/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onTestFinished } from '../support/test-end.ts';
import { createBusyAgent, HOSTILE, SECRETS } from './busy-agent.ts';
import { KEYS, type OpenConsole, openConsole, withKey } from './open-console.ts';

let app: OpenConsole;
beforeAll(async () => {
  app = await openConsole();
});
afterAll(() => app.close());

const OPERATOR = withKey(KEYS.operator);

async function get(path: string, headers: Readonly<Record<string, string>> = OPERATOR) {
  const response = await fetch(`${app.url}/console/api/${path}`, { headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function read<Value>(path: string): Promise<Value> {
  return JSON.parse((await get(path)).text) as Value;
}

async function post(path: string, body: object, headers = OPERATOR) {
  const response = await fetch(`${app.url}/console/api/${path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const PATHS = ['overview', 'tasks', 'letters', 'callers', 'agent'] as const;

test('nobody sees anything without the scope, and pages of other sites change nothing', async () => {
  const task = `tasks/${app.tasks['ask']}`;
  for (const path of [...PATHS, task]) {
    expect((await get(path, withKey(KEYS.caller))).status).toBe(403);
    const unknown = await get(path, {});
    expect(unknown.status).toBe(401);
    expect(unknown.headers.get('WWW-Authenticate')).toContain('ApiKey');
    expect((await get(path, withKey('wrong'))).status).toBe(401);
    expect((await get(path, { ...OPERATOR, Origin: 'https://evil.example' })).status).toBe(403);
    expect((await get(path, { ...OPERATOR, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  }
  const retries = ['retry', 'retry-from-start'];
  for (const action of ['data', ...retries, 'cancel', 'force-cancel', 'delete', 'answer']) {
    const path = `${task}/${action}`;
    expect((await post(path, {}, withKey(KEYS.caller))).status).toBe(403);
    const evil = { ...OPERATOR, Origin: 'https://evil.example' };
    expect((await post(path, {}, evil)).status).toBe(403);
    // A form of another site can send this without asking first.
    const form = await fetch(`${app.url}/console/api/${path}`, {
      method: 'POST',
      headers: OPERATOR,
    });
    expect(form.status).toBe(415);
    expect((await get(path)).status).toBe(404);
  }
  expect((await post('letters/revive', { all: true }, withKey(KEYS.caller))).status).toBe(403);
  expect(await read('letters')).toMatchObject({ letters: [{ configId: 'p' }] });
  const { tasks } = await read<{ tasks: readonly { state: string }[] }>(
    `tasks?id=${app.tasks['ask']}`,
  );
  expect(tasks).toMatchObject([{ state: 'input-required' }]);
  expect(app.audit.filter(({ kind }) => kind.startsWith('operator'))).toEqual([]);
  const session = await get('session', withKey(KEYS.caller));
  const told = JSON.parse(session.text) as object;
  expect(told).toMatchObject({ isAdmitted: false, scope: 'operate' });
  expect(told).not.toHaveProperty('skills');
});

test('the page has a strict policy, and no data', async () => {
  const response = await fetch(`${app.url}/console/`);
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(await response.text()).not.toContain(app.tasks['ask']);
  // A link of another site leads to the page, and to nothing else.
  const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
  const follow = async (path: string): Promise<number> =>
    (await fetch(`${app.url}/console/${path}`, { headers })).status;
  expect(await follow('')).toBe(200);
  for (const path of ['api/session', 'api/sign-in', 'api/sign-in/callback', 'index.html']) {
    expect([path, await follow(path)]).toEqual([path, 403]);
  }
});

test('numbers and lists are those of the tasks', async () => {
  interface Overview {
    readonly states: Readonly<Record<string, number>>;
    readonly failures: readonly object[];
    readonly hours: readonly { readonly completed: number; readonly failed: number }[];
    readonly steps: readonly { readonly step: string; readonly longest: number }[];
  }
  await expect
    .poll(() => read<Overview>('overview'))
    .toMatchObject({
      states: { completed: 1, failed: 2, rejected: 1, 'input-required': 1, 'auth-required': 1 },
      running: 1,
      oldestWait: 0,
    });
  const { failures, hours, steps } = await read<Overview>('overview');
  expect(hours).toHaveLength(24);
  const sum = (name: 'completed' | 'failed'): number =>
    hours.reduce((total, hour) => total + hour[name], 0);
  expect([sum('completed'), sum('failed')]).toEqual([1, 2]);
  expect(failures).toEqual(
    expect.arrayContaining([
      { skill: 'break', reason: 'TypeError', count: 1 },
      { skill: 'refuse', reason: 'PUBLIC', count: 1 },
      { skill: 'decline', reason: 'REJECTED', count: 1 },
    ]),
  );
  expect(steps[0]).toMatchObject({ skill: 'work', step: 'charge the card', count: 1 });
  // A timer of 30 ms may end a little early.
  expect(steps[0]?.longest).toBeGreaterThan(0.025);
  const { skills } = await read<{ skills: readonly object[] }>('session');
  expect(skills).toContainEqual({ id: 'hang', name: 'Hang' });
  interface Page {
    readonly tasks: readonly { readonly taskId: string; readonly failure?: object }[];
  }
  const find = async (query: string): Promise<readonly string[]> =>
    (await read<Page>(`tasks?${query}`)).tasks.map(({ taskId }) => taskId);
  expect(await find('state=failed&skill=break')).toEqual([app.tasks['break']]);
  // A row says why its task has failed, or rests; the name of the class is that of the reason.
  const { tasks } = await read<Page>('tasks');
  const why = Object.fromEntries(tasks.map(({ taskId, failure }) => [taskId, failure]));
  expect(why[app.tasks['refuse'] ?? '']).toEqual({
    reason: 'PUBLIC',
    message: 'The account is closed.',
  });
  expect(why[app.tasks['rest'] ?? '']).toMatchObject({ message: 'The bank does not answer.' });
  expect(why[app.tasks['decline'] ?? '']).toEqual({ reason: 'REJECTED' });
  expect(why[app.tasks['work'] ?? '']).toBeUndefined();
  expect(await find('scope=user%3Aada')).toHaveLength(8);
  expect(await find('scope=')).toEqual([]);
  expect(await find('before=2020-01-01T00:00:00Z')).toEqual([]);
  for (const wrong of ['state=x', 'page=x', 'before=x']) {
    expect((await get(`tasks?${wrong}`)).status).toBe(400);
  }
  expect((await get('tasks/absent')).status).toBe(404);
  const { callers, limits } = await read<{ callers: readonly object[]; limits: object }>('callers');
  expect(callers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 'ada', unfinishedTasks: 4, waitingQuestions: 2 }),
      expect.objectContaining({ id: 'olga', scopes: ['operate'], unfinishedTasks: 0 }),
    ]),
  );
  expect(limits).toMatchObject({ requestsPerMinute: 6_000, unfinishedTasks: 5_000 });
  interface Shown {
    readonly versions: readonly object[];
    readonly cards: { readonly v1: string; readonly v03: string };
  }
  const { versions, cards } = await read<Shown>('agent');
  expect(versions).toEqual([{ name: 'Busy agent', version: '2.0.0' }]);
  const headers = { 'A2A-Version': '1.0' };
  const card = await fetch(`${app.url}/.well-known/agent-card.json`, { headers });
  expect(cards.v1).toBe(await card.text());
  expect(JSON.parse(cards.v03)).toMatchObject({ protocolVersion: expect.stringMatching(/^0\.3/u) });
});

test('a task shows what happened, and what was said only when asked; each look is in the audit', async () => {
  const id = app.tasks['work'] ?? '';
  const shown = await get(`tasks/${id}`);
  expect(JSON.parse(shown.text)).toMatchObject({
    task: { state: 'completed', scope: 'user:ada' },
    schema: 'order',
    spans: [
      { kind: 'attempt', name: '1', outcome: 'completed' },
      { kind: 'step', name: 'charge the card' },
      { kind: 'step', name: 'send the mail' },
    ],
    logs: [{ level: 'info', message: 'Sent with [secret]' }],
    receivers: [{ url: 'https://hooks.example/p', death: { reason: 'HTTP 410' } }],
  });
  expect(shown.text).not.toMatch(/Ada|hush|swordfish/u);
  const broken = await read<{ spans: readonly object[] }>(`tasks/${app.tasks['rest']}`);
  expect(broken.spans).toMatchObject([{ kind: 'attempt', outcome: 'retry', reason: 'TRANSIENT' }]);
  const before = app.audit.length;
  const { body } = await post(`tasks/${id}/data`, {});
  expect(body).toMatchObject({ contents: { input: { name: 'Ada', key: '[secret]' } } });
  expect(JSON.stringify(body)).not.toContain(SECRETS[0]);
  expect(app.audit.slice(before)).toMatchObject([
    { kind: 'operator-looked', principal: 'olga', taskId: id, address: '127.0.0.1' },
  ]);
});

test('changes are made, told in the audit, and refused with the reason', async () => {
  const { tasks, engine } = app;
  const before = app.audit.length;
  expect((await post(`tasks/${tasks['work']}/retry`, {})).body).toMatchObject({
    outcome: 'refused',
    why: 'completed',
  });
  expect((await post(`tasks/${tasks['rest']}/retry`, {})).body).toEqual({ outcome: 'woken' });
  const again = (await post(`tasks/${tasks['refuse']}/retry`, { reason: 'It was reopened' })).body;
  expect(again).toMatchObject({ outcome: 'created' });
  await expect
    .poll(() => read<{ task: { state: string } }>(`tasks/${String(again['newTaskId'])}`))
    .toMatchObject({ task: { state: 'failed', scope: 'user:ada' } });
  const fresh = `tasks/${tasks['refuse']}/retry-from-start`;
  expect((await post(fresh, {})).body).toEqual({ ...again, outcome: 'repeated' });
  const ask = `tasks/${tasks['ask']}`;
  const { question } = (await post(`${ask}/data`, {})).body as { question: { number: number } };
  const answer = { question: question.number, value: { ok: true, pin: Number(SECRETS[1]) } };
  expect((await post(`${ask}/answer`, { ...answer, reason: ' ' })).status).toBe(400);
  const unfit = await post(`${ask}/answer`, {
    ...answer,
    value: { ok: 'x', pin: 4711 },
    reason: 'r',
  });
  expect(unfit.body).toMatchObject({ outcome: 'unfit' });
  expect(JSON.stringify(unfit.body)).not.toContain(SECRETS[1]);
  const reason = 'Ada is on leave';
  expect((await post(`${ask}/answer`, { ...answer, reason })).body).toEqual({
    outcome: 'answered',
  });
  await expect
    .poll(() => engine.get('user:ada' as Scope, tasks['ask'] ?? ''))
    .toMatchObject({
      state: 'completed',
    });
  const told = await read<{ events: readonly object[] }>(ask);
  expect(told.events).toContainEqual(
    expect.objectContaining({
      shape: expect.objectContaining({ answeredFor: { by: 'olga', reason } }),
    }),
  );
  const said = JSON.stringify((await post(`${ask}/data`, {})).body);
  expect(said).toContain(reason);
  expect(said).not.toContain(SECRETS[1]);
  expect(said).toContain(JSON.stringify(HOSTILE).slice(1, -1));
  // What was changed is told, although the run of this process cannot learn of it at once.
  const renew = vi.spyOn(engine, 'renew').mockRejectedValue(new Error('The storage is away'));
  expect((await post(`tasks/${tasks['hang']}/cancel`, {})).body).toEqual({ outcome: 'requested' });
  renew.mockRestore();
  await expect
    .poll(() => read<{ task: { state: string } }>(`tasks/${tasks['hang']}`))
    .toMatchObject({ task: { state: 'canceled' } });
  expect((await post(`tasks/${tasks['enter']}/delete`, {})).body).toEqual({ outcome: 'deleted' });
  expect((await get(`tasks/${tasks['enter']}`)).status).toBe(404);
  expect((await post('letters/revive', {})).status).toBe(400);
  expect((await post('letters/revive', { taskId: tasks['work'] })).body).toEqual({ revived: 1 });
  const events = app.audit.slice(before).filter(({ kind }) => kind === 'operator-changed');
  expect(events.map((event) => 'action' in event && [event.action, event.outcome])).toEqual([
    ['retry', 'refused'],
    ['retry', 'woken'],
    ['retry', 'created'],
    ['retry-from-start', 'repeated'],
    ['answer', 'unfit'],
    ['answer', 'answered'],
    ['cancel', 'requested'],
    ['delete', 'deleted'],
    ['revive', '1 revived'],
  ]);
  expect(events[5]).toMatchObject({ principal: 'olga', reason });
});

/** Headers of which a proxy may add one alone. */
const PROXY_HEADERS = [
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'CF-Connecting-IP',
  'CF-Ray',
  'True-Client-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'Fly-Client-IP',
  'Fastly-Client-IP',
  'X-Azure-ClientIP',
  'X-Amzn-Trace-Id',
  'X-Vercel-Id',
  'X-Envoy-External-Address',
  'WL-Proxy-Client-IP',
  'DO-Connecting-IP',
  'CloudFront-Viewer-Country',
  'X-Original-URI',
];

test('without authentication, only this machine sees it, and only if the program says so', async () => {
  const quiet = { logger: { info() {}, warn() {}, error() {} } };
  const silent = createServer(createBusyAgent(), { ...quiet, adapters: [createConsoleAdapter()] });
  await expect(silent.listen({ port: 0 })).rejects.toThrow('onThisMachine');
  const adapters = [createConsoleAdapter({ onThisMachine: true })];
  // A proxy that answers at the public URL may look like a program of this machine.
  const open = { ...quiet, adapters, allowAnonymous: true, publicUrl: 'https://agents.example' };
  await expect(createServer(createBusyAgent(), open).listen({ port: 0 })).rejects.toThrow(
    'authentication must be of this machine: current value is https://agents.example',
  );
  const server = createServer(createBusyAgent(), { ...quiet, adapters });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  const ask = async (path: string, headers = {}): Promise<number> =>
    (await fetch(`${url}/console/${path}`, { headers })).status;
  expect([await ask(''), await ask('api/overview')]).toEqual([200, 200]);
  // A proxy on this machine passes on the requests of others.
  for (const name of PROXY_HEADERS) {
    const proxied = { [name]: '203.0.113.7' };
    const answers = [await ask('', proxied), await ask('api/overview', proxied)];
    expect({ name, answers }).toEqual({ name, answers: [403, 403] });
  }
  // One that adds no header, and names this machine itself, is known by the page that asks.
  for (const page of [{ Referer: 'https://agents.example/console/' }, { Origin: 'null' }]) {
    expect(await ask('api/overview', page)).toBe(403);
  }
  expect(await ask('api/overview', { Referer: `${url}/console/` })).toBe(200);
  expect(() => createConsoleAdapter({ scope: 'two words' })).toThrow('scope');
  expect(() => createConsoleAdapter({ path: 'console' })).toThrow('path');
});
