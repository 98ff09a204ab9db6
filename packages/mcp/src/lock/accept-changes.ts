import { getOwn } from '@formwork/schema/json';
import {
  LOCK_VERSION,
  type BridgeLock,
  type LockedAgent,
  type LockedTools,
} from './bridge-lock.ts';
import { compareBridgeLock, type LockChange } from './compare-bridge-lock.ts';

/** Options of {@link acceptChanges}. */
export interface AcceptOptions {
  /** The lock with everything that is offered now: {@link OfferedLock.lock} of `toBridgeLock`. */
  readonly offered: BridgeLock;
  /** The changes that are accepted, among those of `compareBridgeLock(locked, offered)`. */
  readonly changes: readonly LockChange[];
}

/**
 * Returns a lock in which some changes are accepted. Accepting a tool also accepts the schemas of
 * its skill, and accepting the last change of an agent's tools also accepts its card. If an agent
 * has moved, only what is accepted at the new address remains.
 *
 * @param locked What was accepted so far; `undefined` if nothing was.
 *
 * @example
 * ```ts
 * import { acceptChanges, compareBridgeLock, type BridgeLock } from '@formwork/mcp';
 *
 * function acceptAll(locked: BridgeLock, offered: BridgeLock): BridgeLock {
 *   return acceptChanges(locked, { offered, changes: compareBridgeLock(locked, offered) });
 * }
 * ```
 */
export function acceptChanges(
  locked: BridgeLock | undefined,
  { offered, changes }: AcceptOptions,
): BridgeLock {
  const chosen = new Set(changes.map(toKey));
  const has = (part: LockChange['part'], alias: string, name: string): boolean =>
    chosen.has(toKey({ part, alias, name }));
  const bridge = locked?.bridge ?? { instructions: [], tools: {} };
  const agents = new Map(Object.entries(locked?.agents ?? {}));
  for (const alias of new Set(changes.map((change) => change.alias))) {
    if (alias === '') continue;
    const next = acceptAgent(alias, { before: agents.get(alias), offered, has });
    if (next === undefined) agents.delete(alias);
    else agents.set(alias, next);
  }
  return {
    bridgeLock: LOCK_VERSION,
    bridge: {
      instructions: has('instructions', '', 'instructions')
        ? offered.bridge.instructions
        : bridge.instructions,
      tools: acceptTools(bridge.tools, {
        after: offered.bridge.tools,
        isChosen: (name) => has('tool', '', name),
      }),
    },
    agents: Object.fromEntries(agents),
  };
}

/**
 * Applies the accepted changes of one agent; `undefined` if the agent is no longer in the bridge.
 */
function acceptAgent(
  alias: string,
  {
    before,
    offered,
    has,
  }: {
    readonly before: LockedAgent | undefined;
    readonly offered: BridgeLock;
    readonly has: (part: LockChange['part'], alias: string, name: string) => boolean;
  },
): LockedAgent | undefined {
  const after = getOwn(offered.agents, alias);
  if (after === undefined) return has('agent', alias, alias) ? undefined : before;
  const base = before?.url === after.url ? before : { url: after.url, schemas: {}, tools: {} };
  const tools = acceptTools(base.tools, {
    after: after.tools,
    isChosen: (name) => has('tool', alias, name),
  });
  const schemas = new Map(Object.entries(base.schemas));
  const chosenTools = Object.entries(tools).filter(([name]) => has('tool', alias, name));
  const ofTools = new Set(chosenTools.map(([, { schema }]) => schema));
  for (const name of new Set([...schemas.keys(), ...Object.keys(after.schemas)])) {
    const now = getOwn(after.schemas, name);
    if (!has('schema', alias, name) && !ofTools.has(name)) continue;
    if (now === undefined) schemas.delete(name);
    else schemas.set(name, now);
  }
  const draft: LockedAgent = {
    ...(base.card !== undefined && { card: base.card }),
    url: after.url,
    schemas: Object.fromEntries(schemas),
    tools,
  };
  const openChanges = compareBridgeLock(
    { ...offered, agents: { [alias]: draft } },
    { ...offered, agents: { [alias]: after } },
  );
  // A card contains the texts of its tools, so it is accepted only after all of them.
  const isWhole = openChanges.every(({ part }) => part !== 'tool');
  if (!isWhole || after.card === undefined) return draft;
  return { ...draft, card: after.card, schemas: after.schemas };
}

function acceptTools(
  before: LockedTools,
  {
    after,
    isChosen,
  }: { readonly after: LockedTools; readonly isChosen: (name: string) => boolean },
): LockedTools {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const tool = getOwn(isChosen(name) ? after : before, name);
      return tool === undefined ? [] : [[name, tool] as const];
    }),
  );
}

function toKey({ part, alias, name }: Pick<LockChange, 'part' | 'alias' | 'name'>): string {
  return JSON.stringify([part, alias, name]);
}
