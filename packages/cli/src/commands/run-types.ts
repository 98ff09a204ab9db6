import {
  checkTypes,
  generateTypes,
  readTypeSource,
  watchTypes,
  writeTypes,
  type TypegenWarning,
  type WriteTypesOptions,
  type TypesTarget,
} from '@formwork/typegen';
import { once } from 'node:events';
import { CliError, UsageError } from '../errors/errors.ts';
import { toReport } from '../errors/to-report.ts';
import { toHeaders, type RemoteFlags } from '../remote/connect-options.ts';
import { guardLoading } from '../serve/guard-loading.ts';
import type { Console } from '../terminal/console.ts';
import { createInterrupt } from '../terminal/interrupt.ts';
import { printError } from '../terminal/print-error.ts';
import { toSafeJson } from '../terminal/safe-text.ts';
import type { CommonFlags } from './common-flags.ts';

/** The flags of the command `formwork types`. */
export interface TypesFlags extends CommonFlags, Pick<RemoteFlags, 'header'> {
  readonly out?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly force?: boolean;
}

/** Options of {@link runTypes}. */
export interface RunTypesOptions {
  readonly flags: TypesFlags;
  readonly console: Console;
}

/** Writes, prints, checks or watches a module of types, as the flags say. */
export async function runTypes(source: string, options: RunTypesOptions): Promise<void> {
  if (!/\.[cm]?[jt]s$/u.test(source)) return makeTypes(source, options);
  const { console } = options;
  return guardLoading(source, {
    load: () => makeTypes(source, options),
    onExit: (error) =>
      printError(error, { report: toReport(error), args: process.argv.slice(2), console }),
  });
}

async function makeTypes(source: string, { flags, console }: RunTypesOptions): Promise<void> {
  const options: WriteTypesOptions = {
    fetch: { headers: toHeaders(flags.header) },
    overwrite: flags.force === true,
  };
  if (flags.out === undefined) {
    if (flags.check === true || flags.watch === true) {
      throw new UsageError('Cannot check or watch because --out must name the module.');
    }
    const { code, warnings } = await generateTypes(await readTypeSource(source, options));
    if (flags.json === true) console.out(toSafeJson({ code, warnings }));
    else console.out(code.trimEnd());
    if (flags.json !== true) printWarnings(warnings, console);
    return;
  }
  const target: TypesTarget = { source, file: flags.out };
  if (flags.check === true) await check(target, options, { console, flags });
  else if (flags.watch === true) await watch(target, options, { console, flags });
  else for (const result of await writeTypes([target], options)) print(result, { console, flags });
}

interface Printing {
  readonly console: Console;
  readonly flags: TypesFlags;
}

function print(
  {
    file,
    state,
    warnings,
  }: {
    readonly file: string;
    readonly state: string;
    readonly warnings: readonly TypegenWarning[];
  },
  { console, flags }: Printing,
): void {
  if (flags.json === true) {
    console.out(toSafeJson({ file, state, warnings }, 0));
    return;
  }
  console.out(`${file}: ${state}`);
  printWarnings(warnings, console);
}

function printWarnings(warnings: readonly TypegenWarning[], console: Console): void {
  for (const { message } of warnings) console.err(`${console.paintErr('yellow', '!')} ${message}`);
}

async function check(
  target: TypesTarget,
  options: WriteTypesOptions,
  printing: Printing,
): Promise<void> {
  for (const checked of await checkTypes([target], options)) {
    print(checked, printing);
    if (checked.state === 'current') continue;
    throw new CliError(
      `Cannot pass because ${JSON.stringify(checked.file)} must be up to date: it is ${checked.state}. Run the same command without --check.`,
    );
  }
}

async function watch(
  target: TypesTarget,
  options: WriteTypesOptions,
  printing: Printing,
): Promise<void> {
  const interrupt = createInterrupt();
  const watching = await watchTypes([target], {
    ...options,
    onWrite: (result) => print(result, printing),
    onError: (error) => printing.console.err(toReport(error).message),
  });
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  await watching.close();
  interrupt.dispose();
}
