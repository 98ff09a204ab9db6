import { connect, RequestError } from '@formwork/client';
import { demoAgent } from '@formwork/demo';
import { isFormworkError } from '@formwork/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { startServer } from '../support/start-server.ts';
import { isForCard } from './client-doors.ts';

const retry = { attempts: 2, baseMs: 1 } as const;

/** Makes a `fetch` that answers all requests by `answer`, except requests for the card. */
function answering(answer: (id: unknown) => Response): typeof fetch {
  return (input, init) => {
    if (isForCard(input)) return fetch(input, init);
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as { id?: unknown }) : {};
    return Promise.resolve().then(() => answer(body.id));
  };
}

const input = { a: 'Lion', b: 'Ant' };

test('reads why an agent refuses from any kind of answer', async () => {
  const { url } = await startServer(demoAgent);
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'UNAVAILABLE' };
  const cases: readonly (readonly [(id: unknown) => Response, object])[] = [
    [
      (id) =>
        Response.json({
          jsonrpc: '2.0',
          id,
          error: { code: -32000, message: 'closing', data: [info] },
        }),
      { reason: 'UNAVAILABLE', rpcCode: -32000 },
    ],
    [
      (id) => Response.json({ jsonrpc: '2.0', id, error: { code: -32001, message: 'none' } }),
      { reason: 'TASK_NOT_FOUND' },
    ],
    [
      (id) => Response.json({ jsonrpc: '2.0', id, error: { code: -32603, message: 'oops' } }),
      { reason: 'INTERNAL' },
    ],
    [
      (id) =>
        Response.json(
          { jsonrpc: '2.0', id, error: { code: -32000, message: 'who?' } },
          { status: 401 },
        ),
      { reason: 'UNAUTHENTICATED', status: 401 },
    ],
    [
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      { reason: 'UNAVAILABLE', status: 502 },
    ],
    [
      () => new Response('busy', { status: 429, headers: { 'retry-after': '1' } }),
      { reason: 'RATE_LIMITED', retryAfterMs: 1000 },
    ],
    [() => new Response('no', { status: 403 }), { reason: 'PERMISSION_DENIED' }],
    [() => new Response('<html>'), { reason: 'PROTOCOL' }],
    [() => Response.json({ jsonrpc: '1.0' }), { reason: 'PROTOCOL' }],
    [() => Response.json({ a: 'x'.repeat(2000) }), { reason: 'TOO_LARGE' }],
  ];
  for (const [answer, expected] of cases) {
    const agent = await connect(url, {
      retry: { attempts: 1 },
      maxResponseBytes: 1000,
      fetch: answering(answer),
    });
    const call = agent.skill('fight-comparison').call(input);
    await expect(call).rejects.toBeInstanceOf(RequestError);
    await expect(call).rejects.toMatchObject(expected);
  }
});

