import {
  checkTypes,
  readTypeSource,
  generateTypes,
  watchTypes,
  writeTypes,
  type TypegenWarning,
  type TypesFileOptions,
  type TypesTarget,
} from '@formwork/typegen';
import type { Command } from 'commander';
import { once } from 'node:events';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { toReport } from '../errors/to-report.ts';
import { addHeaderFlag, toHeaders, type RemoteFlags } from '../remote/connect-options.ts';
import type { Console } from '../terminal/console.ts';
import { createInterrupt } from '../terminal/interrupt.ts';
import { toSafeJson } from '../terminal/to-safe-text.ts';
import { addCommonFlags, type CommonFlags } from './common-flags.ts';

interface TypesFlags extends CommonFlags, Pick<RemoteFlags, 'header'> {
  readonly out?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
}

/** `formwork types SRC` */
export function defineTypes(program: Command, console: Console): void {
  const command = program
    .command('types')
    .description('generate TypeScript from schemas, an agent module or an agent')
    .argument('<source>', 'URL, folder of schemas, .json file, or module that exports an agent')
    .option('--out <file>', 'module to write (default: standard output)')
    .option('--check', 'write nothing; end with 1 if the module is not up to date')
    .option('--watch', 'write again whenever the source changes')
    .action(async (source: string, flags: TypesFlags) => runTypes(source, flags, console));
  addCommonFlags(addHeaderFlag(command), [
    'formwork types schemas --out src/schemas.types.ts',
    'formwork types https://agent.example --out src/contest-agent.ts',
    'formwork types src/agent.ts --out src/agent.types.ts --watch',
    'formwork types schemas --out src/schemas.types.ts --check',
  ]);
}

async function runTypes(source: string, flags: TypesFlags, console: Console): Promise<void> {
  const options: TypesFileOptions = { fetch: { headers: toHeaders(flags.header) } };
  if (flags.out === undefined) {
    if (flags.check === true || flags.watch === true) {
      throw new UsageError('Cannot check or watch as --out must name the module.');
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
  else
    for (const written of await writeTypes([target], options)) print(written, { console, flags });
}

interface Printing {
  readonly console: Console;
  readonly flags: TypesFlags;
}

interface FileState {
  readonly file: string;
  readonly state: string;
  readonly warnings: readonly TypegenWarning[];
}

function print({ file, state, warnings }: FileState, { console, flags }: Printing): void {
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
  options: TypesFileOptions,
  printing: Printing,
): Promise<void> {
  for (const checked of await checkTypes([target], options)) {
    print(checked, printing);
    if (checked.state === 'current') continue;
    throw new CliError(
      `Cannot pass as ${JSON.stringify(checked.file)} must be up to date: it is ${checked.state}. Run the same command without --check.`,
    );
  }
}

async function watch(
  target: TypesTarget,
  options: TypesFileOptions,
  printing: Printing,
): Promise<void> {
  const interrupt = createInterrupt();
  const watching = await watchTypes([target], {
    ...options,
    onWrite: (written) => print(written, printing),
    onError: (error) => printing.console.err(toReport(error).message),
  });
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  await watching.close();
  interrupt.dispose();
}
