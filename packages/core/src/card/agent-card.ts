import type { NamedSchema, JsonSchema } from '@formwork/schema';
import type { Agent } from '../definition/agent.ts';
import { toVisibleAgent } from '../definition/define-agent.ts';
import type { AnySkill } from '../definition/skill.ts';
import {
  FOLLOW_UP_FORMS_EXTENSION_DESCRIPTION,
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_DESCRIPTION,
  OBJECT_SCHEMAS_EXTENSION_URI,
} from '../extension.ts';
import { toIconUrl } from '../media-type/icon.ts';
import { toSchemaMode } from '../media-type/media-type.ts';
import {
  type CardSecurity,
  listLegacyNeeds,
  listNeeds,
  toCardSecurity,
  toLegacyCardSecurity,
} from './card-security.ts';

/** An endpoint of the agent as the card lists it: its URL, its binding and its version of A2A. */
export interface CardInterface {
  /** The absolute URL of the endpoint. */
  readonly url: string;
  readonly protocolBinding: 'JSONRPC' | 'HTTP+JSON' | 'GRPC';
  readonly protocolVersion: '1.0' | '0.3';
}

/** An extension of A2A that a card declares beside those of the agent itself. */
export interface CardExtension {
  /** The URI by which clients know the extension. */
  readonly uri: string;
  /** A sentence for people about what the extension is for. */
  readonly description: string;
  /** The parameters of the extension, as JSON. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Options of an agent card, beside the agent itself. */
export interface CardOptions {
  /** The endpoints of the agent in order of preference; at least one. */
  readonly interfaces: readonly CardInterface[];
  readonly streaming: boolean;
  readonly pushNotifications: boolean;
  /**
   * The ways to authenticate that the card declares. Default: the card says nothing about
   * authentication.
   */
  readonly security?: CardSecurity;
  /**
   * True if the card tells authenticated callers to ask for an extended card of their own. Default
   * false.
   */
  readonly extendedCard?: boolean;
  /**
   * The scopes of the caller that the card is made for, which decide about hidden skills. Default:
   * none, the card is for everybody.
   */
  readonly scopes?: readonly string[];
  /**
   * Further extensions that the card declares, none of them required, such as those of endpoints
   * beside A2A. Default: none.
   */
  readonly extensions?: readonly CardExtension[];
}

/**
 * Returns the agent card of A2A 1.0 as ProtoJSON (section 4.4.1), with the root key `schemas` of
 * the extension if there are any. The same agent and options always give the same JSON text.
 *
 * @example
 * ```ts
 * import { defineAgent, toAgentCard } from '@formwork/core';
 *
 * const agent = defineAgent({ name: 'Referee', version: '1.0.0', skills: [] });
 * const url = 'https://agents.example.com/a2a';
 * const interfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] as const;
 * const card = toAgentCard(agent, { interfaces, streaming: true, pushNotifications: false });
 * ```
 */
export function toAgentCard(
  definition: Agent,
  options: CardOptions,
): Readonly<Record<string, unknown>> {
  const { interfaces, streaming, pushNotifications, security, extendedCard = false } = options;
  const agent = toVisibleAgent(definition, options.scopes);
  return {
    ...toCardTexts(agent),
    supportedInterfaces: interfaces,
    capabilities: {
      streaming,
      pushNotifications,
      extendedAgentCard: extendedCard,
      ...toExtensionsField(agent, options.extensions),
    },
    ...(security !== undefined && toCardSecurity(security)),
    defaultInputModes: agent.defaultInputModes,
    defaultOutputModes: agent.defaultOutputModes,
    skills: agent.skills.map((skill) => ({
      ...toCardSkill(skill),
      ...(security !== undefined &&
        skill.scopes !== undefined && {
          securityRequirements: listNeeds(security.schemes, skill.scopes),
        }),
    })),
    ...toSchemasField(agent),
  };
}

/**
 * Returns the agent card of A2A 0.3 (section 5.5), with the root key `schemas` of the extension.
 *
 * It also lists `supportedInterfaces`: a client that asks without naming a version gets this card,
 * and one that speaks 1.0 finds its way from here. Returns `undefined` when no interface speaks
 * 0.3.
 *
 * @example
 * ```ts
 * import { defineAgent, toLegacyAgentCard } from '@formwork/core';
 *
 * const agent = defineAgent({ name: 'Referee', version: '1.0.0', skills: [] });
 * const url = 'https://agents.example.com/a2a';
 * const interfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '0.3' }] as const;
 * const card = toLegacyAgentCard(agent, { interfaces, streaming: true, pushNotifications: false });
 * ```
 */
export function toLegacyAgentCard(
  definition: Agent,
  options: CardOptions,
): Readonly<Record<string, unknown>> | undefined {
  const { interfaces, streaming, pushNotifications, security, extendedCard = false } = options;
  const agent = toVisibleAgent(definition, options.scopes);
  const [primary, ...alternatives] = interfaces.filter((door) => door.protocolVersion === '0.3');
  if (primary === undefined) return undefined;
  return {
    protocolVersion: '0.3.0',
    ...toCardTexts(agent),
    url: primary.url,
    preferredTransport: primary.protocolBinding,
    additionalInterfaces: [primary, ...alternatives].map(({ url, protocolBinding }) => ({
      url,
      transport: protocolBinding,
    })),
    supportedInterfaces: interfaces,
    capabilities: {
      streaming,
      pushNotifications,
      stateTransitionHistory: false,
      ...toExtensionsField(agent, options.extensions),
    },
    supportsAuthenticatedExtendedCard: extendedCard,
    ...(security !== undefined && toLegacyCardSecurity(security)),
    defaultInputModes: agent.defaultInputModes,
    defaultOutputModes: agent.defaultOutputModes,
    skills: agent.skills.map((skill) => ({
      ...toCardSkill(skill),
      ...(security !== undefined &&
        skill.scopes !== undefined && {
          security: listLegacyNeeds(security.schemes, skill.scopes),
        }),
    })),
    ...toSchemasField(agent),
  };
}

/** Returns the named schemas of an agent as a JSON object. */
function toCardSchemas(agent: Agent): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...agent.schemas.values()].map(({ name, schema }) => [name, schema]));
}

