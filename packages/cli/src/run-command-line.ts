import { CommanderError } from 'commander';
import { createProgram } from './create-program.ts';
import { toReport, type ErrorReport } from './errors/to-report.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { createConsole, type Console } from './terminal/console.ts';
import { toSafeJson } from './terminal/to-safe-text.ts';

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
    const report = error instanceof CommanderError ? fromCommander(error) : toReport(error);
    process.exitCode = report.exitCode;
    if (report.exitCode !== EXIT_CODES.ok) printReport(report, { error, args, console });
  }
}

function fromCommander({ exitCode, message }: CommanderError): ErrorReport {
  if (exitCode === 0) return { code: 'OK', message: '', exitCode: EXIT_CODES.ok };
  const text = message
    .replace(/^error: /u, '')
    .split('\n')
    .join(' ');
  return {
    code: 'USAGE',
    message: `Cannot read the command line: ${text}. Add --help to see how it is used.`,
    exitCode: EXIT_CODES.usage,
  };
}

interface Failure {
  readonly error: unknown;
  readonly args: readonly string[];
  readonly console: Console;
}

function printReport(report: ErrorReport, { error, args, console }: Failure): void {
  if (wantsJson(args)) {
    console.err(toSafeJson({ error: report }));
  } else {
    const [first = '', ...rest] = report.message.split('\n');
    console.err([console.paintErr('red', first), ...rest].join('\n'));
  }
  if (args.includes('--verbose')) console.err(toCauses(error));
}

/** `--json` of `call` names a file; its `--output json` is what the others' `--json` is. */
function wantsJson(args: readonly string[]): boolean {
  if (args[0] !== 'call') return args.includes('--json');
  return args.includes('--output=json') || args[args.indexOf('--output') + 1] === 'json';
}

function toCauses(error: unknown): string {
  const lines: string[] = [];
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    lines.push(current.stack ?? current.message);
    current = current.cause;
  }
  return lines.join('\nCaused by: ');
}
