import { connect, DeadlineError, type CallEvent } from '@formwork/client';
import { expect, test } from 'vitest';
import { startRecordingDoor, type RecordedRequest } from '../support/recording-door.ts';
import { createTimedAgent, type TimedRuns } from '../support/timed-agent.ts';

async function follow(events: AsyncIterable<CallEvent<unknown>>): Promise<readonly string[]> {
  const told: string[] = [];
  for await (const event of events) {
    if (event.kind === 'working') told.push('task');
    else if (event.kind === 'progress') told.push(event.text);
    else told.push(event.kind === 'result' ? JSON.stringify(event.data) : event.kind);
    expect(event.taskId).not.toBe('');
  }
  return told;
}

function toMethods(requests: readonly RecordedRequest[]): readonly string[] {
  return requests.map(({ method }) => method);
}

test('a task that ends in time is one answer', async () => {
  const { url, requests } = await startRecordingDoor(createTimedAgent());
  const skill = (await connect(url)).skill('work');
  const told = await follow(skill.stream({ ms: 0 }, { streamAfterMs: 10_000 }));
  expect(told).toEqual(['task', 'artifact', '{"took":0}']);
  expect(toMethods(requests)).toEqual(['SendMessage']);
});

test('one that takes longer is streamed by the same message, and done once', async () => {
  const runs: TimedRuns = { count: 0, canceled: 0 };
  const { url, requests } = await startRecordingDoor(createTimedAgent(runs));
  const skill = (await connect(url)).skill('work');
  const told = await follow(skill.stream({ ms: 600 }, { streamAfterMs: 100 }));
  expect(told).toEqual(['begun', 'artifact', '{"took":600}']);
  expect(toMethods(requests)).toEqual(['SendMessage', 'SendStreamingMessage']);
  expect(new Set(requests.map(({ messageId }) => messageId)).size).toBe(1);
  expect(runs).toEqual({ count: 1, canceled: 0 });
});

test.each(['cut', 'lose'] as const)(
  'an answer that does not come (%s) is looked for by stream',
  async (fate) => {
    const runs: TimedRuns = { count: 0, canceled: 0 };
    const { url, requests } = await startRecordingDoor(createTimedAgent(runs), {
      spoil: ({ method }) => (method === 'SendMessage' ? fate : undefined),
    });
    const skill = (await connect(url, { retry: { baseMs: 1 } })).skill('work');
    const told = await follow(skill.stream({ ms: 0 }, { streamAfterMs: 10_000 }));
    expect(told.at(-1)).toBe('{"took":0}');
    expect(toMethods(requests)).toEqual(['SendMessage', 'SendStreamingMessage']);
    expect(runs.count).toBe(1);
  },
);

test('where no stream can be had, the answer that is on its way counts', async () => {
  const { url, requests } = await startRecordingDoor(createTimedAgent(), {
    spoil: ({ method }) => (method === 'SendStreamingMessage' ? 'lose' : undefined),
  });
  const skill = (await connect(url, { retry: { attempts: 1 } })).skill('work');
  const told = await follow(skill.stream({ ms: 400 }, { streamAfterMs: 50 }));
  expect(told.at(-1)).toBe('{"took":400}');
  expect(toMethods(requests)).toEqual(['SendMessage', 'SendStreamingMessage']);
});

test('a stream that fails once is opened again, while the answer is on its way', async () => {
  let failures = 0;
  const { url, requests } = await startRecordingDoor(createTimedAgent(), {
    spoil({ method }) {
      if (method !== 'SendStreamingMessage' || failures > 0) return undefined;
      failures += 1;
      return 'lose';
    },
  });
  const skill = (await connect(url, { retry: { baseMs: 1 } })).skill('work');
  const told = await follow(skill.stream({ ms: 600 }, { streamAfterMs: 50 }));
  expect(told).toEqual(['begun', 'artifact', '{"took":600}']);
  expect(toMethods(requests)).toEqual([
    'SendMessage',
    'SendStreamingMessage',
    'SendStreamingMessage',
  ]);
});

test('a wait that ends meanwhile leaves both requests', async () => {
  const runs: TimedRuns = { count: 0, canceled: 0 };
  const { url, requests } = await startRecordingDoor(createTimedAgent(runs));
  const skill = (await connect(url)).skill('work');
  const options = { streamAfterMs: 50, deadlineMs: 500, onAbort: 'cancel' } as const;
  await expect(follow(skill.stream({ ms: 60_000 }, options))).rejects.toThrow(DeadlineError);
  await expect.poll(() => runs).toEqual({ count: 1, canceled: 1 });
  expect(toMethods(requests)).toEqual(['SendMessage', 'SendStreamingMessage', 'CancelTask']);
});

test('agents that may do a message twice are streamed from the beginning', async () => {
  const { url, requests } = await startRecordingDoor(createTimedAgent());
  const skill = (await connect(url, { retry: { resend: 'never' } })).skill('work');
  const told = await follow(skill.stream({ ms: 0 }, { streamAfterMs: 10_000 }));
  expect(told.at(-1)).toBe('{"took":0}');
  expect(toMethods(requests)).toEqual(['SendStreamingMessage']);
});

test('what is wrong with the input is told without a second request', async () => {
  const { url, requests } = await startRecordingDoor(createTimedAgent());
  const skill = (await connect(url)).skill('work');
  const options = { streamAfterMs: 10_000, validateInput: false };
  await expect(follow(skill.stream({ ms: 'long' }, options))).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    foundBy: 'agent',
  });
  expect(toMethods(requests)).toEqual(['SendMessage']);
});
