import type { Command } from 'commander';
import { SETTINGS } from '../../serve/settings-table.ts';

/** Adds the flags of every setting, and what they are called elsewhere. */
export function addServeFlags(command: Command): Command {
  for (const { flag, about, env } of SETTINGS) {
    command.option(flag, `${about} [${env[0] ?? ''}]`);
  }
  return command.option('--config <file>', 'settings as JSON (default: formwork.config.json)');
}
