import type { Command } from 'commander';

/** Flags that every command has. */
export interface CommonFlags {
  readonly json?: boolean;
  readonly verbose?: boolean;
}

/** Adds the flags that every command has, and examples at the end of its help. */
export function addCommonFlags(command: Command, examples: readonly string[]): Command {
  return command
    .option('--json', 'print JSON')
    .option('--verbose', 'show where an error comes from')
    .addHelpText('after', toExamples(examples));
}

/** Examples as the end of a help text. */
export function toExamples(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`;
}
