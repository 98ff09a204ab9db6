import { connect } from '@formwork/client';
import { expect, test } from 'vitest';
import { createAgentTools } from './create-agent-tools.ts';

test('a small card whose schemas multiply becomes tools of a bounded size', async () => {
  const names = Array.from({ length: 5 }, (_, index) => `s${index}`);
  const inner = { $ref: '#/$defs/inner' };
  const properties = Object.fromEntries(
    Array.from({ length: 199 }, (_, index) => [`p${index}`, inner]),
  );
  const schema = { ...inner, $defs: { inner: { type: 'object', properties } } };
  const card = {
    name: 'Agent',
    description: '',
    version: '1',
    capabilities: {},
    supportedInterfaces: [
      { url: 'http://agent.invalid/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    schemas: Object.fromEntries(names.map((name) => [name, schema])),
    skills: Array.from({ length: 40 }, (_, index) => ({
      id: `skill${index}`,
      name: 'Skill',
      description: '',
      tags: [],
      inputModes: names.map((name) => `application/json;schema=${name}`),
    })),
  };
  const fetchCard = (): Promise<Response> => Promise.resolve(Response.json(card));
  const agent = await connect('http://agent.invalid', { fetch: fetchCard });
  const { tools, quarantined } = createAgentTools(agent, { alias: 'a', url: 'http://a.invalid' });
  const size = JSON.stringify(tools.map(({ definition }) => definition)).length;
  expect(JSON.stringify(card).length).toBeLessThan(42_000);
  expect(size).toBeLessThan(8_100_000);
  expect(tools.length).toBeGreaterThan(20);
  // One schema of a skill finds no room, and then the others are not looked at.
  expect(quarantined.length).toBeGreaterThan(25);
  expect(quarantined.at(-1)).toMatchObject({
    skillId: 'skill39',
    schema: '',
    reasons: [expect.stringContaining('at most 8000000 characters together')],
  });
});
