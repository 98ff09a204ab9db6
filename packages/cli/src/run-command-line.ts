import { CommanderError } from 'commander';
import { createProgram } from './create-program.ts';
import { printError } from './errors/print-error.ts';
import { toOwnReport } from './errors/to-own-report.ts';
import type { ErrorReport } from './errors/to-report.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { createConsole } from './terminal/console.ts';

/**
 * Runs the command line, without the names of Node and the program, in this process: sets
 * `process.exitCode` to one of `EXIT_CODES`, and never rejects.
 */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const console = createConsole();
  const program = createProgram(console);
  try {
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const report = error instanceof CommanderError ? fromCommander(error) : await loadReport(error);
    process.exitCode = report.exitCode;
    if (report.exitCode !== EXIT_CODES.ok) printError(error, { report, args, console });
  }
}

async function loadReport(error: unknown): Promise<ErrorReport> {
  const own = toOwnReport(error);
  if (own !== undefined) return own;
  // It knows the errors of all that commands do, which takes a while to load.
  const { toReport } = await import('./errors/to-report.ts');
  return toReport(error);
}

function fromCommander({ exitCode, message }: CommanderError): ErrorReport {
  if (exitCode === 0) return { code: 'OK', message: '', exitCode: EXIT_CODES.ok };
  const text = message
    .replace(/^error: /u, '')
    .split('\n')
    .join(' ')
    // It may end with a sentence of its own.
    .replace(/\.$/u, '');
  return {
    code: 'USAGE',
    message: `Cannot read the command line: ${text}. Add --help to see how it is used.`,
    exitCode: EXIT_CODES.usage,
  };
}
