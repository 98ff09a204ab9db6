import { expect, onTestFinished, test, vi } from 'vitest';
import { createConversation } from './create-conversation.ts';
import { createGatewaySource } from './create-gateway-source.ts';

/** A server whose connections break without a word: no byte comes, and none says so. */
function createBrokenServer(heartbeat: string | undefined) {
  const paths: string[] = [];
  const open: ReadableStreamDefaultController<Uint8Array>[] = [];
  const canceled: number[] = [];
  const serve: typeof fetch = async (input, init) => {
    const at = paths.push(new URL(input, 'http://x').pathname) - 1;
    if (paths[at]?.endsWith('/describe') === true) return Response.json({ skills: [] });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void open.push(controller),
      cancel: () => void canceled.push(at),
    });
    init?.signal?.addEventListener('abort', () => canceled.push(at));
    return new Response(body, { headers: heartbeat ? { 'X-Formwork-Heartbeat': heartbeat } : {} });
  };
  const write = (text: string): void => open.at(-1)?.enqueue(new TextEncoder().encode(text));
  return { paths, canceled, write, serve };
}

test.each([
  { heartbeat: '15000', limitMs: 45_000 },
  { heartbeat: '1', limitMs: 45_000 },
  { heartbeat: '60000', limitMs: 180_000 },
  { heartbeat: '2147483647', limitMs: 2_147_483_647 },
  { heartbeat: '0', limitMs: undefined },
  { heartbeat: undefined, limitMs: undefined },
])(
  'a page notices a stream that broke without a word at a heartbeat of $heartbeat ms',
  async ({ heartbeat, limitMs }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { paths, canceled, write, serve } = createBrokenServer(heartbeat);
    const source = createGatewaySource('/api', 'https://a.example', { fetch: serve });
    const conversation = createConversation(source);
    onTestFinished(() => conversation.close());
    conversation.open();
    conversation.send({ kind: 'text', text: 'Hi' });
    await vi.advanceTimersByTimeAsync(0);
    write(
      `data: ${JSON.stringify({ kind: 'progress', taskId: 't', contextId: 'c', text: 'A' })}\n\n`,
    );
    await vi.advanceTimersByTimeAsync((limitMs ?? 10_000_000) - 1);
    // A comment is a sign of life.
    write(': keep-alive\n\n');
    await vi.advanceTimersByTimeAsync((limitMs ?? 10_000_000) - 1);
    expect(paths).toEqual(['/api/describe', '/api/send']);
    expect(conversation.state().thread[0]?.isReconnecting).toBe(false);
    await vi.advanceTimersByTimeAsync(1001);
    if (limitMs === undefined) {
      expect(paths).toHaveLength(2);
      return;
    }
    expect(paths).toEqual(['/api/describe', '/api/send', '/api/watch']);
    expect(canceled).toEqual([1]);
    write(
      `data: ${JSON.stringify({ kind: 'progress', taskId: 't', contextId: 'c', text: 'B' })}\n\n`,
    );
    await vi.advanceTimersByTimeAsync(100);
    expect(conversation.state().thread).toMatchObject([
      { isReconnecting: false, state: { kind: 'working', text: 'B' } },
    ]);
  },
);

test('a page sends again, under the same id, what no server has begun to answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const ids: unknown[] = [];
  const source = createGatewaySource('/api', 'https://a.example', {
    fetch: (_input, init) =>
      new Promise((_resolve, reject) => {
        const { message } = JSON.parse(init?.body as string) as { message?: { messageId: string } };
        if (message !== undefined) ids.push(message.messageId);
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  });
  const conversation = createConversation(source);
  onTestFinished(() => conversation.close());
  conversation.open();
  const id = conversation.send({ kind: 'text', text: 'Hi' });
  await vi.advanceTimersByTimeAsync(301_000);
  expect(ids).toEqual([id, id]);
  expect(conversation.state().error).toMatchObject({ reason: 'NETWORK' });
});

test('a conversation that is closed and opened again goes on with an answer and a cancellation', async () => {
  const content = { prompt: 'Name?', text: 'Name?', number: 1, refused: [] };
  const question = { kind: 'question', taskId: 't', contextId: 'c', question: content };
  const calls: unknown[] = [];
  const source = createGatewaySource('/api', 'https://a.example', {
    fetch(input, init) {
      const { message } = JSON.parse(init?.body as string) as { message?: { messageId: string } };
      if (input !== '/api/describe') calls.push([input, message?.messageId]);
      // Only the first message is answered.
      if (calls.length === 1)
        return Promise.resolve(new Response(`data: ${JSON.stringify(question)}\n\n`));
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
  });
  const conversation = createConversation(source);
  onTestFinished(() => conversation.close());
  conversation.open();
  const id = conversation.send({ kind: 'text', text: 'Hi' });
  const read = () => conversation.state().thread[0];
  await expect.poll(() => read()?.state.kind).toBe('asking');
  conversation.answer(id, 'Ada');
  conversation.close();
  conversation.open();
  conversation.cancel(id);
  conversation.close();
  conversation.open();
  const answered = ['/api/send', expect.not.stringMatching(id)];
  expect(calls).toEqual([
    ['/api/send', id],
    answered,
    answered,
    ['/api/cancel', undefined],
    answered,
    ['/api/cancel', undefined],
  ]);
  expect(calls[1]).toEqual(calls[2]);
  expect(read()).toMatchObject({ pending: { answer: 'Ada' }, isCanceling: true });
});
