import type { Agent } from '../definition/agent.ts';
import type { CardOptions } from './card-options.ts';
import { toCardSkill, toCardTexts, toExtensionsField, toSchemasField } from './card-parts.ts';
import { toCardSecurity } from './card-security.ts';

/**
 * The agent card of A2A 1.0 as ProtoJSON (section 4.4.1), with the root key `schemas` of the
 * extension if there are any. The same agent and options always give the same JSON text.
 */
export function toAgentCard(
  agent: Agent,
  { interfaces, streaming, pushNotifications, security }: CardOptions,
): Readonly<Record<string, unknown>> {
  return {
    ...toCardTexts(agent),
    supportedInterfaces: interfaces,
    capabilities: {
      streaming,
      pushNotifications,
      extendedAgentCard: false,
      ...toExtensionsField(agent),
    },
    ...(security !== undefined && toCardSecurity(security)),
    defaultInputModes: agent.defaultInputModes,
    defaultOutputModes: agent.defaultOutputModes,
    skills: agent.skills.map(toCardSkill),
    ...toSchemasField(agent),
  };
}
