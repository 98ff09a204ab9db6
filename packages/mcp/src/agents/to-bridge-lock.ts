import type { AgentSet } from './agent-set.ts';
import { toFirstLine } from '../text/short-text.ts';
import { LOCK_VERSION, type BridgeLock } from '../lock/bridge-lock.ts';
import { toOwnTexts } from '../lock/withheld-tool.ts';
import { toLockedAgent } from '../lock/to-locked-agent.ts';

/** The offer of the agents of a bridge now. */
export interface OfferedLock {
  /** As a lock in which all of it is accepted. Agents that are not there are missing. */
  readonly lock: BridgeLock;
  /** Agents that cannot be reached, or let nobody in. */
  readonly unreachable: readonly { readonly alias: string; readonly reason: string }[];
  /** The skills that do not become tools, in words. */
  readonly leftOut: readonly string[];
}

/**
 * Looks at the agents of a bridge, whether what they offer was accepted or not.
 *
 * @example
 * ```ts
 * import { createBridge, toBridgeLock, writeBridgeLock } from '@formwork/mcp';
 *
 * const bridge = createBridge({ agents: [{ alias: 'shop', url: 'https://shop.example.com' }] });
 * const { lock, unreachable } = await toBridgeLock(bridge);
 * if (unreachable.length === 0) await writeBridgeLock('bridge.lock', lock);
 * ```
 */
export async function toBridgeLock(bridge: { readonly agents: AgentSet }): Promise<OfferedLock> {
  // Those that somebody else lists are agents of the bridge only once they were asked for.
  await bridge.agents.look();
  const { slots } = bridge.agents;
  const looks = await Promise.all(
    slots.map(async ({ settings: { alias }, reach }) => {
      try {
        return { alias, known: await reach(), reason: '' };
      } catch (error) {
        return { alias, known: undefined, reason: toFirstLine(error) };
      }
    }),
  );
  const there = looks.flatMap(({ alias, known }) =>
    known === undefined ? [] : [{ alias, known }],
  );
  const agents = there.map(({ alias, known }) => [alias, toLockedAgent(known)] as const);
  return {
    lock: { bridgeLock: LOCK_VERSION, bridge: toOwnTexts(), agents: Object.fromEntries(agents) },
    unreachable: looks.flatMap(({ alias, known, reason }) =>
      known === undefined ? [{ alias, reason }] : [],
    ),
    leftOut: there.flatMap(({ alias, known }) =>
      known.offered.quarantined.map(({ skillId, schema, reasons }) => {
        const name = schema === '' ? skillId : `${skillId} (${schema})`;
        return `Skill ${JSON.stringify(name)} of "${alias}" is left out: ${reasons.join('; ')}`;
      }),
    ),
  };
}
