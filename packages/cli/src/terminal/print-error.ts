import type { ErrorReport } from '../errors/errors.ts';
import type { Console } from './console.ts';
import { toSafeJson } from './safe-text.ts';

/** Prints an error to standard error: as text, or as JSON if the command line asks for JSON. */
export function printError(
  error: unknown,
  {
    report,
    args,
    console,
  }: {
    readonly report: ErrorReport;
    /** The words of the command line, which decide whether errors are printed as JSON. */
    readonly args: readonly string[];
    readonly console: Console;
  },
): void {
  if (wantsJson(args)) {
    console.err(toSafeJson({ error: report }));
  } else {
    const [first = '', ...lines] = report.message.split('\n');
    console.err([console.paintErr('red', first), ...lines].join('\n'));
  }
  if (args.includes('--verbose')) console.err(toCauses(error));
}

/**
 * True if the command line asks for JSON: with `--json`, or for `call`, whose `--json` names a
 * file, with `--output json`.
 */
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
