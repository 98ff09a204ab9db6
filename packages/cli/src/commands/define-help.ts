import { Argument, type Command } from 'commander';
import { UsageError } from '../errors/usage-error.ts';
import { toExamples } from './common-flags.ts';

/** `formwork help COMMAND` */
export function defineHelp(program: Command): void {
  program
    .command('help')
    .description('show the help of a command')
    .addArgument(new Argument('[command]', 'default: of all of them'))
    .addHelpText('after', toExamples(['formwork help call', 'formwork help']))
    .action((name: string | undefined) => {
      if (name === undefined) {
        program.outputHelp();
        return;
      }
      const commands = program.createHelp().visibleCommands(program);
      const found = commands.find((command) => command.name() === name);
      if (found === undefined) {
        const known = commands.map((command) => command.name()).join(', ');
        throw new UsageError(
          `Cannot show help as the command must be one of ${known}: current value is ${JSON.stringify(name)}`,
        );
      }
      found.outputHelp();
    });
}
