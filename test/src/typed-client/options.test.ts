import { connect, type CallOptions, type ConnectOptions, type SendOptions } from '@formwork/client';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { listen, startRawAgent, toTask } from '../support/raw-agent.ts';

/** Starts an agent that records the header `x-who` of each request. */
async function startListener() {
  const seen: unknown[] = [];
  const url = await startRawAgent(({ request, reply }) => {
    seen.push(request.headers['x-who']);
    reply({ task: toTask('t', 'TASK_STATE_COMPLETED', 'Hello') });
  });
  return { url, seen };
}

test.each<readonly [string, ConnectOptions['headers']]>([
  ['a record', { 'X-Who': 'ada' }],
  ['Headers', new Headers({ 'X-Who': 'ada' })],
  ['a hook that gives a record', () => ({ 'X-Who': 'ada' })],
  ['a hook that gives Headers', () => Promise.resolve(new Headers({ 'X-Who': 'ada' }))],
])('headers may be %s', async (_, headers) => {
  const { url, seen } = await startListener();
  const agent = await connect(url, { ...(headers !== undefined && { headers }) });
  expect(await agent.skill('echo').call('Hi')).toBe('Hello');
  expect(seen).toEqual(['ada']);
});

test('headers go along to the card, and an origin may end with a slash', async () => {
  const { url, seen } = await startListener();
  const asked: unknown[] = [];
  const front = await listen((request, response) => {
    asked.push(request.headers['x-who']);
    response.writeHead(302, { location: `${url}/.well-known/agent-card.json` }).end();
  });
  const headers = new Headers({ 'X-Who': 'ada' });
  const agent = await connect(front, { headers, trustedOrigins: [`${url}/`] });
  expect(await agent.skill('echo').call('Hi')).toBe('Hello');
  expect({ asked, seen }).toEqual({ asked: ['ada'], seen: ['ada'] });
});

test.each<readonly [string, () => unknown, RegExp]>([
  [
    'throws',
    () => {
      throw new Error('no token');
    },
    /must give some: current outcome is "no token"/u,
  ],
  ['gives a Map', () => new Map([['X-Who', 'secret']]), /an object of the kind Map/u],
  ['gives nothing', () => undefined, /current value is undefined/u],
  ['gives a value of another type', () => ({ 'X-Who': 5 }), /whose "X-Who" is number/u],
  [
    'gives what is no header',
    () => ({ 'X-Who': 'secret\nx' }),
    /whose "X-Who" cannot be a header/u,
  ],
])('a hook that %s is told as such', async (_, give, text) => {
  const { url, seen } = await startListener();
  let isBroken = true;
  const hook = (() => (isBroken ? give() : {})) as () => Record<string, string>;
  const refused: unknown = await connect(url, { headers: hook }).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 'CONNECT_FAILED',
    message: expect.stringMatching(text) as string,
  });
  isBroken = false;
  const agent = await connect(url, { headers: hook });
  isBroken = true;
  for (const begin of [
    () => agent.skill('echo').call('Hi'),
    () => collect(agent.skill('echo').stream('Hi')),
    () => agent.task('known').get(),
  ]) {
    const error: unknown = await begin().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'REQUEST_FAILED',
      reason: 'HEADERS',
      message: expect.stringMatching(text) as string,
    });
    expect(String(error)).not.toContain('secret');
  }
  await expect(agent.task('known').get()).rejects.toMatchObject({ taskId: 'known' });
  expect(seen).toEqual([]);
});

test.each<readonly [object | null | string, typeof TypeError | typeof RangeError, string]>([
  [{ header: {} }, TypeError, 'did you mean "headers"?'],
  [{ headers: new Map([['a', 'secret']]) }, TypeError, 'an object of the kind Map'],
  [{ headers: [['authorization', 'secret']] }, TypeError, 'headers must be Headers'],
  [{ headers: 'authorization: secret' }, TypeError, 'current value is string'],
  [{ headers: { authorization: undefined } }, TypeError, 'whose "authorization" is undefined'],
  [{ headers: { 'a b': 'secret' } }, TypeError, 'whose "a b" cannot be a header'],
  [
    { retry: { attempts: 0 } },
    RangeError,
    'attempts must be an integer from 1: current value is 0',
  ],
  [{ retry: { attempts: -3 } }, RangeError, 'attempts must be'],
  [{ retry: { attempt: 2 } }, TypeError, 'did you mean "attempts"?'],
  [{ retry: { resend: 'sometimes' } }, TypeError, '"known" or "always" or "never"'],
  [{ retry: 3 }, RangeError, 'retry must be an object'],
  [
    { maxCardBytes: 'x' },
    TypeError,
    'maxCardBytes must be an integer from 1: current value is "x"',
  ],
  [{ maxStreamBytes: -1 }, RangeError, 'maxStreamBytes must be'],
  [{ vetLimits: { maxBytes: 1 } }, TypeError, 'current value is "maxBytes"'],
  [{ vetLimits: { size: '1' } }, TypeError, 'size must be an integer from 0'],
  [{ trustedOrigins: ['foo'] }, TypeError, 'trustedOrigins must be a list of origins'],
  [{ trustedOrigins: ['https://a.example/path'] }, TypeError, 'trustedOrigins must be'],
  [{ trustedOrigins: 'https://a.example' }, TypeError, 'trustedOrigins must be'],
  [{ transports: [] }, TypeError, 'transports must be a list of one or more of "JSONRPC"'],
  [{ transports: ['SOAP'] }, TypeError, 'current value is ["SOAP"]'],
  [{ fetch: 5 }, RangeError, 'fetch must be a function'],
  [{ signal: {} }, TypeError, 'signal must be an AbortSignal'],
  [{ cardTimeoutMs: Number.NaN }, RangeError, 'cardTimeoutMs must be'],
  [{ cardCache: {} }, TypeError, 'cardCache must be an object with get and set'],
  [{ grpc: true }, TypeError, 'grpc must be a GrpcTransportFactory'],
  [{ verifyCard: 'yes' }, TypeError, 'verifyCard must be a function'],
  [{ extendedCard: 'no' }, TypeError, 'extendedCard must be true or false'],
  [null, TypeError, 'options must be an object'],
  ['fast', TypeError, 'options must be an object'],
])('connect() refuses %j before it asks anybody', async (options, kind, text) => {
  let requests = 0;
  const url = await listen((_, response) => {
    requests += 1;
    response.end();
  });
  const error: unknown = await connect(url, options as ConnectOptions).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(kind);
  expect(error).toMatchObject({ message: expect.stringContaining(text) as string });
  expect(String(error)).toMatch(/^(?:Type|Range)Error: Cannot connect/u);
  expect(String(error)).not.toContain('secret');
  expect(requests).toBe(0);
});

