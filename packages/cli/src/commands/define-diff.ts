import type { CompatibilityChange, CompatibilityReport } from '@formwork/schema';
import type { Command } from 'commander';
import { CliError } from '../errors/errors.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { addRemoteFlags, type RemoteFlags } from '../remote/connect-options.ts';
import type { Console, Style } from '../terminal/console.ts';
import { toSafeJson, toSafeLine } from '../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from './common-flags.ts';

const STYLES = {
  breaking: 'red',
  unknown: 'yellow',
  safe: 'green',
  cosmetic: 'dim',
} as const satisfies Record<CompatibilityChange['kind'], Style>;

/** Adds the command `formwork diff OLD NEW`, which says whether a changed card breaks callers. */
export function defineDiff(program: Command, console: Console): void {
  const command = program
    .command('diff')
    .description('tell whether callers of one card can go on with another; ends with 1 if not')
    .argument('<old>', 'card as a file, or URL of an agent')
    .argument('<new>', 'the same')
    .action(async (before: string, after: string, flags: CommonFlags & RemoteFlags) => {
      const { readCardSource } = await import('../remote/read-card-source.ts');
      const { compareAgentCards } = await import('@formwork/documents');
      const report = compareAgentCards(
        await readCardSource(before, flags),
        await readCardSource(after, flags),
      );
      const refused = report.changes.filter(({ code }) => code === 'card-refused');
      if (refused.length > 0) {
        throw new CliError(refused.map(({ message }) => message).join('\n'), {
          exitCode: EXIT_CODES.invalid,
        });
      }
      console.out(flags.json === true ? toSafeJson(report) : formatReport(report, console));
      if (report.verdict !== 'breaking' && report.verdict !== 'unknown') return;
      throw new CliError(
        report.verdict === 'breaking'
          ? 'Cannot pass because callers of the old card may fail. Keep what is breaking, or give it a new name.'
          : 'Cannot pass because some changes could not be judged. Look at those marked unknown.',
      );
    });
  addCommonFlags(addRemoteFlags(command), [
    'formwork diff card-1.0.json card-1.1.json',
    'formwork diff https://agent.example card.json',
    'formwork diff https://agent.example http://127.0.0.1:4100 --json',
  ]);
}

function formatReport({ verdict, changes }: CompatibilityReport, { paint }: Console): string {
  const lines = changes.map(({ kind, pointer, message, counterExample }) => {
    const exampleLine =
      counterExample === undefined
        ? ''
        : `\n          such as ${toSafeLine(JSON.stringify(counterExample))}`;
    const prefix = pointer === '' ? '' : `${toSafeLine(pointer)}: `;
    return `${paint(STYLES[kind], kind.padEnd(8))}  ${prefix}${toSafeLine(message)}${exampleLine}`;
  });
  return [...lines, `The change is ${paint('bold', verdict)}.`].join('\n');
}
