import { createServer } from '@formwork/server';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createFixtureAgent, createFixtureLog } from './fixture-agent.ts';
import {
  connectHost,
  LEGS,
  type CallTold,
  type Host,
  type HostResult,
  type PersonAnswer,
  type ShownQuestion,
} from './hosts.ts';

const text = ({ content }: HostResult): string =>
  content.map((block) => (block['type'] === 'text' ? block['text'] : '')).join('\n');

// The tests for one kind of host share an agent and hosts, and run one after another.
describe.concurrent.for(LEGS)('a host over %s', (leg) => {
  const ends: (() => Promise<void>)[] = [];
  const log = createFixtureLog();
  const hosts: { plain?: Host; brief?: Host; asking?: Host } = {};
  let agentUrl = '';
  let person: (question: ShownQuestion) => PersonAnswer = () => ({ action: 'cancel' });
  const get = (name: keyof typeof hosts): Host => {
    const host = hosts[name];
    if (host === undefined) throw new Error(`There is no host ${name}.`);
    return host;
  };

  beforeAll(async () => {
    const server = createServer(createFixtureAgent(log), { openTasks: true });
    const { url } = await server.listen({ port: 0 });
    agentUrl = url;
    ends.push(() => server.close());
    const bridge = { agents: [{ alias: 'fix', url, authorizationHosts: ['login.example.com'] }] };
    const onEnd = (end: () => Promise<void>): void => void ends.unshift(end);
    [hosts.plain, hosts.brief, hosts.asking] = await Promise.all([
      connectHost(leg, bridge, { onEnd }),
      connectHost(leg, { ...bridge, budgetMs: 1500 }, { onEnd }),
      connectHost(leg, bridge, { onEnd, urls: true, person: (asked) => person(asked) }),
    ]);
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  test('lists and calls every kind of skill', { concurrent: false }, async ({ expect }) => {
    const host = get('plain');
    const tools = await host.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'fix_compare',
      'fix_area',
      'fix_several_pair',
      'fix_several_names',
      'fix_order',
      'fix_greet',
      'fix_login',
      'fix_consent',
      'fix_work',
      'fix_fail',
      'fix_talk',
      'fix_ask',
      'a2a_task',
    ]);
    expect(await host.call('fix_compare', { a: 'Lion', b: 'Ox' })).toMatchObject({
      structuredContent: { winner: 'Lion' },
      content: [{ type: 'text', text: '{\n  "winner": "Lion"\n}' }],
    });
    expect(await host.call('fix_area', { input: { side: 2 } })).toMatchObject({
      structuredContent: { state: 'completed', text: 'about {"side":2}' },
    });
    expect(await host.call('fix_several_names', { names: ['a'] })).toMatchObject({
      structuredContent: { state: 'completed', schema: 'names', output: { names: ['a'] } },
    });
    expect(await host.call('fix_talk', { message: 'hi' })).toMatchObject({
      structuredContent: { state: 'completed', text: 'You said: hi' },
    });
    expect(await host.call('fix_ask', { message: 'hello' })).toMatchObject({
      structuredContent: { state: 'completed', text: 'You said: hello' },
    });
  });

  test(
    'is told what is wrong so that it can be put right',
    { concurrent: false },
    async ({ expect }) => {
      const host = get('plain');
      const wrong = await host.call('fix_compare', { a: '', style: 'fare', bb: 'Ox' });
      expect(wrong.isError).toBe(true);
      expect(wrong.structuredContent).toBeUndefined();
      expect(text(wrong)).toContain('/a: must');
      expect(text(wrong)).toContain('"fair"');
      expect(text(wrong)).toContain('rename "bb" to "b"');
      expect(text(wrong)).toContain('A valid example:\n{"a":"Lion","b":"Ox"}');
      const sent = await host.call('fix_area', { input: '{"side": 2}' });
      expect(text(sent)).toContain('about {"side":2}');
      const inner = await host.call('fix_area', { input: { side: '2' } });
      expect(text(inner)).toContain('/input/side: must');
      const outer = await host.call('fix_area', { side: 2 });
      expect(text(outer)).toContain('exactly one member, "input"');
      const failed = await host.call('fix_fail', {});
      expect(failed).toMatchObject({ isError: true });
      expect(text(failed)).toBe('The task failed: The well is dry.');
      await expect(host.call('fix_none', {})).rejects.toThrow('Unknown tool: fix_none');
      await expect(host.call('none', {})).rejects.toThrow('Unknown tool: none');
    },
  );

  test('sees progress grow', { concurrent: false }, async ({ expect }) => {
    const host = get('plain');
    const told: CallTold[] = [];
    const onProgress = (one: CallTold): void => {
      told.push(one);
      // Each step ends when the host has been told of it.
      const [, step] = /^step (\d)$/u.exec(one.message ?? '') ?? [];
      if (step !== undefined) log.steps.lift(`grow/${step}`);
    };
    await host.call('fix_work', { name: 'grow' }, { onProgress });
    expect(told.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['step 1', 'step 2']),
    );
    const numbers = told.map(({ progress }) => progress);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(told.find(({ message }) => message === 'step 1')).toMatchObject({
      progress: 50,
      total: 100,
    });
  });

  test('cancels the task with the call', { concurrent: false }, async ({ expect }) => {
    const host = get('plain');
    log.stopped.length = 0;
    const controller = new AbortController();
    const call = host.call(
      'fix_work',
      { name: 'cancel' },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    await expect(call).rejects.toThrow(/abort/iu);
    await expect.poll(() => log.stopped.length).toBeGreaterThan(0);
  });

  test(
    'gets a handle of what takes long, and goes on with it',
    { concurrent: false },
    async ({ expect }) => {
      const host = get('brief');
      const [begun, other] = await Promise.all(
        ['first', 'second'].map((name) => host.call('fix_work', { name })),
      );
      expect(begun).toMatchObject({ structuredContent: { state: 'working' } });
      const handle = String(begun?.structuredContent?.['task_id']);
      expect(begun?.content).toMatchObject([{ text: expect.stringContaining(handle) }]);
      log.steps.lift('first');
      await expect
        .poll(() => host.call('a2a_task', { task_id: handle, wait_seconds: 5 }))
        .toMatchObject({ structuredContent: { state: 'completed', text: 'worked' } });
      const id = other?.structuredContent?.['task_id'];
      expect(await host.call('a2a_task', { task_id: id, action: 'cancel' })).toMatchObject({
        structuredContent: { state: 'canceled' },
      });
      const bad = await host.call('a2a_task', { task_id: `${handle}x` });
      expect(text(bad)).toContain('copied exactly');
    },
  );

  test(
    'puts questions to a person, nested ones flat',
    { concurrent: false },
    async ({ expect }) => {
      const shown: ShownQuestion[] = [];
      const host = get('asking');
      person = (question) => {
        shown.push(question);
        if (question.requestedSchema?.properties['reply'] !== undefined) {
          return { action: 'accept', content: { reply: 'Ada' } };
        }
        const zip = shown.length === 1 ? 'oops' : '12345';
        return {
          action: 'accept',
          content: { 'to.street': 'Main 1', 'to.zip': zip, speed: 'fast' },
        };
      };
      expect(await host.call('fix_order', {})).toMatchObject({
        structuredContent: { text: '1 to Main 1, 12345, fast' },
      });
      expect(shown).toHaveLength(2);
      expect(shown[0]?.message).toBe('The remote agent "fix" asks: Where to?');
      expect(shown[0]?.requestedSchema).toMatchObject({
        properties: {
          'to.street': { type: 'string', minLength: 1, title: 'to › street' },
          speed: { enum: ['slow', 'fast'] },
          copies: { type: 'integer', minimum: 1 },
        },
        required: ['to.street', 'to.zip', 'speed'],
      });
      expect(shown[1]?.message).toContain('The last answer did not fit: /to/zip');
      expect(await host.call('fix_greet', {})).toMatchObject({
        structuredContent: { text: 'Hello, Ada!' },
      });
    },
  );

  test(
    'lets the model answer where nobody can be asked',
    { concurrent: false },
    async ({ expect }) => {
      const host = get('plain');
      const asked = await host.call('fix_order', {});
      expect(asked).toMatchObject({
        structuredContent: {
          state: 'input_required',
          question: {
            text: expect.stringContaining('Where to?'),
            reply_schema: { required: ['to', 'speed'] },
          },
        },
      });
      const id = asked.structuredContent?.['task_id'];
      const wrong = await host.call('a2a_task', { task_id: id, action: 'reply', data: { to: {} } });
      expect(text(wrong)).toContain('/to/street');
      const data = { to: { street: 'Main 1', zip: '12345' }, speed: 'slow', copies: 2 };
      expect(await host.call('a2a_task', { task_id: id, action: 'reply', data })).toMatchObject({
        structuredContent: { state: 'completed', text: '2 to Main 1, 12345, slow' },
      });
      // Models give words as data as well.
      const greeted = await host.call('fix_greet', {});
      const task_id = greeted.structuredContent?.['task_id'];
      const none = { task_id, action: 'reply', data: { name: 'Ada' } };
      expect(text(await host.call('a2a_task', none))).toContain('send them as "message"');
      expect(await host.call('a2a_task', { task_id, action: 'reply', data: 'Ada' })).toMatchObject({
        structuredContent: { state: 'completed', text: 'Hello, Ada!' },
      });
    },
  );

  test(
    'cancels a task whose question a person declines, and passes on no secret',
    { concurrent: false },
    async ({ expect }) => {
      let asked = 0;
      const host = get('asking');
      person = () => {
        asked += 1;
        return { action: 'decline' };
      };
      const declined = await host.call('fix_greet', {});
      expect(declined.isError).toBe(true);
      expect(text(declined)).toContain('The user declined to answer');
      const newest = await fetch(`${agentUrl}/a2a/rest/tasks?pageSize=1`, {
        headers: { 'a2a-version': '1.0' },
      });
      expect(await newest.json()).toMatchObject({
        tasks: [{ status: { state: 'TASK_STATE_CANCELED' } }],
      });
      const secret = await host.call('fix_login', {});
      expect(secret.isError).toBe(true);
      expect(text(secret)).toContain('"userPassword"');
      expect(asked).toBe(1);
    },
  );

  test(
    'sends a person to an address that the operator allows',
    { concurrent: false },
    async ({ expect }) => {
      const shown: ShownQuestion[] = [];
      const host = get('asking');
      person = (question) => {
        shown.push(question);
        return { action: 'accept' };
      };
      expect(await host.call('fix_consent', {})).toMatchObject({
        structuredContent: { state: 'completed', text: 'thanks' },
      });
      expect(shown).toMatchObject([{ mode: 'url', url: 'https://login.example.com/go' }]);
    },
  );
});
