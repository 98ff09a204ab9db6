import type { LockChange } from '@formwork/mcp';
import { UsageError } from '../errors/usage-error.ts';
import { toSafeLine } from '../terminal/to-safe-text.ts';
import type { AgentsLook } from './look-at-agents.ts';

/** Most names that an error lists. */
const MAX_NAMES = 20;

/**
 * The changes that are meant by names: of a tool, or all those of an agent by its alias. With the
 * first lock comes what is the bridge's own.
 *
 * @throws UsageError for a name that nothing has.
 */
export function chooseChanges(
  names: readonly string[],
  { locked, offered, changes }: Pick<AgentsLook, 'locked' | 'offered' | 'changes'>,
): readonly LockChange[] {
  const { bridge, agents } = offered.lock;
  const known = new Set([
    ...Object.keys(bridge.tools),
    ...Object.entries(agents).flatMap(([alias, { tools }]) => [alias, ...Object.keys(tools)]),
    ...changes.flatMap(({ alias, name }) => (alias === '' ? [name] : [alias, name])),
  ]);
  for (const name of names) {
    if (known.has(name)) continue;
    const some = [...new Set(changes.flatMap(toName))].slice(0, MAX_NAMES).map(toSafeLine);
    const rest = some.length === 0 ? 'nothing has changed' : `one of ${some.join(', ')}`;
    throw new UsageError(
      `Cannot accept as what is named must be a tool or an agent: current value is ${JSON.stringify(name)}, and there is ${rest}`,
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
