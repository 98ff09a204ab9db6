import type { BridgeLock, LockChange, OfferedLock } from '@formwork/mcp';
import { existsSync } from 'node:fs';
import { UsageError } from '../errors/errors.ts';
import { findLock, toLockPath, type LockFlags } from './find-lock.ts';
import { readMcpSettings } from './read-mcp-settings.ts';

/** The accepted texts of agents, and those that the agents offer now. */
export interface AgentOffers {
  /** The path of the lock, which may not exist yet. */
  readonly file: string;
  readonly locked: BridgeLock | undefined;
  readonly offered: OfferedLock;
  /** The longest time that a call of a tool waits for its result, in milliseconds. */
  readonly budgetMs: number;
  /** The texts that have changed since they were accepted, for the agents that were read. */
  readonly changes: readonly LockChange[];
}

/** The longest time that a call waits for its result unless it is set, in milliseconds. */
const BUDGET_MS = 45_000;

/** Reads the lock, and the texts that the agents offer now. */
export async function readAgentOffers({
  words,
  flags,
  needsLock = false,
}: {
  /**
   * The agents on the command line. Without any, those of the config file are read, else those in
   * the lock.
   */
  readonly words: readonly string[];
  readonly flags: LockFlags;
  /** True throws if no lock has been written yet. Default false. */
  readonly needsLock?: boolean;
}): Promise<AgentOffers> {
  const { compareBridgeLock, createBridge, readBridgeLock, toBridgeLock } =
    await import('@formwork/mcp');
  const file = toLockPath(flags);
  const isThere = findLock(flags) !== undefined && existsSync(file);
  if (needsLock && !isThere) {
    throw new UsageError(
      `Cannot compare because there must be a lock: ${JSON.stringify(file)} is not there. Make it with "formwork mcp accept --all".`,
    );
  }
  const locked = isThere ? await readBridgeLock(file) : undefined;
  const isFromLock = words.length === 0 && flags.config === undefined;
  const { bridge, pinFile } = await readMcpSettings({
    words: isFromLock
      ? listLockedAgents(locked)
      : words.map((word) => addLockedAlias(word, locked)),
    config: flags.config,
    // Uses no stored cards, because only what agents offer now may be compared or accepted.
    cardFolder: false,
    env: process.env,
  });
  // A card that the bridge would refuse is not accepted into the lock either.
  const { pinAgents } = await import('./bridge-pins.ts');
  const options = pinAgents(bridge, { pinFile, warn: () => undefined });
  const opened = createBridge(options);
  try {
    const offered = await toBridgeLock(opened);
    const all = Object.keys(locked?.agents ?? {});
    const meant = options.agents.map(({ alias }) => alias);
    // Compares only the agents of the command line; the config file names all agents.
    const scope = new Set(flags.config === undefined ? meant : [...meant, ...all]);
    for (const { alias } of offered.unreachable) scope.delete(alias);
    const before = locked === undefined ? undefined : only(locked, scope);
    const changes = compareBridgeLock(before, offered.lock);
    return { file, locked, offered, changes, budgetMs: options.budgetMs ?? BUDGET_MS };
  } finally {
    await opened.close();
  }
}

function listLockedAgents(locked: BridgeLock | undefined): readonly string[] {
  return Object.entries(locked?.agents ?? {}).map(([alias, { url }]) => `${alias}=${url}`);
}

/** Adds to an address the alias under which the lock has accepted it, if no alias is given. */
function addLockedAlias(word: string, locked: BridgeLock | undefined): string {
  if (!URL.canParse(word)) return word;
  const { href } = new URL(word);
  const entry = Object.entries(locked?.agents ?? {}).find(([, { url }]) => url === href);
  return entry === undefined ? word : `${entry[0]}=${word}`;
}

function only(lock: BridgeLock, aliases: ReadonlySet<string>): BridgeLock {
  const agents = Object.entries(lock.agents).filter(([alias]) => aliases.has(alias));
  return { ...lock, agents: Object.fromEntries(agents) };
}
