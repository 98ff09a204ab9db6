// Tries the same behaviours on every host, prints a table, and fails if one fails.
//
//   npm run hosts                     all hosts; then writes docs/reference/hosts.md
//   npm run hosts -- Bun Deno         some hosts; writes nothing
//   npm run hosts -- --only MCP Bun   behaviours whose names contain a text
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BEHAVIOURS } from './behaviours/index.ts';
import { IN_PROCESS } from './start/in-process.ts';
import { PROGRAMS } from './start/programs.ts';
import { toPage, toTable } from './table.ts';
import { tryHost, type Verdict } from './try-host.ts';

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
});
const hosts = [...IN_PROCESS, ...PROGRAMS].filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
const { only = '' } = values;
const behaviours = BEHAVIOURS.filter(({ name }) => name.includes(only));

const table = new Map<string, ReadonlyMap<string, Verdict>>();
for (const host of hosts) {
  const began = Date.now();
  try {
    const verdicts = await tryHost(host, behaviours, (behaviour, verdict) => {
      if (verdict.kind !== 'fails') return;
      process.exitCode = 1;
      console.error(`${host.name}: ${behaviour.name}: ${toText(verdict.error)}`);
    });
    table.set(host.name, verdicts);
    const count = [...verdicts.values()].filter(({ kind }) => kind === 'works').length;
    const seconds = Math.round((Date.now() - began) / 1_000);
    console.log(`${host.name}: ${count} of ${behaviours.length} work (${seconds} s)`);
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
  }
}
if (table.size > 1) console.log(toTable(behaviours, table).join('\n'));
if (positionals.length === 0 && only === '') {
  const page = new URL('../../docs/reference/hosts.md', import.meta.url);
  writeFileSync(page, toPage(behaviours, table));
}
/** Returns an error with its place, and not with all that was compared. */
function toText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : String(error);
}

// Programs and browsers that a behaviour left behind do not keep this one.
process.exit();
