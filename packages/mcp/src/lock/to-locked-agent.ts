import type { KnownAgent } from '../agents/agent-slot.ts';
import { toCleanLine, toCleanText } from '../text/to-clean-text.ts';
import type { LockedAgent, LockedCard } from './bridge-lock.ts';
import { toJsonFingerprint, toLines, toLockedTool } from './to-locked-tool.ts';

/** All that an agent offers now, whether it was accepted or not. */
export function toLockedAgent({ agent, offered, url }: KnownAgent): LockedAgent {
  return {
    url: toLockedUrl(url),
    card: toLockedCard(agent),
    schemas: toSchemaFingerprints(agent),
    tools: Object.fromEntries(
      offered.tools.map((tool) => [tool.definition.name, toLockedTool(tool)]),
    ),
  };
}

/** Without what may be a password. */
export function toLockedUrl(url: string): string {
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

function toLockedCard({ name, description, version, card }: KnownAgent['agent']): LockedCard {
  return {
    name: toCleanLine(name, { most: 200 }),
    description: toLines(toCleanText(description, { most: 1000 })),
    version: toCleanLine(version, { most: 80 }),
    fingerprint: toJsonFingerprint(card),
  };
}

/** Of the schemas that can be read as resources: those that are not refused. */
export function toSchemaFingerprints(agent: KnownAgent['agent']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    agent.schemaNames.flatMap((name) => {
      const schema = agent.schema(name);
      return schema.kind === 'refused' ? [] : [[name, toJsonFingerprint(schema.schema)] as const];
    }),
  );
}
