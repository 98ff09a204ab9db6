import { expect, test } from 'vitest';
import { connect } from '../connect.ts';
import { toAgentSource } from './to-agent-source.ts';

test('a small card whose skills name all its schemas becomes no large description', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `s${index}`);
  const schema = { type: 'object', description: 'x'.repeat(60_000) };
  const card = {
    name: 'Agent',
    description: '',
    version: '1',
    capabilities: {},
    supportedInterfaces: [
      { url: 'http://agent.invalid/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    schemas: Object.fromEntries(names.map((name) => [name, schema])),
    skills: Array.from({ length: 200 }, (_, index) => ({
      id: `skill${index}`,
      name: '',
      description: '',
      tags: [],
      inputModes: names.map((name) => `application/json;schema=${name}`),
    })),
  };
  const fetchCard = (): Promise<Response> => Promise.resolve(Response.json(card));
  const agent = await connect('http://agent.invalid', { fetch: fetchCard });
  const { skills } = await toAgentSource(agent).describe();
  expect(JSON.stringify(skills).length).toBeLessThan(9_000_000);
  const [first, last] = [skills[0], skills.at(-1)];
  expect(first?.inputs.map(({ kind }) => kind)).toEqual(names.map(() => 'usable'));
  expect(last?.inputs[0]).toMatchObject({
    kind: 'refused',
    issues: [{ message: expect.stringContaining('at most 8000000 characters together') }],
  });
});
