import {
  connect,
  type AuthorizationRequest,
  type CallOptions,
  type HandlerCall,
  type Question,
} from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { describe, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { startServer } from '../support/start-server.ts';
import { followTests } from '../support/test-end.ts';
import { ALL_CLIENT_DOORS, CLIENT_DOORS } from './client-doors.ts';

followTests();

const SUBSCRIPTION = /SubscribeToTask|resubscribe|:subscribe/u;

const trip = { schema: 'cityTrip', data: { city: 'Lisbon', startDate: '2027-04-12' } } as const;

describe.each(CLIENT_DOORS)('over $name', ({ options }) => {
  test('a question leaves no subscription open', async ({ expect }) => {
    const { url } = await startServer(demoAgent);
    const opened: (AbortSignal | null | undefined)[] = [];
    const under = options.fetch ?? fetch;
    const recorded: typeof fetch = (input, init) => {
      if (SUBSCRIPTION.test(JSON.stringify([input, init?.body]))) opened.push(init?.signal);
      return under(input, init);
    };
    const agent = await connect<typeof demoAgent>(url, { ...options, fetch: recorded });
    const outcome = await agent.skill('plan-trip').run(trip);
    const again = await agent.task(outcome.taskId ?? '').wait();
    expect(again.state).toBe('input-required');
    // The client left the stream at once, although the agent keeps it open while the task waits.
    expect(opened.map((signal) => signal?.aborted)).toEqual([true]);
  });
});

describe.each(ALL_CLIENT_DOORS)('over $name', ({ options }) => {
  async function open() {
    const { url } = await startServer(demoAgent, WITH_GRPC);
    return connect<typeof demoAgent>(url, options);
  }

  test('questions go to a handler', async ({ expect }) => {
    const agent = await open();
    const asked: Question[] = [];
    const plan = await agent.skill('plan-trip').call(trip, {
      onQuestion: (question) => {
        asked.push(question);
        return { days: 2 };
      },
    });
    expect(plan.days).toHaveLength(2);
    expect(asked).toMatchObject([
      { kind: 'form', name: 'stay', prompt: 'How many days do you want to stay?' },
    ]);
  });

  test('questions are values', async ({ expect }) => {
    const agent = await open();
    const outcome = await agent.skill('plan-trip').run(trip);
    if (outcome.state !== 'input-required' || outcome.question.kind !== 'form') {
      throw new Error(`Expected a form: ${outcome.state}`);
    }
    const { question } = outcome;
    expect(question.check({ days: 'two' })).toMatchObject([{ pointer: '/days' }]);
    const { taskId } = outcome;
    const isRefused = { code: 'INPUT_INVALID', taskId };
    await expect(question.answer({ days: 'two' })).rejects.toMatchObject(isRefused);
    await expect(question.answer({ days: Number.NaN })).rejects.toMatchObject({
      ...isRefused,
      problems: [{ pointer: '/days', message: expect.stringContaining('but is NaN') as string }],
    });
    expect(taskId).not.toBe('');
    const next = await question.answer({ days: 3 });
    expect(next.state === 'completed' && next.data.days).toHaveLength(3);
  });

  test('streams end with a question, and go on with its answer', async ({ expect }) => {
    const agent = await open();
    const events = await collect(agent.skill('plan-trip').stream(trip));
    const last = events.at(-1);
    if (last?.kind !== 'question' || last.question.kind !== 'form') throw new Error('No question');
    const rest = await collect(last.question.streamAnswer({ days: 1 }));
    expect(rest.at(-1)).toMatchObject({ kind: 'result', data: { title: 'Lisbon' } });
  });

  test('streams answer questions by themselves', async ({ expect }) => {
    const agent = await open();
    const skill = agent.skill('plan-trip');
    const events = await collect(skill.stream(trip, { onQuestion: () => ({ days: 1 }) }));
    expect(events.at(-1)).toMatchObject({ kind: 'result' });
    expect(events.some(({ kind }) => kind === 'question')).toBe(false);
  });
});

test('a call without a handler says that there is a question', async ({ expect }) => {
  const { url } = await startServer(demoAgent);
  const agent = await connect<typeof demoAgent>(url);
  const call = agent.skill('plan-trip').call(trip);
  await expect(call).rejects.toMatchObject({
    code: 'QUESTION_OPEN',
    question: { kind: 'form' },
    message: expect.stringContaining('onQuestion') as string,
  });
});

test('answers to text are text, and a bad answer is asked for again, but not for ever', async ({
  expect,
}) => {
  const skill = defineSkill({
    id: 'ask',
    name: 'Ask',
    description: 'Asks.',
    tags: [],
    text: async ({ task }) => {
      const name = await task.ask('Your name?');
      return `Hello ${name}`;
    },
  });
  const agent = defineAgent({ name: 'Asking', version: '1.0.0', skills: [skill] });
  const { url } = await startServer(agent);
  const remote = await connect<typeof agent>(url);
  const outcome = await remote.skill('ask').run('hi');
  if (outcome.state !== 'input-required' || outcome.question.kind !== 'text') throw new Error('No');
  const next = await outcome.question.answer('Ada');
  expect(next).toMatchObject({ state: 'completed', data: 'Hello Ada', text: 'Hello Ada' });
});

test('a form whose schema cannot be trusted is answered as text', async ({ expect }) => {
  const { url } = await startServer(demoAgent);
  // Only the limits differ: this caller considers even a small schema too large.
  const agent = await connect<typeof demoAgent>(url, { vetLimits: { size: 10 } });
  const outcome = await agent
    .skill('plan-trip')
    .run(trip, { validateInput: false, validateOutput: false });
  if (outcome.state !== 'input-required' || outcome.question.kind !== 'text') throw new Error('No');
  expect(outcome.question.refused).toMatchObject([{ code: 'schema-too-large' }]);
  expect(await outcome.question.answer('{"days":1}')).toMatchObject({ state: 'completed' });
});

test('an answer that the agent refuses is an error, in streams as well', async ({ expect }) => {
  const { url } = await startServer(demoAgent);
  const agent = await connect<typeof demoAgent>(url);
  const outcome = await agent.skill('plan-trip').run(trip);
  if (outcome.state !== 'input-required' || outcome.question.kind !== 'form') throw new Error('No');
  await outcome.question.answer({ days: 1 });
  const { question } = outcome;
  const isTold = { code: 'REQUEST_FAILED', taskId: outcome.taskId };
  await expect(question.answer({ days: 2 })).rejects.toMatchObject(isTold);
  const late = collect(question.streamAnswer({ days: 2 }));
  await expect(late).rejects.toMatchObject(isTold);
});

test('a task that waits for authorization goes on when it is done, by handler or by value', async ({
  expect,
}) => {
  let isLetIn = false;
  const skill = defineSkill({
    id: 'inbox',
    name: 'Inbox',
    description: 'Looks into a mailbox.',
    tags: [],
    text: async ({ task }) => {
      for (let look = 1; !(await task.step(`look-${look}`, () => isLetIn)); look += 1) {
        await task.authorize('Let me in.', { url: 'https://mail.example.com/grant' });
      }
      return 'Three messages';
    },
  });
  const agent = defineAgent({ name: 'Mail', version: '1.0.0', skills: [skill] });
  const { url } = await startServer(agent);
  const inbox = (await connect<typeof agent>(url)).skill('inbox');
  const outcome = await inbox.run('look');
  if (outcome.state !== 'auth-required') throw new Error(`Expected a wait: ${outcome.state}`);
  expect(outcome.url).toBe('https://mail.example.com/grant');
  await expect(inbox.call('look')).rejects.toThrow('onAuthorize');
  // Access is not granted yet, and the agent finds that out by itself.
  const again = await outcome.proceed();
  if (again.state !== 'auth-required') throw new Error(`Expected a wait: ${again.state}`);
  isLetIn = true;
  // What was said of one sign-in says nothing of the next.
  await expect(outcome.proceed()).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
  expect(await again.proceed()).toMatchObject({ state: 'completed', data: 'Three messages' });

  isLetIn = false;
  const seen: unknown[] = [];
  const onAuthorize = (request: AuthorizationRequest) => {
    seen.push(request.url);
    isLetIn = true;
  };
  expect(await inbox.call('look', { onAuthorize })).toBe('Three messages');
  isLetIn = false;
  const events = await collect(inbox.stream('look', { onAuthorize }));
  expect(events.at(-1)).toMatchObject({ kind: 'result', data: 'Three messages' });
  expect(seen).toEqual(['https://mail.example.com/grant', 'https://mail.example.com/grant']);
  isLetIn = false;
  expect((await collect(inbox.stream('look'))).at(-1)).toMatchObject({ kind: 'auth' });
});

test.concurrent.for(['call', 'stream'] as const)(
  'the deadline and the signal end a %s that waits for a handler, and tell the handler',
  async (kind, { expect }) => {
    const { url } = await startServer(demoAgent);
    const agent = await connect(url);
    const skill = agent.skill('plan-trip');
    const told: unknown[] = [];
    const controller = new AbortController();
    const asked: string[] = [];
    const begin = (end: string, options: CallOptions) => {
      const onQuestion = (_question: Question, { signal }: HandlerCall) =>
        new Promise<never>(() => {
          asked.push(end);
          signal.addEventListener('abort', () => told.push('aborted'));
          if (end === 'signal') setImmediate(() => controller.abort());
        });
      return kind === 'call'
        ? skill.call(trip, { onQuestion, ...options })
        : collect(skill.stream(trip, { onQuestion, ...options }));
    };
    // Another call takes longer to be asked, if the deadline was too short for this machine.
    const meetDeadline = async (deadlineMs: number): Promise<unknown> => {
      const thrown: unknown = await begin('deadline', { deadlineMs }).catch((one: unknown) => one);
      return asked.includes('deadline') ? thrown : meetDeadline(2 * deadlineMs);
    };
    const [late, error] = await Promise.all([
      meetDeadline(1000),
      begin('signal', { signal: controller.signal, onAbort: 'cancel' }).catch(
        (thrown: unknown) => thrown,
      ),
    ]);
    expect(late).toMatchObject({
      code: 'DEADLINE_EXCEEDED',
      taskId: expect.any(String) as string,
    });
    expect(error).toMatchObject({
      code: 'ABORTED',
      message: expect.stringContaining('asked to stop') as string,
    });
    expect(told).toEqual(['aborted', 'aborted']);
  },
);

test.concurrent('a handler that throws ends the call with what it threw', async ({ expect }) => {
  const { url } = await startServer(demoAgent);
  const agent = await connect(url);
  const onQuestion = () => {
    throw new Error('nobody here');
  };
  const call = agent.skill('plan-trip').call(trip, { onQuestion, deadlineMs: 5000 });
  await expect(call).rejects.toThrow('nobody here');
});

test.concurrent('the deadline ends a wait for a sign-in as well', async ({ expect }) => {
  const skill = defineSkill({
    id: 'inbox',
    name: 'Inbox',
    description: 'Looks into a mailbox.',
    tags: [],
    text: async ({ task }) => {
      await task.authorize('Let me in.', { url: 'https://mail.example.com/grant' });
      return 'Three messages';
    },
  });
  const agent = defineAgent({ name: 'Mail', version: '1.0.0', skills: [skill] });
  const { url } = await startServer(agent);
  const inbox = (await connect<typeof agent>(url)).skill('inbox');
  const onAuthorize = () => new Promise<never>(() => undefined);
  const call = inbox.call('look', { onAuthorize, deadlineMs: 300 });
  await expect(call).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
});
