import { AgentCard, type Message, Role, Task, TaskState } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core/protocol';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadVetter } from '../schemas/remote-schema.ts';
import type { AgentLink } from '../transport/agent-link.ts';
import { createFetch } from '../transport/create-fetch.ts';
import type { EventIds } from '../transport/event-ids.ts';
import { selectTransport } from '../transport/select-transport.ts';
import { TaskView } from './task-view.ts';
import { TaskWatch } from './task-watch.ts';

/** A request that the agent got: its method, and the id of the event after which a stream goes on. */
interface Call {
  readonly method: string;
  readonly after: string | undefined;
}

/** Answers one request of JSON-RPC; `id` is that of the request. */
type Answer = (response: ServerResponse, id: unknown) => void;

function toTask(state: string, id = 't'): object {
  return { id, contextId: 'c', status: { state: `TASK_STATE_${state}` } };
}

/** Answers with a result at once. */
function answerWith(result: object): Answer {
  return (response, id) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
}

/** Answers with an error at once. */
function refuseWith(code: number): Answer {
  return (response, id) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'No.' } }));
  };
}

/** Answers with a stream of tasks, whose events have the ids 1, 2, 3 and so on, and then ends so. */
function stream(tasks: readonly object[], end: 'end' | 'break' | 'stay'): Answer {
  return (response, id) => {
    response.setHeader('content-type', 'text/event-stream');
    for (const [index, task] of tasks.entries()) {
      const text = JSON.stringify({ jsonrpc: '2.0', id, result: { task } });
      response.write(`id: ${index + 1}\ndata: ${text}\n\n`);
    }
    if (end === 'end') response.end();
    // The events are sent before the connection breaks.
    else if (end === 'break') response.write(': last\n\n', () => response.destroy());
  };
}

/** Serves an agent that gives the answers in their order, and connects to it. */
async function serve(answers: readonly Answer[], fields: Partial<AgentLink> = {}) {
  const calls: Call[] = [];
  const left = [...answers];
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, method } = (await json(request)) as {
      readonly id: unknown;
      readonly method: string;
    };
    const after = request.headers['last-event-id'];
    calls.push({ method, after: Array.isArray(after) ? after[0] : after });
    left.shift()?.(response, id);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const card = AgentCard.fromJSON({
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  });
  const taps = new WeakMap<AbortSignal, EventIds>();
  const limits = { maxResponseBytes: 100_000, maxStreamBytes: 100_000 };
  const origins = new Set<string>();
  const fetchHere = createFetch({ fetch, headers: undefined, origins, taps, ...limits });
  const { transport } = await selectTransport(card, {
    preferred: undefined,
    grpc: undefined,
    headers: undefined,
    origins,
    fetch: fetchHere,
    ...limits,
  });
  const link: AgentLink = {
    transport,
    streaming: true,
    parameters: { 'A2A-Version': '1.0' },
    retry: { attempts: 3, baseMs: 1, maxMs: 1, resend: 'known' },
    countsOnce: true,
    taps,
    vet: await loadVetter(undefined),
    ...fields,
  };
  /** Watches a task to its end, and returns its states. */
  async function watch({
    signal,
    onState,
    ...options
  }: Partial<ConstructorParameters<typeof TaskWatch>[1]> & {
    readonly signal?: AbortSignal;
    /** Called with the number of states so far, after each of them. */
    readonly onState?: (count: number) => void;
  } = {}): Promise<readonly TaskState[]> {
    const { view = new TaskView(options.message === undefined ? 't' : undefined) } = options;
    const context = { link, signal, schema: '', taskId: () => view.taskId() };
    const states: TaskState[] = [];
    const started = new TaskWatch(context, { waitsForOthers: false, outage: {}, ...options, view });
    for await (const change of started.changes()) {
      if (change.kind !== 'status') continue;
      states.push(view.state());
      onState?.(states.length);
    }
    return states;
  }
  return { calls, watch, methods: () => calls.map(({ method }) => method) };
}

const MESSAGE: Message = {
  messageId: 'm',
  contextId: '',
  taskId: '',
  role: Role.ROLE_USER,
  parts: [],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
};

test('a stream that breaks off is continued after its last event', async () => {
  const agent = await serve([
    stream([toTask('SUBMITTED'), toTask('WORKING')], 'break'),
    stream([toTask('COMPLETED')], 'end'),
  ]);
  expect(await agent.watch({ message: MESSAGE })).toEqual([
    TaskState.TASK_STATE_SUBMITTED,
    TaskState.TASK_STATE_WORKING,
    TaskState.TASK_STATE_COMPLETED,
  ]);
  expect(agent.calls).toEqual([
    { method: 'SendStreamingMessage', after: undefined },
    { method: 'SubscribeToTask', after: '2' },
  ]);
});

test('a stream that the agent closes early is followed by a look at the task', async () => {
  const agent = await serve([
    stream([toTask('WORKING')], 'end'),
    answerWith(toTask('WORKING')),
    stream([toTask('FAILED')], 'end'),
  ]);
  expect(await agent.watch({ message: MESSAGE })).toEqual([
    TaskState.TASK_STATE_WORKING,
    TaskState.TASK_STATE_FAILED,
  ]);
  expect(agent.methods()).toEqual(['SendStreamingMessage', 'GetTask', 'SubscribeToTask']);
});

