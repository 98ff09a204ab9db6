import { LOCK_VERSION, type BridgeLock } from '../lock/bridge-lock.ts';
import { toLockedAgent } from '../lock/to-locked-agent.ts';
import { toBridgeTexts } from '../lock/withheld-tool.ts';
import { toFirstLine } from '../text/short-text.ts';
import type { AgentSet } from './agent-set.ts';

/** The offer of a bridge's agents at this moment, in the form of a lock. */
export interface OfferedLock {
  /**
   * The lock that accepts everything that the agents offer. Agents that cannot be reached are
   * missing in it.
   */
  readonly lock: BridgeLock;
  /** The agents that cannot be reached, or refuse the bridge, with the reasons. */
  readonly unreachable: readonly { readonly alias: string; readonly reason: string }[];
  /** Sentences about the skills that do not become tools. */
  readonly leftOut: readonly string[];
}

/**
 * Reads what the agents of a bridge offer now, whether or not it has been accepted, for a new lock.
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
  // Agents of a registry are known only after its list has been read.
  await bridge.agents.look();
  const { bridgeAgents } = bridge.agents;
  const looks = await Promise.all(
    bridgeAgents.map(async (bridgeAgent) => {
      const { alias } = bridgeAgent.settings;
      try {
        return { alias, profile: await bridgeAgent.reach(), reason: '' };
      } catch (error) {
        return { alias, profile: undefined, reason: toFirstLine(error) };
      }
    }),
  );
  const profiles = looks.flatMap(({ alias, profile }) =>
    profile === undefined ? [] : [{ alias, profile }],
  );
  const agents = profiles.map(({ alias, profile }) => [alias, toLockedAgent(profile)] as const);
  return {
    lock: { bridgeLock: LOCK_VERSION, bridge: toBridgeTexts(), agents: Object.fromEntries(agents) },
    unreachable: looks.flatMap(({ alias, profile, reason }) =>
      profile === undefined ? [{ alias, reason }] : [],
    ),
    leftOut: profiles.flatMap(({ alias, profile }) =>
      profile.offered.quarantined.map(({ skillId, schema, reasons }) => {
        const name = schema === '' ? skillId : `${skillId} (${schema})`;
        return `Skill ${JSON.stringify(name)} of "${alias}" is left out: ${reasons.join('; ')}`;
      }),
    ),
  };
}
