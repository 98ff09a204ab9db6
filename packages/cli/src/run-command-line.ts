import { Argument, Command, CommanderError } from 'commander';
import { defineCall } from './commands/call/define-call.ts';
import { toExamples } from './commands/common-flags.ts';
import { defineConformance } from './commands/conformance/define-conformance.ts';
import { defineCompletion } from './commands/define-completion.ts';
import { defineDiff } from './commands/define-diff.ts';
import { defineDoctor } from './commands/define-doctor.ts';
import { defineKeys } from './commands/define-keys.ts';
import { defineLink } from './commands/define-link.ts';
import { defineLogin } from './commands/define-login.ts';
import { defineNew } from './commands/define-new.ts';
import { defineTypes } from './commands/define-types.ts';
import { defineValidate } from './commands/define-validate.ts';
import { defineInspect } from './commands/inspect/define-inspect.ts';
import { defineMcp } from './commands/mcp/define-mcp.ts';
import { defineServeMcp } from './commands/mcp/define-serve-mcp.ts';
import { defineDev } from './commands/serve/define-dev.ts';
import { defineForms } from './commands/serve/define-forms.ts';
import { defineRegistry } from './commands/serve/define-registry.ts';
import { defineStart } from './commands/serve/define-start.ts';
import { defineStores } from './commands/tasks/define-stores.ts';
import { defineTasks } from './commands/tasks/define-tasks.ts';
import { type ErrorReport, toCommandReport, UsageError } from './errors/errors.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { readVersion } from './read-version.ts';
import { type Console, createConsole } from './terminal/console.ts';
import { printError } from './terminal/print-error.ts';

/**
 * Runs a command line in this process. `args` are its words without Node and the program. Sets
 * `process.exitCode` to one of `EXIT_CODES`, and never rejects.
 *
 * @example
 * ```ts
 * import { runCommandLine } from '@formwork/cli';
 *
 * await runCommandLine(['inspect', 'http://127.0.0.1:4100']);
 * ```
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
  const report = toCommandReport(error);
  if (report !== undefined) return report;
  // Loaded late, because it imports the errors of all packages.
  const { toReport } = await import('./errors/to-report.ts');
  return toReport(error);
}

function fromCommander({ exitCode, message }: CommanderError): ErrorReport {
  if (exitCode === 0) return { code: 'OK', message: '', exitCode: EXIT_CODES.ok };
  const text = message
    .replace(/^error: /u, '')
    .split('\n')
    .join(' ')
    // The message may contain a suggestion of its own.
    .replace(/\.$/u, '');
  return {
    code: 'USAGE',
    message: `Cannot read the command line: ${text}. Add --help to see how it is used.`,
    exitCode: EXIT_CODES.usage,
  };
}

/** Makes the parser of the command line, with all commands and their flags. */
function createProgram(console: Console): Command {
  const program = new Command('formwork')
    .description('Calls, inspects, serves and checks A2A agents.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpCommand(false)
    // Flags after a command belong to it, because one command starts another program.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => console.out(text.trimEnd()),
      writeErr: (text) => console.err(text.trimEnd()),
      // The error is printed once, where all errors are printed.
      outputError: () => {},
    })
    .addHelpText(
      'after',
      toExamples([
        'formwork inspect http://127.0.0.1:4100',
        'formwork call http://127.0.0.1:4100 fight-comparison --a Lion --b Tiger',
      ]),
    );
  for (const define of [
    defineCall,
    defineInspect,
    defineTypes,
    defineDev,
    defineStart,
    defineMcp,
    defineServeMcp,
    defineForms,
    defineRegistry,
    defineNew,
    defineValidate,
    defineDiff,
    defineConformance,
    defineLogin,
    defineTasks,
    defineStores,
    defineKeys,
    defineLink,
    defineDoctor,
    defineCompletion,
  ])
    define(program, console);
  defineHelp(program);
  return program;
}

/** Adds the command `formwork help COMMAND`, which prints the help of a command. */
function defineHelp(program: Command): void {
  program
    .command('help')
    .description('show the help of a command')
    .addArgument(new Argument('[command...]', 'default: of all of them'))
    .addHelpText('after', toExamples(['formwork help call', 'formwork help mcp diff']))
    .action((names: readonly string[]) => {
      let shownCommand = program;
      for (const name of names) {
        const commands = shownCommand.createHelp().visibleCommands(shownCommand);
        const match = commands.find((command) => command.name() === name);
        if (match === undefined) {
          const choices = commands.map((command) => command.name()).join(', ') || 'none';
          throw new UsageError(
            `Cannot show help because the command must be one of ${choices}: current value is ${JSON.stringify(name)}`,
          );
        }
        shownCommand = match;
      }
      shownCommand.outputHelp();
    });
}
