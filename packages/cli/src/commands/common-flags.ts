import { type Command, Option } from 'commander';
import { SETTINGS } from '../serve/settings-table.ts';

/** The flags that every command has. */
export interface CommonFlags {
  readonly json?: boolean;
  readonly verbose?: boolean;
}

/** Adds to a command the flags that every command has, and examples at the end of its help. */
export function addCommonFlags(command: Command, examples: readonly string[]): Command {
  return command
    .option('--json', 'print JSON')
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', toExamples(examples));
}

/** Formats examples for the end of a help text. */
export function toExamples(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`;
}

/**
 * Adds to a command a flag for every setting of a server; the help also names its environment
 * variables.
 */
export function addServeFlags(command: Command): Command {
  for (const { flag, about, env } of SETTINGS) {
    // Without the positive flag, a `--no-` flag would always have a value and take precedence.
    if (flag.startsWith('--no-')) command.addOption(toOpposite(flag));
    command.option(flag, `${about} [${env[0] ?? ''}]`);
  }
  return command.option('--config <file>', 'settings as JSON (default: formwork.config.json)');
}

function toOpposite(flag: string): Option {
  return new Option(`--${flag.slice('--no-'.length)}`).hideHelp();
}
