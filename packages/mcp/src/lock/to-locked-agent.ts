import type { RemoteAgent } from '@formwork/client';
import type { AgentTools } from '../catalog/bridge-tool.ts';
import { toCleanLine, toCleanText } from '../text/to-clean-text.ts';
import type { LockedAgent, LockedCard } from './bridge-lock.ts';
import { toJsonFingerprint, toLines, toLockedTool } from './to-locked-tool.ts';

/** An agent that was found, and everything that it offers. */
export interface OfferedAgent {
  readonly agent: RemoteAgent;
  /** The address where the agent was found. */
  readonly url: string;
  /** The tools of the agent, whether or not they were accepted. */
  readonly offered: AgentTools;
}

/** Returns the texts of everything that an agent offers now, in the form of the lock. */
export function toLockedAgent({ agent, offered, url }: OfferedAgent): LockedAgent {
  return {
    url: toLockedUrl(url),
    card: toLockedCard(agent),
    schemas: toSchemaFingerprints(agent),
    tools: Object.fromEntries(
      offered.tools.map((tool) => [tool.definition.name, toLockedTool(tool)]),
    ),
  };
}

/** Returns the address of an agent without the parts that may contain a password. */
export function toLockedUrl(url: string): string {
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

function toLockedCard({ name, description, version, card }: OfferedAgent['agent']): LockedCard {
  return {
    name: toCleanLine(name, { most: 200 }),
    description: toLines(toCleanText(description, { most: 1000 })),
    version: toCleanLine(version, { most: 80 }),
    fingerprint: toJsonFingerprint(card),
  };
}

/**
 * Returns the fingerprints of the schemas that can be read as resources, which are those that were
 * not refused.
 */
export function toSchemaFingerprints(
  agent: OfferedAgent['agent'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    agent.schemaNames.flatMap((name) => {
      const schema = agent.schema(name);
      return schema.kind === 'refused' ? [] : [[name, toJsonFingerprint(schema.schema)] as const];
    }),
  );
}
