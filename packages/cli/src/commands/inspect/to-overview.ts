import type { RemoteAgent, RemoteSchema } from '@formwork/client';
import { FOLLOW_UP_FORMS_EXTENSION_URI, OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { toFingerprint, type JsonSchema, type SchemaIssue } from '@formwork/schema';

/** A schema of a card, and whether it can be used. */
export type SchemaOverview =
  | {
      readonly name: string;
      readonly state: 'usable';
      /** True if the agent may stop accepting it, according to its `deprecated`. */
      readonly isDeprecated: boolean;
      readonly fingerprint: string;
      readonly schema: JsonSchema;
    }
  | { readonly name: string; readonly state: 'refused'; readonly issues: readonly SchemaIssue[] };

/** The overview of an agent that `inspect` shows; `--json` prints exactly this. */
export interface Overview {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly provider: string | undefined;
  /** The interface of the agent that `call` would use. */
  readonly door: RemoteAgent['door'];
  /** All interfaces in the agent's card. */
  readonly interfaces: readonly {
    readonly binding: string;
    readonly version: string;
    readonly url: string;
  }[];
  readonly capabilities: {
    readonly streaming: boolean;
    readonly pushNotifications: boolean;
    readonly extendedAgentCard: boolean;
  };
  readonly extensions: readonly { readonly uri: string; readonly required: boolean }[];
  readonly securitySchemes: readonly string[];
  readonly skills: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly tags: readonly string[];
    readonly inputs: readonly string[];
    /** The media types of the files that the skill accepts; absent if the card names none. */
    readonly fileTypes?: readonly string[];
    readonly outputs: readonly string[];
  }[];
  readonly schemas: readonly SchemaOverview[];
  /** The signature of the agent's card: whether it has one, and whether it could be verified. */
  readonly signature: RemoteAgent['signature'];
  readonly warnings: readonly string[];
}

/** Makes the overview of an agent from its card, with all of its schemas vetted. */
export function toOverview(agent: RemoteAgent): Overview {
  const { card, name, description, version, door } = agent;
  const skills = card.skills.map((skill) => {
    const remote = agent.skill(skill.id);
    return {
      id: skill.id,
      name: skill.name,
      description: skill.description,
      tags: skill.tags ?? [],
      inputs: remote.inputs().map((schema) => schema.name),
      ...(remote.fileTypes.length > 0 && { fileTypes: remote.fileTypes }),
      outputs: remote.outputs().map((schema) => schema.name),
    };
  });
  const used = skills.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]);
  const schemas = [...new Set([...agent.schemaNames, ...used])].map((schema) =>
    toSchemaOverview(agent.schema(schema)),
  );
  const extensions = card.capabilities?.extensions ?? [];
  return {
    name,
    description,
    version,
    provider: card.provider?.organization,
    door,
    interfaces: card.supportedInterfaces.map((entry) => ({
      binding: entry.protocolBinding,
      version: entry.protocolVersion,
      url: entry.url,
    })),
    capabilities: {
      streaming: card.capabilities?.streaming === true,
      pushNotifications: card.capabilities?.pushNotifications === true,
      extendedAgentCard: card.capabilities?.extendedAgentCard === true,
    },
    extensions: extensions.map(({ uri, required }) => ({ uri, required })),
    securitySchemes: Object.keys(card.securitySchemes ?? {}),
    skills,
    schemas,
    signature: agent.signature,
    warnings: [...agent.warnings, ...listWarnings(schemas, skills, extensions)],
  };
}

const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  OBJECT_SCHEMAS_EXTENSION_URI,
  FOLLOW_UP_FORMS_EXTENSION_URI,
]);

function listWarnings(
  schemas: readonly SchemaOverview[],
  skills: Overview['skills'],
  extensions: Overview['extensions'],
): readonly string[] {
  const refused = schemas.flatMap((schema) =>
    schema.state === 'refused'
      ? schema.issues.map(({ message }) => `Schema ${JSON.stringify(schema.name)}: ${message}`)
      : [],
  );
  const used = new Set(skills.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]));
  const unused = schemas
    .filter(({ name }) => !used.has(name))
    .map(({ name }) => `Schema ${JSON.stringify(name)} is used by no skill.`);
  const ids = skills.map(({ id }) => id);
  const twice = ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => `Skill ${JSON.stringify(id)} is declared twice: the first one counts.`);
  const isDeclared = extensions.some(({ uri }) => uri === OBJECT_SCHEMAS_EXTENSION_URI);
  const undeclared =
    schemas.length > 0 && !isDeclared
      ? ['The card has schemas and does not declare the object-schemas extension.']
      : [];
  const unknown = extensions
    .filter(({ uri, required }) => required && !KNOWN_EXTENSIONS.has(uri))
    .map(
      ({ uri }) =>
        `The agent requires the extension ${JSON.stringify(uri)}, which formwork does not know: it may refuse calls.`,
    );
  return [...refused, ...unused, ...twice, ...undeclared, ...unknown];
}

function toSchemaOverview(schema: RemoteSchema): SchemaOverview {
  const { name } = schema;
  if (schema.kind === 'refused') return { name, state: 'refused', issues: schema.issues };
  const fingerprint = toFingerprint(schema.schema);
  return {
    name,
    state: 'usable',
    isDeprecated: schema.schema['deprecated'] === true,
    fingerprint,
    schema: schema.schema,
  };
}
