// The table of hosts and behaviours, and the programs of the hosts, as a page of the documentation.
import { readFileSync } from 'node:fs';
import type { Behaviour } from './served.ts';
import type { Verdict } from './try-host.ts';

/** The programs that the guide does not show, and what belongs to them, below `programs`. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  Nitro: ['nitro/routes/agents/[...].ts', 'nitro/nitro.config.ts'],
  SvelteKit: ['sveltekit/src/routes/agents/[...path]/+server.ts'],
  Workers: ['workers/worker.ts', 'workers/wrangler.jsonc'],
};

/** What a reader of a program has to know. */
const NOTES: Readonly<Record<string, string>> = {
  Nitro: 'Nitro 3. In `routes/agents/[...].ts`, and its configuration:',
  SvelteKit: 'In `src/routes/agents/[...path]/+server.ts`:',
  Workers:
    'In a Durable Object, because requests of a bare Worker share neither timers nor streams. `handler.ts` exports `createHandler = () => createAgentHandler(agent, { publicUrl })`, which only a request may call. Without an `engine`, tasks last as long as the object is in memory. `worker.ts` and `wrangler.jsonc`:',
};

type Table = ReadonlyMap<string, ReadonlyMap<string, Verdict>>;

function toMark(verdict: Verdict | undefined): string {
  switch (verdict?.kind) {
    case 'works':
      return 'yes';
    case 'limit':
      return 'limit';
    case 'fails':
      return 'NO';
    case undefined:
      return '-';
  }
}

/** Writes the table with columns of one width, as the formatter does; hosts that are alike share one. */
export function toTable(behaviours: readonly Behaviour[], table: Table): readonly string[] {
  /** The names of the hosts by their marks, in the order of the behaviours. */
  const columns = new Map<string, string>();
  for (const [host, verdicts] of table) {
    const marks = behaviours.map(({ name }) => toMark(verdicts.get(name))).join();
    const alike = columns.get(marks);
    columns.set(marks, alike === undefined ? host : `${alike}, ${host}`);
  }
  const head = ['', ...columns.values()];
  const rows = behaviours.map(({ name }, at) => [
    name,
    ...[...columns.keys()].map((marks) => marks.split(',')[at] ?? ''),
  ]);
  const widths = head.map((cell, at) =>
    Math.max(3, cell.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const toRow = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [toRow(head), toRow(widths.map((width) => '-'.repeat(width))), ...rows.map(toRow)];
}

/** Writes the page. */
export function toPage(behaviours: readonly Behaviour[], table: Table): string {
  const limits = [...table].flatMap(([host, verdicts]) =>
    [...verdicts].flatMap(([name, verdict]) =>
      verdict.kind === 'limit' ? [`- ${host}, ${name}: ${verdict.text}`] : [],
    ),
  );
  return [
    '# Hosts',
    '',
    'What `npm run hosts` has tried of an agent [in an app](../guides/in-your-app.md), by one list for all: _yes_ works, _limit_ is one of the platform.',
    '',
    ...toTable(behaviours, table),
    '',
    ...(limits.length === 0 ? [] : [...limits, '']),
    ...Object.entries(SHOWN).flatMap(([host, paths]) => [
      `## ${host}`,
      '',
      NOTES[host] ?? '',
      '',
      ...paths.flatMap(toBlock),
    ]),
  ].join('\n');
}

/** Shows a file as a block of code. */
function toBlock(path: string): readonly string[] {
  const text = readFileSync(new URL(`programs/${path}`, import.meta.url), 'utf8').trimEnd();
  return [`\`\`\`${path.split('.').at(-1)}`, text, '```', ''];
}
