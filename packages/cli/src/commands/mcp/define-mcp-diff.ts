import type { Command } from 'commander';
import { CliError } from '../../errors/errors.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import { readAgentOffers, type AgentOffers } from '../../mcp/agent-offers.ts';
import { addLockFlag, type LockFlags } from '../../mcp/find-lock.ts';
import type { Console } from '../../terminal/console.ts';
import { toSafeJson, toSafeLine } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from '../common-flags.ts';

/**
 * Adds the command `formwork mcp diff [URL...]`, which shows the texts for models that have changed
 * since they were accepted.
 */
export function defineMcpDiff(mcp: Command, console: Console): void {
  const command = mcp
    .command('diff')
    .description('tell what models would read that was not accepted; ends with 1 if there is any')
    .argument('[agents...]', 'URL of an agent, or ALIAS=URL (default: those of the lock)')
    .option('--config <file>', 'the config file of the bridge')
    .action(async (words: readonly string[], flags: CommonFlags & LockFlags) => {
      const look = await readAgentOffers({ words, flags, needsLock: true });
      const { file, offered, changes } = look;
      const { unreachable, leftOut } = offered;
      const isSame = changes.length === 0 && unreachable.length === 0;
      if (flags.json === true) {
        console.out(toSafeJson({ lock: file, same: isSame, changes, unreachable, leftOut }));
      } else if (changes.length > 0) {
        const { formatChanges } = await import('../../mcp/format-changes.ts');
        console.out(formatChanges(changes, console.paint));
      } else if (isSame) {
        console.out(`${file}: ${console.paint('green', 'nothing has changed')}`);
      }
      if (changes.length > 0) throw new CliError(toDifferences(look));
      assertReached(look, 'compare');
    });
  addCommonFlags(addLockFlag(command), [
    'formwork mcp diff',
    'formwork mcp diff --config agents.json --json',
    'formwork mcp diff shop=https://shop.example.com --lock shop.lock',
  ]);
}

function toDifferences({ file, changes, offered }: AgentOffers): string {
  const count = changes.length === 1 ? '1 thing is' : `${changes.length} things are`;
  const missing = offered.unreachable.map(({ alias }) => `"${alias}"`).join(', ');
  const note = missing === '' ? '' : ` Not looked at, as they cannot be reached: ${missing}.`;
  return `Cannot pass because ${count} not as ${file} has it. Accept with "formwork mcp accept".${note}`;
}

/** Throws if an agent could not be reached. @throws CliError that names the agents */
export function assertReached({ offered }: Pick<AgentOffers, 'offered'>, verb: string): void {
  const { unreachable } = offered;
  if (unreachable.length === 0) return;
  const reasons = unreachable.map(({ alias, reason }) => `  "${alias}": ${toSafeLine(reason)}`);
  throw new CliError(`Cannot ${verb} because every agent must be reached:\n${reasons.join('\n')}`, {
    exitCode: EXIT_CODES.unreachable,
  });
}
