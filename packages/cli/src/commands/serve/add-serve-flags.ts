import { Option, type Command } from 'commander';
import { SETTINGS } from '../../serve/settings-table.ts';

/** Adds the flags of every setting, and what they are called elsewhere. */
export function addServeFlags(command: Command): Command {
  for (const { flag, about, env } of SETTINGS) {
    // Without its opposite, a flag that says no would always have a value, and count first.
    if (flag.startsWith('--no-')) command.addOption(toOpposite(flag));
    command.option(flag, `${about} [${env[0] ?? ''}]`);
  }
  return command.option('--config <file>', 'settings as JSON (default: formwork.config.json)');
}

function toOpposite(flag: string): Option {
  return new Option(`--${flag.slice('--no-'.length)}`).hideHelp();
}
