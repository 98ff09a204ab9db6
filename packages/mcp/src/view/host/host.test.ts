import { expect, test, vi } from 'vitest';
import { Host } from './host.ts';

interface Sent {
  readonly message: {
    readonly id?: number;
    readonly method?: string;
    readonly [key: string]: unknown;
  };
  readonly target: string;
}

/** Opens a host over windows that note what is sent, and pass on what a test says. */
function open() {
  const sent: Sent[] = [];
  const parent = {
    postMessage: (message: Sent['message'], target: string) => void sent.push({ message, target }),
  };
  const view = Object.assign(new EventTarget(), { parent });
  const receive = (data: object, { source = parent, origin = 'https://host.example' } = {}) =>
    void view.dispatchEvent(
      Object.assign(new Event('message'), { data: { jsonrpc: '2.0', ...data }, source, origin }),
    );
  const onTeardown = vi.fn<() => void>();
  // The host uses nothing else of a window.
  const host = new Host(view as unknown as Window, { onTeardown });
  const last = (): Sent | undefined => sent.at(-1);
  return { host, sent, last, receive, onTeardown };
}

const notify = (name: string, params: object) => ({ method: `ui/notifications/${name}`, params });

test('the handshake makes the host ready; from then on only its origin is written to', async () => {
  const { host, sent, last, receive } = open();
  expect(sent).toMatchObject([{ message: { id: 1, method: 'ui/initialize' }, target: '*' }]);
  const listener = vi.fn<() => void>();
  const { subscribe, state } = host;
  const stop = subscribe(listener);
  receive({
    id: 1,
    result: { hostContext: { theme: 'dark' }, hostCapabilities: { openLinks: {} } },
  });
  await expect.poll(() => state().isReady).toBe(true);
  expect(state()).toMatchObject({ context: { theme: 'dark' }, abilities: { links: true } });
  expect(listener).toHaveBeenCalledOnce();
  expect(last()).toMatchObject({
    message: { method: 'ui/notifications/initialized' },
    target: 'https://host.example',
  });
  stop();
  receive(notify('host-context-changed', { theme: 'light' }));
  expect(state().context.theme).toBe('light');
  expect(listener).toHaveBeenCalledOnce();
});

test('each request gets the answer with its id, whatever their order is', async () => {
  const { host, sent, receive } = open();
  const answers = [host.callTool('greet', { word: 'Hi' }), host.readResource('a2a://x')];
  const [, call, read] = sent.map(({ message }) => message);
  expect(call).toMatchObject({ method: 'tools/call', params: { name: 'greet' } });
  receive({ id: read?.id, error: { message: 'gone' } });
  receive({ id: 77, result: 'of no request' });
  receive({ id: call?.id, result: { content: [] } });
  await expect(answers[0]).resolves.toEqual({ content: [] });
  await expect(answers[1]).rejects.toThrow('gone');
});

test('only messages of the parent count, and an opaque origin is no target', async () => {
  const { host, last, receive } = open();
  receive(notify('tool-input', { arguments: { a: 1 } }), {
    source: { postMessage: () => undefined },
  });
  expect(host.state().call.isWhole).toBe(false);
  receive({ id: 1, result: {} }, { origin: 'null' });
  await expect.poll(() => host.state().isReady).toBe(true);
  expect(last()?.target).toBe('*');
});

test('the first whole input counts, and the outcome of the call comes with the result', async () => {
  const { host, receive } = open();
  receive(notify('tool-input-partial', { arguments: { a: 1 } }));
  expect(host.state().call).toEqual({ input: { a: 1 }, isWhole: false });
  receive(notify('tool-input', { arguments: { a: 2 } }));
  receive(notify('tool-input', { arguments: { a: 3 } }));
  receive(notify('tool-result', { content: [] }));
  receive(notify('tool-cancelled', { reason: 'late' }));
  expect(host.state().call).toEqual({ input: { a: 2 }, isWhole: true });
  expect(await host.outcome).toEqual({ kind: 'result', result: { content: [] } });
});

test('a call that the host cancels ends with its reason', async () => {
  const { host, receive } = open();
  receive(notify('tool-cancelled', { reason: 'Stopped.' }));
  expect(await host.outcome).toEqual({ kind: 'cancelled', reason: 'Stopped.' });
});

test('requests of the host are answered: pings, the end of the page, and no others', () => {
  const { last, receive, onTeardown } = open();
  receive({ id: 'p', method: 'ping' });
  expect(last()?.message).toMatchObject({ id: 'p', result: {} });
  expect(onTeardown).not.toHaveBeenCalled();
  receive({ id: 't', method: 'ui/resource-teardown' });
  expect(last()?.message).toMatchObject({ id: 't', result: {} });
  expect(onTeardown).toHaveBeenCalledOnce();
  receive({ id: 'x', method: 'sampling/createMessage' });
  expect(last()?.message).toMatchObject({ id: 'x', error: { code: -32601 } });
});
