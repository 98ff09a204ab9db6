import type { AgentCard } from '@a2a-js/sdk';
import type { FileLimits } from '@formwork/core';
import { readIcon } from '@formwork/core/internal/protocol';
import {
  FOLLOW_UP_FORMS_EXTENSION_URI,
  PEOPLE_EXTENSION_URI,
  parseMediaType,
} from '@formwork/core/protocol';
import type { Json, JsonSchema, SchemaIssue } from '@formwork/schema';
import { isRecord, parseUrl } from '@formwork/schema/json';
import type { AgentParts, RemoteAgent } from '../remote-agent.ts';
import type { RemoteSchema } from '../schemas/remote-schema.ts';

/**
 * An agent as plain data, for a page that shows it. All texts are the agent's; only its schemas
 * were checked.
 */
export interface AgentDescription {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** The origin that the agent's card came from, such as `https://agents.example`. */
  readonly origin: string;
  /** The URL of the agent's endpoint that calls use. */
  readonly url: string;
  readonly binding: string;
  readonly protocolVersion: string;
  readonly provider: string;
  /**
   * The icon of the agent: the `data:` URL of a small picture that loads nothing; absent if the card
   * has none, or one elsewhere.
   */
  readonly icon?: string;
  /** Doubts about the agent's card, in sentences for people. */
  readonly warnings: readonly string[];
  readonly credentials: readonly DescribedCredential[];
  readonly skills: readonly DescribedSkill[];
  /**
   * The address of the agent's people door, without a slash at its end; absent if its card declares
   * none at the origin of {@link AgentDescription.url}.
   */
  readonly peopleUrl?: string;
}

/** A skill of an agent as plain data, for a page that offers it. */
export interface DescribedSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** The icon of the skill: an emoji, or the `data:` URL of a small picture; absent if it has none. */
  readonly icon?: string;
  readonly examples: readonly DescribedExample[];
  readonly inputs: readonly DescribedSchema[];
  readonly outputs: readonly DescribedSchema[];
  /**
   * The media types of files that the skill takes, such as `image/*`; empty if the card names none.
   */
  readonly fileTypes: readonly string[];
  /**
   * The limits on number and size of files that the skill takes; absent if the card declares none.
   */
  readonly fileLimits?: FileLimits;
  /**
   * True if a person may call the skill in plain words: its modes, or else the agent's, hold
   * `text/plain`, and the card does not restrict text to other skills.
   */
  readonly takesText: boolean;
}

/** A named schema of an agent as plain data: usable, or refused with the reasons. */
export type DescribedSchema =
  | {
      readonly kind: 'usable';
      readonly name: string;
      /** The schema as the agent wrote it; it has been vetted. */
      readonly schema: JsonSchema;
      readonly fingerprint: string;
    }
  | { readonly kind: 'refused'; readonly name: string; readonly issues: readonly SchemaIssue[] };

/** An example of a skill in its card: an input that fits one of its schemas, or text. */
export type DescribedExample =
  | { readonly kind: 'input'; readonly schema: string; readonly data: Json }
  | { readonly kind: 'text'; readonly text: string };

/**
 * A kind of credential that the agent's card asks callers for: a bearer token, an API key in a
 * header, or something else.
 */
export type DescribedCredential =
  | { readonly kind: 'bearer'; readonly scheme: string; readonly description: string }
  | {
      readonly kind: 'api-key';
      readonly scheme: string;
      readonly description: string;
      /**
       * The name of the header that carries the API key; keys in queries and cookies are `other`.
       */
      readonly header: string;
    }
  | { readonly kind: 'other'; readonly scheme: string; readonly description: string };

/** Describes a connected agent as plain data, which vets every schema of its skills. */
export function describeAgent(agent: RemoteAgent, { cardUrl }: AgentParts): AgentDescription {
  const { name, description, version, card, door, warnings } = agent;
  const icon = readIcon(card.iconUrl);
  const peopleUrl = findPeopleUrl(card, door.url);
  const describeSchema = createSchemaDescriber();
  return {
    name,
    description,
    version,
    origin: new URL(cardUrl).origin,
    url: door.url,
    binding: door.binding,
    protocolVersion: door.version,
    provider: card.provider?.organization ?? '',
    ...(icon !== undefined && { icon }),
    warnings,
    credentials: Object.entries(card.securitySchemes ?? {}).map(describeCredential),
    // Only the first of several skills with the same id can be called.
    skills: card.skills
      .filter(({ id }, index) => agent.skillIds.indexOf(id) === index)
      .map((skill) => describeSkill(agent, { skill, describeSchema })),
    ...(peopleUrl !== undefined && { peopleUrl }),
  };
}

/**
 * Finds the people door that a card declares. One at another origin than the agent's own endpoint
 * does not count, because it would get the credentials.
 */
function findPeopleUrl({ capabilities }: AgentCard, doorUrl: string): string | undefined {
  const extension = capabilities?.extensions.find(({ uri }) => uri === PEOPLE_EXTENSION_URI);
  const peopleUrl: unknown = extension?.params?.['url'];
  const url = typeof peopleUrl === 'string' ? parseUrl(peopleUrl) : undefined;
  if (url === undefined || url.origin !== new URL(doorUrl).origin) return undefined;
  if (url.search !== '' || url.hash !== '' || url.username !== '') return undefined;
  return url.href.replace(/(?<!\/)\/+$/u, '');
}

