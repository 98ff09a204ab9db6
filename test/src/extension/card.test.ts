import { defineAgent, defineSkill, OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { verifies } from './verifies.ts';

interface Card {
  readonly capabilities: { readonly extensions: readonly { readonly uri: string }[] };
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly defaultInputModes: readonly string[];
  readonly skills: readonly {
    readonly id: string;
    readonly inputModes: readonly string[];
    readonly outputModes: readonly string[];
  }[];
}

async function fetchCard(url: string, version: '1.0' | '0.3'): Promise<Card> {
  const response = await fetch(`${url}/.well-known/agent-card.json`, {
    headers: { 'a2a-version': version },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Card;
}

function readSchema(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../schemas/${file}`, import.meta.url), 'utf8'));
}

for (const version of ['1.0', '0.3'] as const) {
  verifies(['1.declare', '1.schemas'], `the ${version} card declares both`, async () => {
    const { url } = await startServer(demoAgent);
    const { capabilities, schemas } = await fetchCard(url, version);
    expect(capabilities.extensions.map(({ uri }) => uri)).toContain(OBJECT_SCHEMAS_EXTENSION_URI);
    expect(schemas['fightComparison']).toEqual(readSchema('fight-comparison.json'));
    expect(schemas['fightResponse']).toEqual(readSchema('fight-response.json'));
  });

  verifies(
    ['1.skill-modes', '1.mode-format', '1.text-mode'],
    `the ${version} card lists the modes of a skill as the extension's example does`,
    async () => {
      const { url } = await startServer(demoAgent);
      const { skills } = await fetchCard(url, version);
      expect(skills.find(({ id }) => id === 'fight-comparison')).toMatchObject({
        inputModes: ['text/plain', 'application/json;schema=fightComparison'],
        outputModes: ['text/plain', 'application/json;schema=fightResponse'],
      });
    },
  );
}

verifies(['1.agent-modes'], 'named schemas can be modes of the whole agent', async () => {
  const skill = defineSkill({
    id: 'echo',
    name: 'Echo',
    description: 'Echoes.',
    tags: [],
    input: { anything: { type: 'object' } },
    run: () => 'done',
  });
  const defaultInputModes = ['text/plain', 'application/json;schema=anything'];
  const agent = defineAgent({ name: 'Echo', version: '1', skills: [skill], defaultInputModes });
  const { url } = await startServer(agent);
  expect((await fetchCard(url, '1.0')).defaultInputModes).toEqual(defaultInputModes);
});
