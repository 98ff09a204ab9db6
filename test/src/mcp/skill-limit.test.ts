import { createBridge } from '@formwork/mcp';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { startRawAgent } from '../support/raw-agent.ts';
import { runKept } from '../support/run-kept.ts';
import { connectModern, serveBridge, toPatient } from './hosts.ts';

/** Serves an agent with 215 skills; the bridge makes only 200 of them tools. */
async function startLarge(): Promise<string> {
  const skills = Array.from({ length: 215 }, (_, index) => ({
    id: `skill-${index}`,
    name: `Skill ${index}`,
    description: '',
    tags: [],
  }));
  return startRawAgent(({ reply }) => reply({}), { skills });
}

test('skills beyond the most are told as left out', async () => {
  const url = await startLarge();
  const address = await serveBridge({ agents: [{ alias: 'large', url }] });
  const host = await connectModern(new StreamableHTTPClientTransport(address));
  await host.listTools();
  const { contents } = await host.client.readResource({ uri: 'a2a://agents' });
  const [{ text = '[]' } = {}] = contents as { text?: string }[];
  const [agent] = JSON.parse(text) as { left_out: string[]; tools: string[] }[];
  expect(agent?.tools).toHaveLength(201);
  expect(agent?.left_out).toHaveLength(11);
  expect(agent?.left_out[0]).toBe('skill-200');
  expect(agent?.left_out.at(-1)).toBe('5 more');
  const folder = makeCliFolder({});
  const doctor = await runKept(['mcp', 'doctor', '--host', 'goose', url], { cwd: folder });
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(/lost +Skill "skill-200" .*only the first 200 skills/u);
});

test('how many there are at most is the choice of the operator', async () => {
  const url = await startLarge();
  const bridge = createBridge(toPatient({ agents: [{ alias: 'large', url, maxSkills: 300 }] }));
  onTestFinished(() => bridge.close());
  expect(await bridge.agents.listTools()).toHaveLength(216);
  expect(bridge.agents.bridgeAgents[0]?.profile()?.offered.quarantined).toEqual([]);
});
