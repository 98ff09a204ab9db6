import type { Agent } from '../definition/agent.ts';
import type { CardOptions } from './card-options.ts';
import {
  toCardExtension,
  toCardSchemas,
  toCardSkill,
  toCardTexts,
  toFollowUpFormsExtension,
} from './card-parts.ts';
import { toCardSecurity } from './card-security.ts';

/**
 * The agent card of A2A 1.0 as ProtoJSON (section 4.4.1), with the root key `schemas` of the
 * extension. The same agent and options always give the same JSON text.
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
      extensions: [toCardExtension(agent), toFollowUpFormsExtension()],
    },
    ...(security !== undefined && toCardSecurity(security)),
    defaultInputModes: agent.defaultInputModes,
    defaultOutputModes: agent.defaultOutputModes,
    skills: agent.skills.map(toCardSkill),
    schemas: toCardSchemas(agent),
  };
}