/** Returns the root key `schemas` of a card; an empty object for an agent without schemas. */
function toSchemasField(agent: Agent): object {
  return agent.schemas.size === 0 ? {} : { schemas: toCardSchemas(agent) };
}

/**
 * Returns the extensions of a card; an empty object if there are none. An agent that has neither
 * schemas nor limits nor icons uses none itself.
 */
function toExtensionsField(agent: Agent, cardExtensions: readonly CardExtension[] = []): object {
  const schemas = agent.schemas.size === 0 ? [] : [toCardExtension(agent)];
  const hasParams = agent.skills.some(
    ({ fileLimits, icon }) => fileLimits !== undefined || icon !== undefined,
  );
  const ownExtensions =
    schemas.length === 0 && !hasParams ? [] : [...schemas, toFollowUpFormsExtension(agent)];
  const optionalExtensions = cardExtensions.map(({ uri, description, params }) => {
    return { uri, description, required: false, ...(params && { params }) };
  });
  const extensions = [...ownExtensions, ...optionalExtensions];
  return extensions.length === 0 ? {} : { extensions };
}

/**
 * Returns the declaration of the object-schemas extension for a card (extension, section 1).
 *
 * The schemas stand here as well as at the root of the card: A2A keeps `params` everywhere, while
 * root keys are lost over gRPC, in extended cards and in other SDKs.
 */
function toCardExtension(agent: Agent): object {
  return {
    uri: OBJECT_SCHEMAS_EXTENSION_URI,
    description: OBJECT_SCHEMAS_EXTENSION_DESCRIPTION,
    required: false,
    params: {
      schemas: toCardSchemas(agent),
      fingerprints: Object.fromEntries(
        [...agent.schemas.values()].map(({ name, fingerprint }) => [name, fingerprint]),
      ),
    },
  };
}

/**
 * Returns the declaration of Formwork's follow-up forms extension for a card, because any task may
 * ask a question. It names the skills that understand plain words, because modes say so of every
 * skill: JSON can be sent as text. It also has the limits on files, which modes cannot express, and
 * the icons of skills, for which cards have no place, and the skills whose forms are public.
 */
function toFollowUpFormsExtension({ skills, text }: Agent): object {
  const textSkills = skills.filter((skill) => text !== undefined || skill.text !== undefined);
  const icons = skills.flatMap(({ id, icon }) => (icon === undefined ? [] : [[id, icon] as const]));
  const limits = skills.flatMap(({ id, fileLimits }) =>
    fileLimits === undefined ? [] : [[id, fileLimits] as const],
  );
  const publicForms = skills.filter(({ publicForm }) => publicForm !== undefined);
  return {
    uri: FOLLOW_UP_FORMS_EXTENSION_URI,
    description: FOLLOW_UP_FORMS_EXTENSION_DESCRIPTION,
    required: false,
    params: {
      textSkills: textSkills.map(({ id }) => id),
      ...(limits.length > 0 && { fileLimits: Object.fromEntries(limits) }),
      ...(publicForms.length > 0 && { publicForms: publicForms.map(({ id }) => id) }),
      ...(icons.length > 0 && { icons: Object.fromEntries(icons) }),
    },
  };
}

/** Returns the members of a skill's entry in the card that are the same in A2A 1.0 and 0.3. */
function toCardSkill(skill: AnySkill): object {
  return {
    id: skill.id,
    name: skill.name,
    description: skill.description,
    tags: skill.tags,
    ...(skill.examples.length > 0 && { examples: skill.examples }),
    inputModes: [...new Set([...toModes(skill.inputs), ...(skill.files ?? [])])],
    outputModes: toModes(skill.outputs),
  };
}

/** Returns the members of a card that are the same in A2A 1.0 and 0.3. */
function toCardTexts(agent: Agent): object {
  const { name, description, version, provider, documentationUrl, icon } = agent;
  const { iconUrl = icon === undefined ? undefined : toIconUrl(icon) } = agent;
  return {
    name,
    description,
    version,
    ...(provider !== undefined && { provider }),
    ...(documentationUrl !== undefined && { documentationUrl }),
    ...(iconUrl !== undefined && { iconUrl }),
  };
}

/**
 * Returns the modes on the card for the inputs or the outputs of a skill: text, and one for each
 * schema. Text is always among them, because the extension is an upgrade, not a replacement
 * (section 1).
 */
function toModes(schemas: ReadonlyMap<string, NamedSchema>): readonly string[] {
  return ['text/plain', ...[...schemas.keys()].map(toSchemaMode)];
}
