import type { Agent } from '../definition/agent.ts';
import type { CardOptions } from './card-options.ts';
import { toCardSkill, toCardTexts, toExtensionsField, toSchemasField } from './card-parts.ts';
import { toLegacyCardSecurity } from './card-security.ts';

/**
 * The agent card of A2A 0.3 (section 5.5), with the root key `schemas` of the extension.
 *
 * It also lists `supportedInterfaces`: a client that asks without naming a version gets this card,
 * and one that speaks 1.0 finds its way from here. Returns `undefined` when no interface speaks 0.3.
 */
export function toLegacyAgentCard(
  agent: Agent,
  { interfaces, streaming, pushNotifications, security }: CardOptions,
): Readonly<Record<string, unknown>> | undefined {
  const [primary, ...others] = interfaces.filter((door) => door.protocolVersion === '0.3');
  if (primary === undefined) return undefined;
  return {
    protocolVersion: '0.3.0',
    ...toCardTexts(agent),
    url: primary.url,
    preferredTransport: primary.protocolBinding,
    additionalInterfaces: [primary, ...others].map(({ url, protocolBinding }) => ({
      url,
      transport: protocolBinding,
    })),
    supportedInterfaces: interfaces,
    capabilities: {
      streaming,
      pushNotifications,
      stateTransitionHistory: false,
      ...toExtensionsField(agent),
    },
    supportsAuthenticatedExtendedCard: false,
    ...(security !== undefined && toLegacyCardSecurity(security)),
    defaultInputModes: agent.defaultInputModes,
    defaultOutputModes: agent.defaultOutputModes,
    skills: agent.skills.map(toCardSkill),
    ...toSchemasField(agent),
  };
}
