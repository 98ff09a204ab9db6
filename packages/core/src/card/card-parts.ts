import type { Agent } from '../definition/agent.ts';
import type { AnySkill } from '../definition/skill.ts';
import {
  FOLLOW_UP_FORMS_EXTENSION_DESCRIPTION,
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_DESCRIPTION,
  OBJECT_SCHEMAS_EXTENSION_URI,
} from '../extension.ts';
import { toSchemaMode } from '../media-type/schema-mode.ts';
import type { NamedSchema } from '@formwork/schema';
import type { JsonSchema } from '@formwork/schema';

/** The named schemas of an agent as a JSON object. */
function toCardSchemas(agent: Agent): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...agent.schemas.values()].map(({ name, schema }) => [name, schema]));
}

/** The key `schemas` of a card; nothing for an agent without schemas. */
export function toSchemasField(agent: Agent): object {
  return agent.schemas.size === 0 ? {} : { schemas: toCardSchemas(agent) };
}

/**
 * Lists the extensions of a card; empty for an agent without schemas and limits, which uses none.
 */
export function toExtensionsField(agent: Agent): object {
  const schemas = agent.schemas.size === 0 ? [] : [toCardExtension(agent)];
  const isLimited = agent.skills.some(({ fileLimits }) => fileLimits !== undefined);
  return schemas.length === 0 && !isLimited
    ? {}
    : { extensions: [...schemas, toFollowUpFormsExtension(agent)] };
}

/**
 * The declaration of the extension (extension, section 1).
 *
 * The schemas stand here as well as at the root of the card: A2A keeps `params` on every way,
 * while root keys are lost over gRPC, in extended cards and in other SDKs.
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
 * The declaration of our own extension: any task may turn out to ask. Every skill takes text, as
 * JSON can be sent as such, so that what understands a person's words is named apart. Modes tell
 * types of files and no limits: these stand here as well.
 */
function toFollowUpFormsExtension({ skills, text }: Agent): object {
  const textSkills = skills.filter((skill) => text !== undefined || skill.text !== undefined);
  const limits = skills.flatMap(({ id, fileLimits }) =>
    fileLimits === undefined ? [] : [[id, fileLimits] as const],
  );
  return {
    uri: FOLLOW_UP_FORMS_EXTENSION_URI,
    description: FOLLOW_UP_FORMS_EXTENSION_DESCRIPTION,
    required: false,
    params: {
      textSkills: textSkills.map(({ id }) => id),
      ...(limits.length > 0 && { fileLimits: Object.fromEntries(limits) }),
    },
  };
}

/** One entry of the card's `skills`; the same in A2A 1.0 and 0.3. */
export function toCardSkill(skill: AnySkill): object {
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

/** Returns the members that are the same in both versions of the card. */
export function toCardTexts(agent: Agent): object {
  const { name, description, version, provider, documentationUrl, iconUrl } = agent;
  return {
    name,
    description,
    version,
    ...(provider !== undefined && { provider }),
    ...(documentationUrl !== undefined && { documentationUrl }),
    ...(iconUrl !== undefined && { iconUrl }),
  };
}

/** Text stays possible everywhere: the extension is an upgrade, not a replacement (section 1). */
function toModes(schemas: ReadonlyMap<string, NamedSchema>): readonly string[] {
  return ['text/plain', ...[...schemas.keys()].map(toSchemaMode)];
}