test('a stream whose agent has ended each pause by a comment counts as over when none comes', async () => {
  // Own clock: the pauses between events, and the timer by which a silent stream is given up.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const open: { say: (state: string) => void } = { say: () => undefined };
  const agent = await serve([
    (response, id) => {
      response.setHeader('content-type', 'text/event-stream');
      open.say = (state) => {
        const text = JSON.stringify({ jsonrpc: '2.0', id, result: { task: toTask(state) } });
        vi.advanceTimersByTime(2000);
        response.write(`: alive\n\ndata: ${text}\n\n`);
      };
      open.say('WORKING');
    },
    answerWith(toTask('COMPLETED')),
  ]);
  let count = 0;
  const watched = agent.watch({
    onState: (now) => {
      count = now;
      // The pause before the first event does not count: the stream was not open yet.
      if (now < 3) open.say(now === 1 ? 'SUBMITTED' : 'WORKING');
    },
  });
  await expect.poll(() => count).toBe(3);
  // The next comment never comes.
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(45_000);
      return agent.methods();
    })
    .toEqual(['SubscribeToTask', 'GetTask']);
  expect((await watched).at(-1)).toBe(TaskState.TASK_STATE_COMPLETED);
});

test('a question ends the watch, unless it is the one that the message answers', async () => {
  const question = {
    ...toTask('INPUT_REQUIRED'),
    status: { state: 'TASK_STATE_INPUT_REQUIRED', message: { messageId: 'q', role: 'ROLE_AGENT' } },
  };
  const first = await serve([stream([question], 'stay')]);
  expect(await first.watch()).toEqual([TaskState.TASK_STATE_INPUT_REQUIRED]);
  const view = new TaskView('t');
  view.applyTask(Task.fromJSON(question));
  const second = await serve([stream([question, toTask('COMPLETED')], 'end')]);
  expect(await second.watch({ view, message: MESSAGE })).toEqual([TaskState.TASK_STATE_COMPLETED]);
});

test.each(['METHOD_NOT_FOUND', 'UNSUPPORTED_OPERATION'])(
  'an agent that refuses streams with %s gets the message once more, without one',
  async (reason) => {
    const agent = await serve([
      refuseWith(reason === 'METHOD_NOT_FOUND' ? -32_601 : -32_004),
      answerWith({ task: toTask('WORKING') }),
      answerWith(toTask('COMPLETED')),
    ]);
    expect(await agent.watch({ message: MESSAGE })).toEqual([
      TaskState.TASK_STATE_WORKING,
      TaskState.TASK_STATE_COMPLETED,
    ]);
    expect(agent.methods()).toEqual(['SendStreamingMessage', 'SendMessage', 'GetTask']);
  },
);

test('an early answer saves the stream, and the rest of a head start is given up', async () => {
  const early = await serve([answerWith({ task: toTask('COMPLETED') })]);
  await early.watch({ message: MESSAGE, streamAfterMs: 60_000 });
  expect(early.methods()).toEqual(['SendMessage']);
  const gone = { isClosed: false };
  const late = await serve([
    (response) => response.on('close', () => (gone.isClosed = true)),
    stream([toTask('COMPLETED')], 'end'),
  ]);
  await late.watch({ message: MESSAGE, streamAfterMs: 1 });
  expect(late.methods()).toEqual(['SendMessage', 'SendStreamingMessage']);
  await expect.poll(() => gone.isClosed).toBe(true);
});

test('attempts in a row that fail end the watch, and an event begins their count anew', async () => {
  const broken: Answer = (response) => response.destroy();
  const alive = stream([toTask('WORKING')], 'break');
  const agent = await serve([broken, broken, alive, broken, broken, broken]);
  await expect(agent.watch()).rejects.toMatchObject({ reason: 'NETWORK' });
  expect(agent.calls).toHaveLength(5);
});

test('an answer that may have arrived is sent no second time, also while others are to answer', async () => {
  const assignment = { to: ['role:approver'] };
  const metadata = { [FOLLOW_UP_FORMS_EXTENSION_URI]: { assignment } };
  const message = { messageId: 'q', role: 'ROLE_AGENT', metadata };
  const view = new TaskView('t');
  view.applyTask(
    Task.fromJSON({ id: 't', status: { state: 'TASK_STATE_INPUT_REQUIRED', message } }),
  );
  const agent = await serve(
    [(response) => response.destroy(), answerWith({ task: toTask('COMPLETED') })],
    { streaming: false, countsOnce: false },
  );
  const watched = agent.watch({ view, message: MESSAGE, waitsForOthers: true });
  await expect(watched).rejects.toMatchObject({ reason: 'NETWORK' });
  expect(agent.methods()).toEqual(['SendMessage']);
});

test('a caller who stops waiting ends the pause, and nothing more is asked', async () => {
  const stop = new AbortController();
  const agent = await serve([
    stream([], 'end'),
    (response, id) => {
      answerWith(toTask('WORKING'))(response, id);
      response.on('close', () => stop.abort(new Error('enough')));
    },
  ]);
  await expect(agent.watch({ signal: stop.signal })).rejects.toThrow('enough');
  expect(agent.methods()).toEqual(['SubscribeToTask', 'GetTask']);
});

test.each([
  ['of another task', toTask('WORKING', 'other'), 'must be about task "t"'],
  ['in no state of A2A', toTask('DREAMING'), 'must have a state of A2A'],
])('a task that comes %s is an error', async (_, task, words) => {
  const looks = Array.from({ length: 4 }, () => [stream([], 'end'), answerWith(task)]);
  const agent = await serve(looks.flat());
  await expect(agent.watch()).rejects.toThrow(words);
});

test('a task without an id cannot be followed', async () => {
  const agent = await serve([refuseWith(-32_601), answerWith({ task: toTask('WORKING', '') })]);
  await expect(agent.watch({ message: MESSAGE })).rejects.toThrow('the agent must name it');
});
