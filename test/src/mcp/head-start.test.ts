import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { startRecordingDoor, type RecordingDoor } from '../support/recording-door.ts';
import { createTimedAgent, type TimedRuns } from '../support/timed-agent.ts';
import { connectModern, serveBridge, type CallTold, type Host } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';

interface Started extends RecordingDoor {
  readonly host: Host;
  /** The URL of the bridge. */
  readonly bridge: URL;
  readonly runs: TimedRuns;
  /** Returns the requests that the agent got since the last call. */
  readonly asked: () => readonly string[];
}

async function start(): Promise<Started> {
  const runs: TimedRuns = { count: 0, canceled: 0 };
  const door = await startRecordingDoor(createTimedAgent(runs));
  const bridge = await serveBridge({ agents: [{ alias: 'timed', url: door.url }] });
  const host = await connectModern(new StreamableHTTPClientTransport(bridge));
  let seen = 0;
  const asked = (): readonly string[] => {
    const methods = door.requests.slice(seen).map(({ method }) => method);
    seen = door.requests.length;
    return methods;
  };
  return { ...door, host, bridge, runs, asked };
}

test('a tool that took long is streamed at once the next time', async () => {
  const { host, runs, asked } = await start();
  const call = async (ms: number): Promise<unknown> =>
    (await host.call('timed_work', { ms })).structuredContent;
  expect(await call(600)).toEqual({ took: 600 });
  expect(asked()).toEqual(['SendMessage', 'SendStreamingMessage']);
  expect(await call(600)).toEqual({ took: 600 });
  expect(asked()).toEqual(['SendStreamingMessage']);
  expect(runs.count).toBe(2);
});

test('a call whose task has ended at the first answer is no stream', async () => {
  const { bridge } = await start();
  const call = async (ms: number): Promise<string> => {
    const params = { name: 'timed_work', arguments: { ms } };
    const { mediaType, result } = await callRaw(bridge, 'tools/call', { params });
    expect(result).toMatchObject({ structuredContent: { took: ms } });
    return mediaType;
  };
  // A busy machine may need several calls until one is in time.
  await expect.poll(() => call(0)).toBe('application/json');
  expect(await call(600)).toBe('text/event-stream');
});

test('a host that wants to hear of progress hears of all of it', async () => {
  const { host, asked } = await start();
  const told: CallTold[] = [];
  const onProgress = (one: CallTold): void => void told.push(one);
  const { structuredContent } = await host.call('timed_work', { ms: 30 }, { onProgress });
  expect(structuredContent).toEqual({ took: 30 });
  expect(told.map(({ message }) => message)).toContain('begun');
  expect(asked()).toEqual(['SendStreamingMessage']);
});

test('a call that is cancelled at once is cancelled with its task', async () => {
  const { host, runs, asked } = await start();
  const controller = new AbortController();
  const called = host.call('timed_work', { ms: 60_000 }, { signal: controller.signal });
  await expect.poll(() => runs.count, { interval: 1 }).toBe(1);
  controller.abort();
  await expect(called).rejects.toThrow(/abort/iu);
  await expect.poll(() => runs.canceled).toBe(1);
  expect(asked().filter((method) => method === 'CancelTask')).toEqual(['CancelTask']);
});
