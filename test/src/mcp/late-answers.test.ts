import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { followTests } from '../support/test-end.ts';
import { begin } from './following-host.ts';
import { serveBridge } from './hosts.ts';
import { trips, visitor } from './visitor-agent.ts';

followTests();

test('an answer that came too late is repeated when the agent could not say so', async () => {
  const { url: direct } = await startServer(visitor, { openTasks: true });
  const handleKey = randomBytes(32);
  const other = await serveBridge({ agents: [{ alias: 'v', url: direct }], handleKey });
  let isAway = false;
  let beforeAnswer: (() => Promise<unknown>) | undefined;
  const reach: typeof fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    if (isAway && body.includes('GetTask')) throw new TypeError('fetch failed');
    if (body.includes('"99999"') && beforeAnswer !== undefined) {
      await beforeAnswer();
      isAway = true;
    }
    return fetch(input, init);
  };
  const agents = [{ alias: 'v', url: direct, connect: { fetch: reach } }];
  const url = await serveBridge({ agents, handleKey, taskAfterMs: 1000 });
  const task = await begin(other, 'v_visit', { trip: 'late' });
  trips.lift('late');
  const { key } = await task.waitForQuestion(other);
  const give = (host: URL, zip: string) =>
    task.update(host, key, { action: 'accept', content: { 'to.zip': zip } });
  beforeAnswer = () => give(other, '12345');
  expect((await give(url, '99999')).error).toMatchObject({ code: -32603 });
  beforeAnswer = undefined;
  isAway = false;
  expect((await give(url, '99999')).result).toMatchObject({
    _meta: { 'dev.formwork/a2a': { answer: 'not_used' } },
  });
});
