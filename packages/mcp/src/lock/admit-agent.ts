import { getOwn } from '@formwork/schema/internal';
import type { BridgeTool, ListedTool } from '../catalog/bridge-tool.ts';
import { TOOL_META_KEY } from '../catalog/shared-tools.ts';
import type { BridgeLock, LockedAgent } from './bridge-lock.ts';
import { toJsonFingerprint, toLockedTool } from './to-locked-tool.ts';
import { toLockedUrl, toSchemaFingerprints } from './to-locked-agent.ts';
import { toWithheldTool } from './withheld-tool.ts';
import type { OfferedAgent } from './to-locked-agent.ts';

/** A tool that is not served. */
interface WithheldTool {
  readonly name: string;
  /** A new one is not even named to models: its name is the card's. */
  readonly kind: 'new' | 'changed';
  readonly fingerprint: string;
}

/** The part of an agent that may be served. */
export interface Admission {
  readonly tools: readonly BridgeTool[];
  /** The list for hosts: the tools, and a word in the place of those that have changed. */
  readonly definitions: readonly ListedTool[];
  readonly withheld: readonly WithheldTool[];
  /** Names of accepted tools that the agent no longer has. */
  readonly removed: readonly string[];
  /** Whether the card may be read as a resource. */
  readonly mayShowCard: boolean;
  /** Names of schemas that may be known; those in `schemas` may be read as well. */
  readonly schemaNames: readonly string[];
  readonly schemas: ReadonlySet<string>;
}

/** Tells what of an agent may be served: everything if there is no lock, else what it has. */
export function admitAgent(
  { agent, offered, url }: OfferedAgent,
  { alias, lock }: { readonly alias: string; readonly lock: BridgeLock | undefined },
): Admission {
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
  const known = locked?.tools ?? {};
  const mayShowCard = locked?.card?.fingerprint === toJsonFingerprint(agent.card);
  const judged = offered.tools.map((tool) => judgeTool(tool, known));
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
    removed: Object.keys(known).filter((name) => !names.has(name)),
    mayShowCard,
    schemaNames,
    schemas: new Set(schemaNames.filter((name) => accepted[name] === now[name])),
  };
}

/** Finds what was accepted of an agent; nothing if it was accepted at another address. */
function findLocked(
  { agents }: BridgeLock,
  { alias, url }: { readonly alias: string; readonly url: string },
): LockedAgent | undefined {
  const locked = getOwn(agents, alias);
  return locked?.url === toLockedUrl(url) ? locked : undefined;
}

function judgeTool(tool: BridgeTool, known: LockedAgent['tools']) {
  const { name } = tool.definition;
  const { fingerprint } = toLockedTool(tool);
  const locked = getOwn(known, name);
  const kind: WithheldTool['kind'] | 'same' =
    locked === undefined ? 'new' : locked.fingerprint === fingerprint ? 'same' : 'changed';
  return { tool, name, fingerprint, kind };
}

/** The version is a word of the card: one that was not accepted is not passed on. */
function withoutVersion(tool: BridgeTool): BridgeTool {
  const { definition } = tool;
  const { _meta: meta } = definition;
  const about = meta[TOOL_META_KEY];
  if (typeof about !== 'object' || about === null || Array.isArray(about)) return tool;
  const { version: _version, ...rest } = about as Readonly<Record<string, string>>;
  return { ...tool, definition: { ...definition, _meta: { ...meta, [TOOL_META_KEY]: rest } } };
}
