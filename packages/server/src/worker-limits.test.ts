import { defineAgent, defineSkill } from '@formwork/core';
import { createMemoryEngine } from '@formwork/runtime';
import { afterEach, expect, test, vi } from 'vitest';
import { createAgentHandler } from './create-agent-handler.ts';

const texts = { id: 'greet', name: 'Greet', description: 'Greets.', tags: [] };
const skill = defineSkill({ ...texts, text: () => 'Hello' });
const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });

const publicUrl = 'https://example.com/agents';

afterEach(() => void vi.unstubAllGlobals());

const enterWorker = () => vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });

test('in Workers, push is refused with the reason; elsewhere it is taken', async () => {
  const push = { allowAnonymous: true };
  await createAgentHandler(agent, { publicUrl, push }).close();
  enterWorker();
  expect(() => createAgentHandler(agent, { publicUrl, push })).toThrow(
    'Cannot take push configs because the address of a receiver must be checked',
  );
  await createAgentHandler(agent, { publicUrl, push: false }).close();
});

test('in Workers, the log says how long tasks in memory last; not of another engine, or elsewhere', async () => {
  const logged: string[] = [];
  const logger = { info() {}, warn: (text: string) => void logged.push(text), error() {} };
  const serve = (options = {}) => createAgentHandler(agent, { publicUrl, logger, ...options });
  await serve().close();
  enterWorker();
  const engine = createMemoryEngine();
  await serve({ engine }).close();
  expect(logged).toEqual([]);
  await serve().close();
  expect(logged).toEqual([expect.stringContaining('a question that is answered later')]);
  await engine.close();
});
