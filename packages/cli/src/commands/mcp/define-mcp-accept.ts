import type { LockChange } from '@formwork/mcp';
import type { Command } from 'commander';
import { CliError, UsageError } from '../../errors/errors.ts';
import { type AgentOffers, readAgentOffers } from '../../mcp/agent-offers.ts';
import { addLockFlag, type LockFlags } from '../../mcp/find-lock.ts';
import { askChoice } from '../../terminal/ask.ts';
import type { Console } from '../../terminal/console.ts';
import { toSafeJson, toSafeLine } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from '../common-flags.ts';
import { assertReached } from './define-mcp-diff.ts';

/** The highest number of names of tools and agents that an error message lists. */
const MAX_NAMES = 20;

interface AcceptFlags extends CommonFlags, LockFlags {
  readonly all?: boolean;
  readonly yes?: boolean;
}

/**
 * Adds the command `formwork mcp accept [TOOL...]`, which accepts changed texts of tools for
 * models.
 */
export function defineMcpAccept(mcp: Command, console: Console): void {
  const command = mcp
    .command('accept')
    .description('accept what models would read of agents, and write it to the lock')
    .argument('[what...]', 'tools, or aliases of agents; and URLs, or ALIAS=URL, of agents to ask')
    .option('--all', 'accept everything that these agents offer')
    .option('--yes', 'do not ask')
    .option('--config <file>', 'the config file of the bridge')
    .action((words: readonly string[], flags: AcceptFlags) => runAccept(words, { flags, console }));
  addCommonFlags(addLockFlag(command), [
    'formwork mcp accept --all shop=https://shop.example.com',
    'formwork mcp accept shop_order --yes',
    'formwork mcp accept --all --config agents.json',
  ]);
}

interface RunOptions {
  readonly flags: AcceptFlags;
  readonly console: Console;
}

async function runAccept(words: readonly string[], { flags, console }: RunOptions): Promise<void> {
  const agents = words.filter((word) => word.includes('://'));
  const names = words.filter((word) => !word.includes('://'));
  if (names.length === 0 && flags.all !== true) {
    throw new UsageError(
      'Cannot accept because there must be something to accept: name tools or agents, or add --all. "formwork mcp diff" shows what there is.',
    );
  }
  const { acceptChanges, compareBridgeLock, writeBridgeLock } = await import('@formwork/mcp');
  const look = await readAgentOffers({ words: agents, flags });
  const { file, locked, offered, changes } = look;
  if (flags.all === true) assertReached(look, 'accept all');
  const chosen = flags.all === true ? changes : chooseChanges(names, look);
  const next = acceptChanges(locked, { offered: offered.lock, changes: chosen });
  // Also shows the changes that are accepted together with a tool.
  const accepted = compareBridgeLock(locked, next);
  if (accepted.length === 0) {
    console.out(
      flags.json === true ? toSafeJson({ lock: file, accepted }) : 'Nothing has changed.',
    );
    return;
  }
  if (flags.json !== true) {
    const { formatChanges } = await import('../../mcp/format-changes.ts');
    console.out(formatChanges(accepted, console.paint));
  }
  await confirm(accepted, { flags, console });
  await writeBridgeLock(file, next);
  if (flags.json === true) {
    console.out(toSafeJson({ lock: file, accepted }));
    return;
  }
  const hint =
    locked === undefined
      ? 'Bridges that are started from now on withhold what is not in it.'
      : 'Bridges that use it take it up within a second.';
  console.out(`${file} is written. ${hint}`);
}

async function confirm(
  accepted: readonly LockChange[],
  { flags, console }: RunOptions,
): Promise<void> {
  if (flags.yes === true) return;
  if (!console.canAsk) {
    throw new UsageError(
      'Cannot accept because somebody must say yes: there is no terminal. Look at what is shown, and add --yes.',
    );
  }
  const count = accepted.length === 1 ? 'this' : `these ${accepted.length} changes`;
  const isYes = await askChoice(`Accept ${count}?`, [
    { name: 'No', value: false },
    { name: 'Yes: models may read this', value: true },
  ]);
  if (!isYes) throw new CliError('Nothing was accepted.');
}

/**
 * Chooses the changes that the names on the command line mean: the name of a tool, or the alias of
 * an agent for all of its changes. The first lock also accepts the bridge's own texts.
 *
 * @throws UsageError for a name that no tool and no agent has.
 */
function chooseChanges(
  names: readonly string[],
  { locked, offered, changes }: Pick<AgentOffers, 'locked' | 'offered' | 'changes'>,
): readonly LockChange[] {
  const { bridge, agents } = offered.lock;
  const acceptable = new Set([
    ...Object.keys(bridge.tools),
    ...Object.entries(agents).flatMap(([alias, { tools }]) => [alias, ...Object.keys(tools)]),
    ...changes.flatMap(({ alias, name }) => (alias === '' ? [name] : [alias, name])),
  ]);
  for (const name of names) {
    if (acceptable.has(name)) continue;
    const some = [...new Set(changes.flatMap(toName))].slice(0, MAX_NAMES).map(toSafeLine);
    const choices = some.length === 0 ? 'nothing has changed' : `one of ${some.join(', ')}`;
    throw new UsageError(
      `Cannot accept because what is named must be a tool or an agent: current value is ${JSON.stringify(name)}, and there is ${choices}`,
    );
  }
  const meant = new Set(names);
  return changes.filter(({ part, alias, name }) => {
    if (alias === '' && locked === undefined) return true;
    return meant.has(alias) || ((part === 'tool' || part === 'instructions') && meant.has(name));
  });
}

function toName({ part, alias, name }: LockChange): readonly string[] {
  return part === 'tool' || part === 'instructions' ? [name] : [alias];
}
