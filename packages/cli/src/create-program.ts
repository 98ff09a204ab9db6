import { Command } from 'commander';
import { defineCall } from './commands/call/define-call.ts';
import { defineInspect } from './commands/inspect/define-inspect.ts';
import { defineTypes } from './commands/define-types.ts';
import { defineCompletion } from './commands/define-completion.ts';
import { defineHelp } from './commands/define-help.ts';
import { defineServeMcp } from './commands/mcp/define-serve-mcp.ts';
import { defineMcp } from './commands/mcp/define-mcp.ts';
import { defineNew } from './commands/define-new.ts';
import { defineDiff } from './commands/define-diff.ts';
import { defineDoctor } from './commands/define-doctor.ts';
import { defineValidate } from './commands/define-validate.ts';
import { defineDev } from './commands/serve/define-dev.ts';
import { defineForms } from './commands/serve/define-forms.ts';
import { defineRegistry } from './commands/serve/define-registry.ts';
import { defineStart } from './commands/serve/define-start.ts';
import { toExamples } from './commands/common-flags.ts';
import { readVersion } from './read-version.ts';
import type { Console } from './terminal/console.ts';

/** The commands, and what each of them takes. */
export function createProgram(console: Console): Command {
  const program = new Command('formwork')
    .description('Calls, inspects, serves and checks A2A agents.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpCommand(false)
    // What follows a command is for the command; one of them starts another program.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => console.out(text.trimEnd()),
      writeErr: (text) => console.err(text.trimEnd()),
      // What is wrong is said once, where all errors are.
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
    defineDoctor,
    defineCompletion,
  ])
    define(program, console);
  defineHelp(program);
  return program;
}
