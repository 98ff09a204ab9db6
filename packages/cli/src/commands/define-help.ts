import { Argument, type Command } from 'commander';
import { UsageError } from '../errors/usage-error.ts';
import { toExamples } from './common-flags.ts';

/** `formwork help COMMAND` */
export function defineHelp(program: Command): void {
  program
    .command('help')
    .description('show the help of a command')
    .addArgument(new Argument('[command...]', 'default: of all of them'))
    .addHelpText('after', toExamples(['formwork help call', 'formwork help mcp diff']))
    .action((names: readonly string[]) => {
      let shown = program;
      for (const name of names) {
        const commands = shown.createHelp().visibleCommands(shown);
        const found = commands.find((command) => command.name() === name);
        if (found === undefined) {
          const known = commands.map((command) => command.name()).join(', ') || 'none';
          throw new UsageError(
            `Cannot show help as the command must be one of ${known}: current value is ${JSON.stringify(name)}`,
          );
        }
        shown = found;
      }
      shown.outputHelp();
    });
}
