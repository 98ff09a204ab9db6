import type { AgentSettings, BridgeOptions } from '@formwork/mcp';
import { createMemoryPins, type PinStore } from '@formwork/trust';
import { createFilePins } from '@formwork/trust/files';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { tightenConfigFolder } from '../save/folders.ts';

type Agents = Pick<BridgeOptions, 'agents' | 'listAgents'>;

/**
 * Makes a bridge remember the key that each agent's card was first signed with, and refuse another
 * one from then on, as the other commands do. Agents with settings of their own keep them.
 */
export function pinAgents<Bridge extends Agents>(
  bridge: Bridge,
  {
    pinFile,
    warn,
  }: {
    /** The file that remembers keys; `undefined` pins no keys. */
    readonly pinFile: string | undefined;
    /** Called with a message for people if the file cannot be used. */
    readonly warn: (message: string) => void;
  },
): Bridge {
  if (pinFile === undefined) return bridge;
  const trust = { pins: openPins(pinFile, warn) };
  const pin = (agent: AgentSettings): AgentSettings =>
    agent.connect?.trust === undefined ? { ...agent, connect: { ...agent.connect, trust } } : agent;
  const { agents, listAgents } = bridge;
  return {
    ...bridge,
    agents: agents.map(pin),
    ...(listAgents && { listAgents: async () => (await listAgents()).map(pin) }),
  };
}

/**
 * Opens the file of remembered keys. In a folder that cannot be written, keys are remembered only
 * until the process ends.
 */
function openPins(file: string, warn: (message: string) => void): PinStore {
  try {
    const folder = dirname(file);
    tightenConfigFolder(file);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return createFilePins(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(
      `Keys of agents are forgotten when this process ends: ${reason}. Name another file with --pins, or use --no-pins.`,
    );
    return createMemoryPins();
  }
}
