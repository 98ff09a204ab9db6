import type { Command } from 'commander';
import type { CheckResult } from '../doctor/run-checks.ts';
import { CliError } from '../errors/errors.ts';
import { parsePort } from '../input/flag-values.ts';
import { readVersion } from '../read-version.ts';
import type { Console, Style } from '../terminal/console.ts';
import { toSafeJson, toSafeLine } from '../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from './common-flags.ts';

const STYLES = {
  ok: 'green',
  warning: 'yellow',
  failed: 'red',
} as const satisfies Record<CheckResult['state'], Style>;

/** Adds the command `formwork doctor`, which checks this machine. */
export function defineDoctor(program: Command, console: Console): void {
  const command = program
    .command('doctor')
    .description('look whether this machine has what agents need, and say what to do')
    .option('--port <number>', 'the port you want to serve on', parsePort, 4100)
    .action(
      async ({
        port,
        json,
      }: CommonFlags & {
        readonly port: number;
      }) => {
        const { runChecks } = await import('../doctor/run-checks.ts');
        const checks = await runChecks({ port, version: readVersion() });
        if (json === true) console.out(toSafeJson(checks));
        else console.out(checks.map((check) => toLines(check, console)).join('\n'));
        const failed = checks.filter(({ state }) => state === 'failed').map(({ name }) => name);
        if (failed.length > 0) throw new CliError(`Cannot serve here yet: ${failed.join(', ')}.`);
      },
    );
  addCommonFlags(command, ['formwork doctor', 'formwork doctor --port 8080 --json']);
}

function toLines({ name, state, found, advice }: CheckResult, { paint }: Console): string {
  const line = `${paint(STYLES[state], state.padEnd(7))}  ${name.padEnd(10)}  ${toSafeLine(found)}`;
  return advice === '' ? line : `${line}\n         ${' '.repeat(12)}${advice}`;
}