const circle: Record<string, unknown> = {};
circle['self'] = circle;

test.each<readonly [string, object, readonly [string, string]]>([
  ['a name', { deadline: 5 }, ['TypeError', 'did you mean "deadlineMs"?']],
  ['onAbort', { onAbort: 'cancle' }, ['TypeError', '"keep" or "cancel"']],
  ['onQuestion', { onQuestion: 5 }, ['RangeError', 'onQuestion must be a function']],
  [
    'validateOutput',
    { validateOutput: 'no' },
    ['TypeError', 'validateOutput must be true or false'],
  ],
  ['messageId', { messageId: 5 }, ['RangeError', 'messageId must be text']],
  [
    'an empty messageId',
    { messageId: '' },
    ['TypeError', 'messageId must be text that is not empty'],
  ],
  ['contextId', { contextId: null }, ['TypeError', 'contextId must be text']],
  [
    'metadata',
    { metadata: { at: Number.NaN } },
    ['TypeError', 'metadata must be an object that JSON'],
  ],
  ['round metadata', { metadata: circle }, ['TypeError', 'metadata must be an object that JSON']],
  [
    'a deadline of the past',
    { deadlineMs: -1 },
    ['RangeError', 'deadlineMs must be an integer from 0'],
  ],
  ['a deadline that is none', { deadlineMs: Number.NaN }, ['RangeError', 'current value is NaN']],
  ['a deadline beyond timers', { deadlineMs: 1e12 }, ['RangeError', 'to 2147483647']],
  [
    'paths of files',
    { files: ['/etc/passwd'] },
    ['TypeError', 'files must be a list of File, Blob'],
  ],
  ['a path', { files: 'x' }, ['TypeError', 'files must be']],
  [
    'a file with a wrong name',
    { files: [{ content: new Blob([]), name: 5 }] },
    ['TypeError', 'files must'],
  ],
  ['a signal', { signal: 'x' }, ['TypeError', 'signal must be an AbortSignal']],
])('calls refuse %s before they send anything', async (_, options, [name, text]) => {
  const { url, seen } = await startListener();
  const agent = await connect(url);
  const skill = agent.skill('echo');
  const given = options as SendOptions;
  for (const begin of [
    () => skill.call('Hi', given),
    () => skill.run('Hi', given),
    () => collect(skill.stream('Hi', given)),
    () => agent.send('Hi', given),
    () => collect(agent.streamSend('Hi', given)),
    () => skill.task('t').wait(given),
    () => skill.task('t').cancel(given),
    () => collect(skill.task('t').stream(given)),
    () => skill.task('t').get(given),
  ]) {
    const error: unknown = await begin().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name, message: expect.stringContaining(text) as string });
  }
  const unchecked = { validateInput: 'no' } as object;
  await expect(skill.call('Hi', unchecked)).rejects.toThrow('validateInput must be true or false');
  expect(seen).toEqual([]);
});

test('right options pass', async () => {
  const { url } = await startListener();
  const agent = await connect(url, {
    transports: ['JSONRPC'],
    retry: { attempts: 1 },
    vetLimits: {},
  });
  const outcome = await agent.send('Hi', {
    deadlineMs: 5000,
    onAbort: 'cancel',
    files: [new Blob(['x']), new Uint8Array(1), { content: new URL('http://x/'), name: 'x' }],
    metadata: { at: new Date(0), left: undefined },
    contextId: 'c',
    messageId: 'm',
    onQuestion: () => 'x',
    signal: new AbortController().signal,
  });
  expect(outcome).toMatchObject({ text: 'Hello' });
});

test('options of a call may go along where the task is waited for', async () => {
  const url = await startRawAgent(({ reply }) => reply(toTask('t', 'TASK_STATE_COMPLETED', 'Hi')), {
    capabilities: {},
  });
  const options: CallOptions = { validateInput: true, messageId: 'm' };
  const task = (await connect(url)).skill('echo').task('t');
  expect(await task.wait(options)).toMatchObject({ state: 'completed' });
});

test('answers check their options as well', async () => {
  const url = await startRawAgent(({ reply }) =>
    reply({ task: toTask('t', 'TASK_STATE_INPUT_REQUIRED') }),
  );
  const outcome = await (await connect(url)).send('Hi');
  if (outcome.state !== 'input-required' || outcome.question.kind !== 'text') throw new Error('No');
  const wrong = { deadline: 5 } as object;
  await expect(outcome.question.answer('x', wrong)).rejects.toThrow('did you mean "deadlineMs"?');
  await expect(collect(outcome.question.streamAnswer('x', wrong))).rejects.toThrow('deadlineMs');
});
