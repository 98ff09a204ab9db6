import type { Agent } from '@formwork/core';
import { cutText } from '@formwork/schema/internal';

/** The protocols that an agent speaks (Version Negotiation). */
export const SUPPORTED_PROTOCOLS: readonly string[] = ['A2A/1.0'];

/** The versions of the schemas that messages are checked by. */
export const SCHEMA_VERSIONS: readonly string[] = ['1.0.0'];

/** Limits of sent cards: the models are stricter than the schema. */
const MAX_NAME = 100;
const MAX_DESCRIPTION = 500;
const MAX_CAPABILITIES = 50;

/** Options of {@link toDocumentCard}. */
export interface DocumentCardOptions {
  readonly agentId: string;
  readonly publicUrl: string;
  readonly path: string;
}

/** Makes the card of an agent for a handshake (Handshake Message Schema). */
export function toDocumentCard(
  agent: Agent,
  { agentId, publicUrl, path }: DocumentCardOptions,
): Readonly<Record<string, unknown>> {
  return {
    agent_id: agentId,
    name: cutText(agent.name, MAX_NAME) || agentId,
    version: toVersion(agent.version),
    description: cutText(agent.description, MAX_DESCRIPTION),
    capabilities: listCapabilities(agent),
    supported_protocols: [...SUPPORTED_PROTOCOLS],
    schema_versions: [...SCHEMA_VERSIONS],
    metadata: {
      agent_version: agent.version,
      endpoint: `${publicUrl}${path}`,
      agent_card_url: `${publicUrl}/.well-known/agent-card.json`,
      methods: agent.skills.map(({ id }) => id),
    },
  };
}

/** Lists ids of an agent's skills, then their tags. */
export function listCapabilities(agent: Agent): readonly string[] {
  const names = [...agent.skills.map(({ id }) => id), ...agent.skills.flatMap(({ tags }) => tags)];
  const unique = [...new Set(names)].slice(0, MAX_CAPABILITIES);
  return unique.length === 0 ? ['text'] : unique;
}

/** Keeps three numbers, because the document has room for no more. */
function toVersion(version: string): string {
  const [, major = '0', minor = '0', patch = '0'] =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/u.exec(version) ?? [];
  return `${major}.${minor}.${patch}`;
}
