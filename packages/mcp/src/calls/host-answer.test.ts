import { connect } from '@formwork/client';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HostAnswer } from './host-answer.ts';

test('a host does not wait for an agent that says nothing of an answer', async () => {
  const server = createServer(({ method, headers: { host } }, response) => {
    if (method === 'POST') return void server.emit('asked');
    const url = `http://${host}/rpc`;
    const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name: 'a', capabilities: {}, skills: [], supportedInterfaces }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const agent = await connect(`http://127.0.0.1:${port}`);
  const call = {
    callTarget: { toTask: (id: string) => agent.task(id) },
    context: { signal: new AbortController().signal },
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const hostAnswer = new HostAnswer(1, 'yes');
  const asks = [
    () => hostAnswer.isLost('t', call),
    async () => (await hostAnswer.findOutcome('t', call)) === 'taken',
  ];
  for (const ask of asks) {
    const isAsked = once(server, 'asked');
    const asking = ask();
    await isAsked;
    vi.advanceTimersByTime(10_000);
    expect(await asking).toBe(false);
  }
});