test('an answer with a number that JavaScript changes is refused with its place, however it comes', async () => {
  const { url } = await startServer(demoAgent);
  const write = (id: unknown, number: string): string =>
    `{"jsonrpc":"2.0","id":${String(id)},"result":{"message":{"messageId":"m","role":"ROLE_AGENT",` +
    `"parts":[{"data":{"id":${number}}}]}}}`;
  const pieces = (text: string): Response => {
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const json = { headers: { 'content-type': 'application/json' } };
  const forms: readonly ((text: string) => Response)[] = [
    (text) => new Response(text, json),
    (text) => pieces(`: note\n\nid: 1\ndata: ${text}\n\n`),
    (text) => pieces(`data: ${text.replace('"id":9', '\ndata: "id":9')}\r\n\r\n`),
  ];
  for (const toAnswer of forms) {
    // What arrives as it was sent is read, such as results that were stored before a rule was made.
    const whole = ['3', '9007199254740992', '-1152921504606847000'];
    for (const number of ['9007199254740993', '1e400', ...whole]) {
      const fetchAnswer = answering((id) => toAnswer(write(id, number)));
      const agent = await connect(url, { retry: { attempts: 1 }, fetch: fetchAnswer });
      const skill = agent.skill('fight-comparison');
      for (const call of [() => skill.call(input), () => collect(skill.stream(input))]) {
        const error: unknown = await call().then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (whole.includes(number)) expect(String(error)).not.toContain('numbers of the answer');
        else {
          expect(error).toMatchObject({ reason: 'PROTOCOL' });
          expect(String(error)).toContain(
            `/result/message/parts/0/data/id must be ${number === '1e400' ? 'a number that JavaScript holds exactly' : 'a text, or at most 15 significant digits beyond 2^53'}: current value is ${number}`,
          );
        }
      }
    }
  }
});

test('whatever an agent answers, the outcome is a value or an error of the closed set', async () => {
  const { url } = await startServer(demoAgent);
  // Generates values that look like tasks, and values that do not.
  const state = fc.oneof(
    fc.constantFrom(
      'TASK_STATE_COMPLETED',
      'TASK_STATE_INPUT_REQUIRED',
      'TASK_STATE_FAILED',
      'x',
      7,
    ),
    fc.jsonValue(),
  );
  const part = fc.oneof(
    fc.record({ text: fc.string() }),
    fc.record({
      data: fc.jsonValue(),
      mediaType: fc.constant('application/json;schema=fightResponse'),
    }),
    fc.record({ raw: fc.string(), metadata: fc.jsonValue() }),
    fc.jsonValue(),
  );
  const parts = fc.oneof(fc.array(part, { maxLength: 3 }), fc.jsonValue());
  const artifacts = fc.oneof(
    fc.array(fc.record({ artifactId: fc.jsonValue(), parts })),
    fc.jsonValue(),
  );
  const status = fc.record({
    state,
    message: fc.option(fc.record({ parts, metadata: fc.jsonValue() })),
  });
  const task = fc.record({ id: fc.oneof(fc.constant('t'), fc.jsonValue()), status, artifacts });
  const result = fc.oneof(
    fc.record({ task }),
    fc.record({ message: fc.record({ parts }) }),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(result, fc.boolean(), async (value, isStream) => {
      const agent = await connect(url, {
        retry,
        fetch: answering((id) => {
          const json = JSON.stringify({ jsonrpc: '2.0', id, result: value });
          return isStream
            ? new Response(`data: ${json}\n\n`, {
                headers: { 'content-type': 'text/event-stream' },
              })
            : new Response(json, { headers: { 'content-type': 'application/json' } });
        }),
      });
      const skill = agent.skill('fight-comparison');
      const call: Promise<unknown> = isStream
        ? collect(skill.stream(input, { deadlineMs: 100 }))
        : skill.run(input, { deadlineMs: 100 });
      const error: unknown = await call.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error !== undefined && !isFormworkError(error)) throw error;
    }),
    { numRuns: 150 },
  );
});

test('a stream that does not end is left, and the task looked at instead', async () => {
  const { url } = await startServer(demoAgent);
  const events = `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { task: { id: 't', status: { state: 'TASK_STATE_WORKING' } } } })}\n\n`;
  let streams = 0;
  const agent = await connect(url, {
    maxStreamBytes: 50_000,
    fetch: (address, init) => {
      if (isForCard(address)) return fetch(address, init);
      const { id, method } = JSON.parse(init?.body as string) as Record<string, unknown>;
      const task = { id: 't', status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [] };
      if (method === 'GetTask')
        return Promise.resolve(Response.json({ jsonrpc: '2.0', id, result: task }));
      streams += 1;
      const text = events.replace('"id":1', `"id":${String(id)}`);
      const body = new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      });
      return Promise.resolve(
        new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
      );
    },
  });
  const call = agent
    .skill('fight-comparison')
    .run(input, { deadlineMs: 5000, validateOutput: false });
  await expect(call).rejects.toMatchObject({ code: 'OUTPUT_INVALID', taskId: 't' });
  expect(streams).toBe(1);
});
