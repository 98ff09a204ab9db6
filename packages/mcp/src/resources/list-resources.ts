import type { ResourceTemplateType } from '@modelcontextprotocol/server';
import type { AgentSet } from '../agents/agent-set.ts';
import { toLabel } from '../catalog/to-label.ts';
import { toCleanLine } from '../text/to-clean-text.ts';
import { AGENTS_URI, toCardUri, toSchemaUri } from './resource-uri.ts';

/** A resource as hosts see it in the list of resources of MCP. */
interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

const JSON_TYPE = 'application/json';
const SCHEMA_TYPE = 'application/schema+json';

/**
 * Lists the resources of the agents: their index, then the card and the schemas of each known
 * agent.
 */
export function listResources({ bridgeAgents }: AgentSet): readonly ListedResource[] {
  const index = {
    uri: AGENTS_URI,
    name: 'agents',
    title: 'Agents',
    description: 'The A2A agents of this server, and their skills.',
    mimeType: JSON_TYPE,
  };
  const agentResources = bridgeAgents.flatMap((bridgeAgent): readonly ListedResource[] => {
    const profile = bridgeAgent.profile();
    if (profile === undefined) return [];
    const { alias } = bridgeAgent.settings;
    const label = toLabel(bridgeAgent.settings, profile.agent.name);
    const card = {
      uri: toCardUri(alias),
      name: `${alias}-card`,
      title: `Card of ${label}`,
      description: `What the remote A2A agent "${label}" says of itself.`,
      mimeType: JSON_TYPE,
    };
    const schemas = profile.admission.schemaNames.map((name) => {
      const shown = toCleanLine(name, { most: 80 });
      return {
        uri: toSchemaUri(alias, name),
        name: `${alias}-${shown}`,
        title: `Schema ${shown} of ${label}`,
        description: `A JSON Schema of the remote A2A agent "${label}".`,
        mimeType: SCHEMA_TYPE,
      };
    });
    return [card, ...schemas];
  });
  return [index, ...agentResources];
}

/** The templates of the bridge's addresses, for hosts that complete them. */
export const RESOURCE_TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${AGENTS_URI}/{alias}/card`,
    name: 'card',
    title: 'Card of an agent',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: `${AGENTS_URI}/{alias}/schemas/{name}`,
    name: 'schema',
    title: 'Schema of an agent',
    mimeType: SCHEMA_TYPE,
  },
  {
    uriTemplate: `${AGENTS_URI}/{alias}/parts/{part}`,
    name: 'part',
    title: 'File or output of a task',
    description: 'As a result names it.',
  },
];

/** The highest number of suggestions in one completion. */
const MAX_VALUES = 100;

/**
 * Suggests values for a variable of an address template that begin with what a person has typed.
 */
export function completeResource(
  { bridgeAgents }: AgentSet,
  {
    name,
    value,
    alias,
  }: { readonly name: string; readonly value: string; readonly alias?: string },
): readonly string[] {
  const readyAgents = bridgeAgents.filter((bridgeAgent) => bridgeAgent.profile() !== undefined);
  const all =
    name === 'alias'
      ? readyAgents.map(({ settings }) => settings.alias)
      : name === 'name'
        ? readyAgents
            .filter(({ settings }) => alias === undefined || settings.alias === alias)
            .flatMap((bridgeAgent) => bridgeAgent.profile()?.admission.schemaNames ?? [])
        : [];
  return [...new Set(all)].filter((candidate) => candidate.startsWith(value)).slice(0, MAX_VALUES);
}
