import type { AgentSource } from '@formwork/client';
import { createGatewaySource } from '@formwork/react';
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { listen } from '../support/raw-agent.ts';

const AGENT = 'https://agents.example';

/** Opens an `AgentSource` for a gateway that answers with faults. */
async function open(answer: RequestListener): Promise<AgentSource> {
  return createGatewaySource(`${await listen(answer)}/api/`, AGENT);
}

const PROGRESS = { kind: 'progress', taskId: 't', contextId: 'c', text: '' };

test.each<readonly [string, RequestListener]>([
  ['a page of HTML', (_request, response) => void response.writeHead(502).end('<html>')],
  ['other JSON', (_request, response) => void response.writeHead(500).end('{"error":"x"}')],
  ['a redirect', (_request, response) => void response.writeHead(302, { location: '/' }).end()],
  ['nothing', (request) => void request.socket.destroy()],
])('%s is a failure to reach the server, and no crash', async (_what, answer) => {
  const source = await open(answer);
  const fault = { code: 'REQUEST_FAILED', reason: 'NETWORK' };
  await expect(source.describe()).rejects.toMatchObject(fault);
  expect(await collect(source.watch({ taskId: 't' }))).toMatchObject([
    { kind: 'failure', ...fault, message: expect.stringMatching(/^The server of this page /u) },
  ]);
});

test('a stream that breaks names the task that goes on', async () => {
  for (const end of ['', ': half', 'data: {"kind":"resu']) {
    const source = await open((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(PROGRESS)}\n\n${end}`);
    });
    expect(await collect(source.watch({ taskId: 't' }))).toMatchObject([
      PROGRESS,
      { kind: 'failure', reason: 'NETWORK', taskId: 't', contextId: 'c' },
    ]);
  }
});

test('what comes after the last event does not count', async () => {
  const failure = { ...PROGRESS, kind: 'failure', taskId: '', code: 'X', reason: '', problems: [] };
  const source = await open((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [PROGRESS, failure, PROGRESS]) {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
  });
  const events = await collect(source.watch({ taskId: 't' }));
  expect(events).toMatchObject([PROGRESS, { kind: 'failure', code: 'X', taskId: 't' }]);
});

test('a call that is ended by its signal says so', async () => {
  const source = await open(() => undefined);
  const signal = AbortSignal.abort();
  await expect(source.describe({ signal })).rejects.toMatchObject({ code: 'ABORTED' });
  expect(await collect(source.watch({ taskId: 't' }, { signal }))).toMatchObject([
    { kind: 'failure', code: 'ABORTED' },
  ]);
});
