import type { Agent } from '@formwork/core';
import { cutText } from '../message/cut-text.ts';

/** What an agent speaks, by the names of the document (Version Negotiation). */
export const SUPPORTED_PROTOCOLS: readonly string[] = ['A2A/1.0'];

/** The versions of the schemas that messages are checked by. */
export const SCHEMA_VERSIONS: readonly string[] = ['1.0.0'];

/** Of what is sent: the models are stricter than the schema. */
const MAX_NAME = 100;
const MAX_DESCRIPTION = 500;
const MAX_CAPABILITIES = 50;

/** Options of {@link toDocumentCard}. */
export interface DocumentCardOptions {
  readonly agentId: string;
  readonly publicUrl: string;
  readonly path: string;
}

/** The card of an agent as a handshake has it (Handshake Message Schema). */
export function toDocumentCard(
  agent: Agent,
  { agentId, publicUrl, path }: DocumentCardOptions,
): Readonly<Record<string, unknown>> {
  return {
    agent_id: agentId,
    name: cutText(agent.name, MAX_NAME) || agentId,
    version: toVersion(agent.version),
    description: cutText(agent.description, MAX_DESCRIPTION),
    capabilities: toCapabilities(agent),
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

/** Names of what an agent can do: ids of its skills, then their tags. */
export function toCapabilities(agent: Agent): readonly string[] {
  const names = [...agent.skills.map(({ id }) => id), ...agent.skills.flatMap(({ tags }) => tags)];
  const unique = [...new Set(names)].slice(0, MAX_CAPABILITIES);
  return unique.length === 0 ? ['text'] : unique;
}

/** The document has room for three numbers only. */
function toVersion(version: string): string {
  const [, major = '0', minor = '0', patch = '0'] =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/u.exec(version) ?? [];
  return `${major}.${minor}.${patch}`;
}
