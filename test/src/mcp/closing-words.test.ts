import { expect, test } from 'vitest';
import { clerkAgent, CONCLUSION, REASON } from '../support/clerk-agent.ts';
import { startServer } from '../support/start-server.ts';
import { connectHost, type HostResult } from './hosts.ts';

const textsOf = ({ content }: HostResult): readonly unknown[] => content.map(({ text }) => text);

test.each(['old http', 'new http'] as const)(
  'a model reads the last word, why a task was declined, and messages over %s',
  async (leg) => {
    const { url } = await startServer(clerkAgent);
    const host = await connectHost(leg, {
      agents: [
        { alias: 'own', url },
        { alias: 'all', url, results: 'envelope' },
      ],
    });
    const taken = await host.call('own_take', { amount: 1 });
    expect(taken.structuredContent).toEqual({ amount: 1 });
    expect(textsOf(taken)).toEqual([expect.stringMatching(/"amount": ?1/u), CONCLUSION]);
    const whole = await host.call('all_take', { amount: 1 });
    expect(whole.structuredContent).toMatchObject({ output: { amount: 1 }, text: CONCLUSION });
    const noted = await host.call('all_note', { amount: 1 });
    expect(noted.structuredContent).toMatchObject({ text: `Noted 1.\n${CONCLUSION}` });

    for (const tool of ['own_take', 'all_take']) {
      const declined = await host.call(tool, { amount: 501 });
      expect(declined.isError).toBe(true);
      expect(textsOf(declined)).toEqual([`The task was rejected by the agent: ${REASON}`]);
    }
    const said = await host.call('own_chat', { message: 'hello' });
    expect(textsOf(said)).toEqual(['You said hello.']);
    const rude = await host.call('own_chat', { message: 'rude' });
    expect(rude.isError).toBe(true);
    expect(textsOf(rude)).toEqual(['The task was rejected by the agent: Say please.']);
  },
);
