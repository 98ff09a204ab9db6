import { CONFORMANCE_RULES } from '@formwork/conformance';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createExecutor, declared } from '../support/fight-agents.ts';
import { runKept } from '../support/run-kept.ts';
import { startStockAgent } from '../support/stock-agents.ts';

const DOCS = new URL('../../../docs/', import.meta.url);
const PAGE = readFileSync(new URL('conformance.md', DOCS), 'utf8');
const RULES = readFileSync(new URL('reference/conformance-rules.md', DOCS), 'utf8');

/** Returns what stands between the two marks of a name on the page. */
function readPiece(name: string): string {
  return PAGE.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0]?.trim() ?? '';
}

test('the reference lists every rule with its level, section and text', () => {
  const rows = RULES.split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map((row) => row.slice(1, -1))).toEqual(
    CONFORMANCE_RULES.map(({ id, level, source, section, legacySection, text }) => [
      `\`${id}\``,
      level,
      `${source} ${section}${legacySection === undefined ? '' : ` (${legacySection})`}`,
      text,
    ]),
  );
});

test('the table on the page is what the command prints for an agent of the official SDK', async () => {
  const url = await startStockAgent(createExecutor(), declared);
  const { stdout } = await runKept(['conformance', url]);
  const shown = readPiece('conformance-table')
    .replace(/^```text\n/u, '')
    .replace(/\n```$/u, '');
  const [head = '', ...parts] = shown.split('\n  ...\n');
  const printed = stdout.replaceAll(url, 'https://agent.example').replace(/in [\d.]+ s\n/u, '');
  for (const part of [head, ...parts]) {
    expect(printed).toContain(part.replace(/ in [\d.]+ s$/u, ''));
  }
  expect(parts.length).toBeGreaterThan(2);
});

test('the workflow on the page is YAML, and calls the command with its real flags', () => {
  const text = readPiece('conformance-actions')
    .replace(/^```yaml\n/u, '')
    .replace(/```$/u, '');
  const { jobs } = parse(text) as {
    readonly jobs: { readonly conformance: { readonly steps: readonly { run?: string }[] } };
  };
  const runs = jobs.conformance.steps.flatMap(({ run }) => run ?? []);
  expect(runs.at(-1)).toBe(
    'npx formwork conformance http://127.0.0.1:4100 --junit conformance.xml',
  );
});
