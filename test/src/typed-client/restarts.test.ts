import { connect } from '@formwork/client';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { runKept } from '../support/run-kept.ts';

// The agent of a task goes away while it is waited for, and comes back.

/** The number of requests that fail while the agent is away: more than all attempts of one. */
const AWAY = 12;

const retry = { baseMs: 1, maxMs: 1 } as const;

/** Starts an agent that begins a task, is away for some requests, and then completes it. */
function startRestarting(streaming: boolean, away = AWAY): Promise<string> {
  let requests = 0;
  return startRawAgent(
    ({ method, reply, stream, response }) => {
      requests += 1;
      const isOver = requests > away;
      const task = isOver
        ? toTask('t', 'TASK_STATE_COMPLETED', 'Hello')
        : toTask('t', 'TASK_STATE_WORKING');
      if (requests > 1 && !isOver) response.destroy();
      else if (method === 'GetTask') reply(task);
      else if (method === 'SendMessage') reply({ task });
      else stream([{ task }]);
    },
    { capabilities: { streaming } },
  );
}

test.each([true, false])(
  'a wait outlasts a restart if it may (streaming: %s)',
  async (streaming) => {
    const failures: unknown[] = [];
    const options = {
      waitForMs: 600_000,
      onUnreachable: (failure: Error) => void failures.push(failure),
    };
    const open = async () =>
      (await connect(await startRestarting(streaming), { retry })).skill('echo');
    expect(await (await open()).call('Hi', options)).toBe('Hello');
    expect((await collect((await open()).stream('Hi', options))).at(-1)).toMatchObject({
      text: 'Hello',
    });
    // Each of both has said so once.
    expect(failures).toMatchObject([{ reason: 'NETWORK' }, { reason: 'NETWORK' }]);
    await expect(collect((await open()).stream('Hi'))).rejects.toMatchObject({ reason: 'NETWORK' });
    expect(failures).toHaveLength(2);
  },
);

test('a wait ends when the agent stays away, and at once where nothing is repeated', async () => {
  const url = await startRestarting(true, Number.POSITIVE_INFINITY);
  const failures: unknown[] = [];
  const options = { waitForMs: 20, onUnreachable: (failure: Error) => void failures.push(failure) };
  const agent = await connect(url, { retry });
  const gone = { reason: 'NETWORK', taskId: 't' };
  await expect(agent.task('t').wait(options)).rejects.toMatchObject(gone);
  expect(failures).toHaveLength(1);
  const once = await connect(url, { retry: { attempts: 1 } });
  await expect(once.task('t').wait({ ...options, waitForMs: 600_000 })).rejects.toMatchObject(gone);
  expect(failures).toHaveLength(1);
});

test('the terminal says that the agent is away, and goes on', async () => {
  const url = await startRestarting(true, 5);
  const { code, stdout, stderr } = await runKept(['call', url, 'echo', 'Hi']);
  expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: '"Hello"' });
  expect(stderr).toMatch(/cannot be reached: waiting for it up to 5 minutes\. .* --task t$/mu);
});
