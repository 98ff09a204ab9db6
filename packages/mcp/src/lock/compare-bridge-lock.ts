import { getOwn, indentJson } from '@formwork/schema/json';
import type { BridgeLock, LockedAgent, LockedTool, LockedTools } from './bridge-lock.ts';
import { sortKeys } from './write-bridge-lock.ts';

/** A difference between an accepted text and the text that is offered now. */
export interface LockChange {
  readonly kind: 'added' | 'changed' | 'removed';
  /**
   * The part of the bridge that has changed; `agent` if an agent has another address or is no
   * longer in the bridge.
   */
  readonly part: 'instructions' | 'agent' | 'card' | 'schema' | 'tool';
  /** The alias of the agent; `''` for a text of the bridge itself. */
  readonly alias: string;
  /** The name of the tool or schema; otherwise the alias, or `instructions`. */
  readonly name: string;
  /** The accepted text, in lines; `''` if there is none. */
  readonly before: string;
  /** The text that is offered now, in lines; `''` if there is none. */
  readonly after: string;
}

/** The agent and the part of it that a change concerns. */
type ChangedPart = Pick<LockChange, 'part' | 'alias'>;

const NOTHING: LockedAgent = { url: '', schemas: {}, tools: {} };

/**
 * Compares a lock with the current offer, and lists the changes in the order of aliases, then of
 * names. Agents that are only in the lock count as removed, so agents that should not be compared
 * have to be left out of both.
 *
 * @example
 * ```ts
 * import { compareBridgeLock, type BridgeLock } from '@formwork/mcp';
 *
 * function isUpToDate(locked: BridgeLock, offered: BridgeLock): boolean {
 *   return compareBridgeLock(locked, offered).length === 0;
 * }
 * ```
 */
export function compareBridgeLock(
  locked: BridgeLock | undefined,
  offered: BridgeLock,
): readonly LockChange[] {
  const lockedBridge = locked?.bridge ?? { instructions: [], tools: {} };
  const { instructions, tools } = offered.bridge;
  const aliases = toNames(locked?.agents ?? {}, offered.agents);
  return [
    ...compareTexts(
      { part: 'instructions', alias: '' },
      {
        name: 'instructions',
        before: lockedBridge.instructions.join('\n'),
        after: instructions.join('\n'),
      },
    ),
    ...compareTools('', { before: lockedBridge.tools, after: tools }),
    ...aliases.flatMap((alias) =>
      compareAgents(alias, {
        before: getOwn(locked?.agents, alias),
        after: getOwn(offered.agents, alias),
      }),
    ),
  ];
}

interface Pair<Value> {
  readonly before: Value;
  readonly after: Value;
}

function compareAgents(
  alias: string,
  { before = NOTHING, after = NOTHING }: Pair<LockedAgent | undefined>,
): readonly LockChange[] {
  // Texts were accepted only at the old address, so all of them are withheld.
  const hasMoved = before.url !== after.url;
  const agents = { part: 'agent', alias } as const;
  const cards = { part: 'card', alias } as const;
  const schemas = toNames(before.schemas, after.schemas);
  return [
    ...(hasMoved
      ? compareTexts(agents, { name: alias, before: before.url, after: after.url })
      : []),
    ...compareTexts(cards, {
      name: alias,
      before: formatLines(before.card),
      after: formatLines(after.card),
    }),
    ...schemas.flatMap((name) =>
      compareTexts(
        { part: 'schema', alias },
        {
          name,
          before: getOwn(before.schemas, name) ?? '',
          after: getOwn(after.schemas, name) ?? '',
        },
      ),
    ),
    ...compareTools(alias, { before: before.tools, after: after.tools, hasMoved }),
  ];
}

function compareTools(
  alias: string,
  {
    before,
    after,
    hasMoved = false,
  }: Pair<LockedTools> & {
    readonly hasMoved?: boolean;
  },
): readonly LockChange[] {
  return toNames(before, after).flatMap((name): readonly LockChange[] => {
    const [old, now] = [getOwn(before, name), getOwn(after, name)];
    if (old?.fingerprint === now?.fingerprint && !hasMoved) return [];
    const texts = { before: toToolText(old), after: toToolText(now) };
    return [{ kind: toKind(texts), part: 'tool', alias, name, ...texts }];
  });
}

function compareTexts(
  changedPart: ChangedPart,
  { name, before, after }: Pair<string> & { readonly name: string },
): readonly LockChange[] {
  if (before === after) return [];
  return [{ kind: toKind({ before, after }), ...changedPart, name, before, after }];
}

function toKind({ before, after }: Pair<string>): LockChange['kind'] {
  if (before === '') return 'added';
  return after === '' ? 'removed' : 'changed';
}

function toToolText(tool: LockedTool | undefined): string {
  if (tool === undefined) return '';
  const { fingerprint: _fingerprint, ...texts } = tool;
  return formatLines(texts);
}

function formatLines(value: object | undefined): string {
  return value === undefined ? '' : indentJson(sortKeys(value));
}

function toNames(before: object, after: object): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
}
