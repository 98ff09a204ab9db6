import { getOwn } from '@formwork/schema/json';
import type { BridgeTool, ListedTool } from '../catalog/bridge-tool.ts';
import { TOOL_META_KEY } from '../catalog/shared-tools.ts';
import type { BridgeLock, LockedAgent } from './bridge-lock.ts';
import { toLockedUrl, toSchemaFingerprints } from './to-locked-agent.ts';
import type { OfferedAgent } from './to-locked-agent.ts';
import { toJsonFingerprint, toLockedTool } from './to-locked-tool.ts';
import { toWithheldTool } from './withheld-tool.ts';

/** A tool that is withheld from hosts, because the lock does not accept its present texts. */
interface WithheldTool {
  readonly name: string;
  /**
   * Why the tool is withheld. A `new` tool is not even named to models, because its name comes from
   * the card.
   */
  readonly kind: 'new' | 'changed';
  readonly fingerprint: string;
}

/** The part of an agent's offer that the lock lets hosts see. */
export interface AdmittedAgent {
  readonly tools: readonly BridgeTool[];
  /**
   * The entries for the list of tools: the accepted tools, and placeholders for those that have
   * changed.
   */
  readonly definitions: readonly ListedTool[];
  readonly withheld: readonly WithheldTool[];
  /** The names of accepted tools that the agent no longer offers. */
  readonly removed: readonly string[];
  /** True if hosts may read the agent's card as a resource. */
  readonly mayShowCard: boolean;
  /**
   * The names of the schemas that hosts may see in lists; {@link schemas} has those that hosts may
   * also read.
   */
  readonly schemaNames: readonly string[];
  readonly schemas: ReadonlySet<string>;
}

/**
 * Decides which part of an agent's offer may be served: everything without a lock, else what the
 * lock accepts.
 */
export function admitAgent(
  { agent, offered, url }: OfferedAgent,
  { alias, lock }: { readonly alias: string; readonly lock: BridgeLock | undefined },
): AdmittedAgent {
  if (lock === undefined) {
    return {
      tools: offered.tools,
      definitions: offered.tools.map(({ definition }) => definition),
      withheld: [],
      removed: [],
      mayShowCard: true,
      schemaNames: agent.schemaNames,
      schemas: new Set(agent.schemaNames),
    };
  }
  const locked = findLocked(lock, { alias, url });
  const lockedTools = locked?.tools ?? {};
  const mayShowCard = locked?.card?.fingerprint === toJsonFingerprint(agent.card);
  const judged = offered.tools.map((tool) => judgeTool(tool, lockedTools));
  const admitted = judged.flatMap(({ tool, kind }) => (kind === 'same' ? [tool] : []));
  const tools = mayShowCard ? admitted : admitted.map(withoutVersion);
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool.definition]));
  const names = new Set(judged.map(({ name }) => name));
  const now = toSchemaFingerprints(agent);
  const accepted = locked?.schemas ?? {};
  const schemaNames = Object.keys(accepted).filter((name) => Object.hasOwn(now, name));
  return {
    tools,
    definitions: judged.flatMap(({ name, kind }) => {
      if (kind === 'new') return [];
      return [byName.get(name) ?? toWithheldTool(name)];
    }),
    withheld: judged.flatMap(({ name, kind, fingerprint }) =>
      kind === 'same' ? [] : [{ name, kind, fingerprint }],
    ),
    removed: Object.keys(lockedTools).filter((name) => !names.has(name)),
    mayShowCard,
    schemaNames,
    schemas: new Set(schemaNames.filter((name) => accepted[name] === now[name])),
  };
}

/** Finds the accepted texts of an agent; `undefined` if they were accepted at another address. */
function findLocked(
  { agents }: BridgeLock,
  { alias, url }: { readonly alias: string; readonly url: string },
): LockedAgent | undefined {
  const locked = getOwn(agents, alias);
  return locked?.url === toLockedUrl(url) ? locked : undefined;
}

function judgeTool(tool: BridgeTool, lockedTools: LockedAgent['tools']) {
  const { name } = tool.definition;
  const { fingerprint } = toLockedTool(tool);
  const locked = getOwn(lockedTools, name);
  const kind: WithheldTool['kind'] | 'same' =
    locked === undefined ? 'new' : locked.fingerprint === fingerprint ? 'same' : 'changed';
  return { tool, name, fingerprint, kind };
}

/** Returns a tool without the agent's version, a text of a card that was not accepted. */
function withoutVersion(tool: BridgeTool): BridgeTool {
  const { definition } = tool;
  const { _meta: meta } = definition;
  const about = meta[TOOL_META_KEY];
  if (typeof about !== 'object' || about === null || Array.isArray(about)) return tool;
  const { version: _version, ...facts } = about as Readonly<Record<string, string>>;
  return { ...tool, definition: { ...definition, _meta: { ...meta, [TOOL_META_KEY]: facts } } };
}
