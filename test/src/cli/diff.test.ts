import { toAgentCard } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { runCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { serveForCli } from '../support/serve-for-cli.ts';

interface Card {
  description: string;
  skills: { id: string; description: string }[];
}

const OPTIONS = {
  interfaces: [{ url: 'http://x/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  streaming: true,
  pushNotifications: false,
} as const;

function makeCard(change: (card: Card) => void): string {
  const card = JSON.parse(JSON.stringify(toAgentCard(demoAgent, OPTIONS))) as Card;
  change(card);
  const folder = makeCliFolder({});
  writeFileSync(join(folder, 'card.json'), JSON.stringify(card));
  return join(folder, 'card.json');
}

test('diff passes what is the same or only said in other words', async () => {
  const old = makeCard(() => {});
  const same = await runKept(['diff', old, old]);
  expect(same.stdout).toBe('The change is identical.\n');
  expect(same.code).toBe(0);
  const reworded = makeCard((card) => {
    card.description = 'Says it \u001b[31manother way.';
  });
  const cosmetic = await runKept(['diff', old, reworded]);
  expect(cosmetic.stdout).toMatch(/^cosmetic {2}\/description/u);
  expect(cosmetic.stdout).not.toContain('\u001b');
  expect(cosmetic.code).toBe(0);
});

test('diff ends with 1 when a skill is gone, also between an agent and a file', async () => {
  const url = await serveForCli();
  const fewer = makeCard((card) => {
    card.skills = card.skills.slice(1);
  });
  const { code, stdout, stderr } = await runCli(['diff', url, fewer, '--json']);
  const report = JSON.parse(stdout) as { verdict: string; changes: { code: string }[] };
  expect(report.verdict).toBe('breaking');
  expect(report.changes.map((change) => change.code)).toContain('skill-removed');
  expect(JSON.parse(stderr)).toMatchObject({ error: { exitCode: 1 } });
  expect(code).toBe(1);
  expect((await runKept(['diff', url, url])).code).toBe(0);
  expect((await runKept(['diff', fewer, 'nowhere.json'])).code).toBe(2);
});