function describeSkill(
  agent: RemoteAgent,
  {
    skill,
    describeSchema,
  }: {
    readonly skill: AgentCard['skills'][number];
    readonly describeSchema: (schema: RemoteSchema) => DescribedSchema;
  },
): DescribedSkill {
  const { id, name, description, tags } = skill;
  const { inputs, outputs, fileTypes, fileLimits, icon } = agent.skill(id);
  const textSkills = findTextSkills(agent.card);
  const modes = skill.inputModes.length > 0 ? skill.inputModes : agent.card.defaultInputModes;
  return {
    id,
    name,
    description,
    tags,
    ...(icon !== undefined && { icon }),
    examples: skill.examples.map((text) => describeExample(text, inputs())),
    inputs: inputs().map(describeSchema),
    outputs: outputs().map(describeSchema),
    fileTypes,
    ...(Object.keys(fileLimits).length > 0 && { fileLimits }),
    takesText: modes.some(isText) && (textSkills === undefined || textSkills.includes(id)),
  };
}

/**
 * Reads the ids of the skills that the card says take plain words; `undefined` if the card has no
 * such list and only modes tell.
 */
function findTextSkills({ capabilities }: AgentCard): readonly unknown[] | undefined {
  const extension = capabilities?.extensions.find(
    ({ uri }) => uri === FOLLOW_UP_FORMS_EXTENSION_URI,
  );
  const textSkills: unknown = extension?.params?.['textSkills'];
  return Array.isArray(textSkills) ? textSkills : undefined;
}

function isText(mode: string): boolean {
  const type = parseMediaType(mode)?.type;
  return type === 'text/plain' || type === 'text/*' || type === '*/*';
}

/**
 * The most characters of the schemas of all skills, as JSON: each skill may name all schemas of a
 * card again, so that a small card could become hundreds of megabytes.
 */
const MAX_CHARACTERS = 8_000_000;

/** Makes the function that describes schemas, and refuses those for which there is no more room. */
function createSchemaDescriber(): (schema: RemoteSchema) => DescribedSchema {
  const measured = new Map<
    string,
    { readonly size: number; readonly described: DescribedSchema }
  >();
  const room = { characters: MAX_CHARACTERS };

  function describe({
    name,
    schema,
    fingerprint,
  }: Extract<RemoteSchema, { readonly kind: 'usable' }>) {
    const described = { kind: 'usable', name, schema, fingerprint } as const;
    return { described, size: JSON.stringify(schema).length };
  }

  return (schema) => {
    if (schema.kind === 'refused') return schema;
    const { name } = schema;
    const entry = measured.get(name) ?? describe(schema);
    measured.set(name, entry);
    if (entry.size > room.characters) {
      const message = `Cannot use the schema here because the schemas of all skills must have at most ${MAX_CHARACTERS} characters together: the skills name more`;
      const issue = { severity: 'error', code: 'schema-too-large', pointer: '', message } as const;
      return { kind: 'refused', name, issues: [issue] };
    }
    room.characters -= entry.size;
    return entry.described;
  };
}

/**
 * Reads an example of a skill, which cards hold as text: JSON that fits an input schema becomes
 * that input, and so does `{ schema, data }` if the skill has several. Anything else stays text.
 */
function describeExample(text: string, inputs: readonly RemoteSchema[]): DescribedExample {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'text', text };
  }
  const taggedSchema = isRecord(value)
    ? inputs.find(({ name }) => isRecord(value) && name === value['schema'])
    : undefined;
  const data = taggedSchema !== undefined && isRecord(value) ? value['data'] : value;
  const fitting = (taggedSchema === undefined ? inputs : [taggedSchema]).find(
    (input) => input.kind === 'usable' && input.check(data).length === 0,
  );
  // The data was parsed from JSON.
  return fitting === undefined
    ? { kind: 'text', text }
    : { kind: 'input', schema: fitting.name, data: data as Json };
}

function describeCredential([name, { scheme }]: [
  string,
  AgentCard['securitySchemes'][string],
]): DescribedCredential {
  const description = isRecord(scheme?.value) ? (scheme.value.description ?? '') : '';
  const base = { scheme: name, description };
  switch (scheme?.$case) {
    case 'httpAuthSecurityScheme':
      return scheme.value.scheme.toLowerCase() === 'bearer'
        ? { kind: 'bearer', ...base }
        : { kind: 'other', ...base };
    case 'apiKeySecurityScheme':
      return scheme.value.location === 'header'
        ? { kind: 'api-key', ...base, header: scheme.value.name }
        : { kind: 'other', ...base };
    case 'oauth2SecurityScheme':
    case 'openIdConnectSecurityScheme':
      // A bearer token is sent in the same way for all of these schemes.
      return { kind: 'bearer', ...base };
    case 'mtlsSecurityScheme':
    case undefined:
      return { kind: 'other', ...base };
  }
}
