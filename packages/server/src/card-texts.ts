import { toAgentCard, toLegacyAgentCard, type Agent, type CardOptions } from '@formwork/core';
import { toList, toRecord } from '@formwork/schema/json';

/** An agent card as JSON. */
type Card = Readonly<Record<string, unknown>>;

/** The public cards of an agent as JSON text, one for each way to ask for a card. */
export interface CardTexts {
  /** The card for callers of A2A 1.0, and of unknown versions. */
  readonly v1: string;
  /** The card for callers of A2A before 1.0. */
  readonly v03: string;
  /** The card for callers that name no version, which clients of A2A 0.3 and 1.0 read. */
  readonly merged: string;
}

/** Writes the public cards of an agent, without signatures. */
export function writeCards(agent: Agent, options: CardOptions): CardTexts {
  const v1 = toAgentCard(agent, options);
  const v03 = toLegacyAgentCard(agent, options);
  return {
    v1: JSON.stringify(v1),
    v03: JSON.stringify(v03),
    merged: JSON.stringify(v03 === undefined ? v1 : mergeCards(v1, v03)),
  };
}

/**
 * Returns the card of A2A 0.3 with the members that only 1.0 has.
 *
 * Security schemes have one name and two shapes. Here they have the shape of 0.3 and the values of
 * 1.0, because 1.0 clients that read such a card move the values into their own shape; the
 * resolver of the Python SDK does. So it reads exactly the card of 1.0, whose signature fits. The
 * needs of 0.3 name the same schemes, of which 1.0 has one for each OAuth flow.
 */
function mergeCards(v1: Card, v03: Card): Card {
  const skills = toList(v1['skills']).map(toRecord);
  return {
    ...v03,
    capabilities: { ...toRecord(v03['capabilities']), ...toRecord(v1['capabilities']) },
    ...('securitySchemes' in v1 && {
      securitySchemes: flattenSchemes(toRecord(v1['securitySchemes'])),
      ...toNeeds(v1),
    }),
    skills: toList(v03['skills']).map((skill, at) => ({
      ...skills[at],
      ...toRecord(skill),
      ...toNeeds(toRecord(skills[at])),
    })),
  };
}

/** Returns the needs of a card or skill of A2A 1.0, also in the shape of 0.3. */
function toNeeds({ securityRequirements }: Card): Card {
  if (securityRequirements === undefined) return {};
  const security = toList(securityRequirements).map((need) =>
    Object.fromEntries(
      Object.entries(toRecord(toRecord(need)['schemes'])).map(([name, scopes]) => [
        name,
        toList(toRecord(scopes)['list']),
      ]),
    ),
  );
  return { securityRequirements, security };
}

/** The `type` of a security scheme of A2A 0.3, by the member that names its kind in 1.0. */
const SCHEME_TYPES: Readonly<Record<string, string>> = {
  apiKeySecurityScheme: 'apiKey',
  httpAuthSecurityScheme: 'http',
  oauth2SecurityScheme: 'oauth2',
  openIdConnectSecurityScheme: 'openIdConnect',
  mtlsSecurityScheme: 'mutualTLS',
};

function flattenSchemes(schemes: Card): Card {
  return Object.fromEntries(
    Object.entries(schemes).flatMap(([name, scheme]) =>
      Object.entries(toRecord(scheme)).map(([kind, values]) => {
        const { location, ...fields } = toRecord(values);
        const locationField = location === undefined ? {} : { in: location };
        return [name, { type: SCHEME_TYPES[kind], ...fields, ...locationField }] as const;
      }),
    ),
  );
}
