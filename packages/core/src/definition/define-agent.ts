import type { DefinitionIssue, NamedSchema } from '@formwork/schema';
import { describeValue, isRecord } from '@formwork/schema/json';
import { DefinitionError } from '../errors.ts';
import { checkIcon, readIcon } from '../media-type/icon.ts';
import { fromSchemaMode, parseMediaType } from '../media-type/media-type.ts';
import type { Agent, AgentDefinition } from './agent.ts';
import { checkFields, checkTexts } from './check-fields.ts';
import { checkTextAnswer } from './check-handlers.ts';
import { checkRunPolicy } from './run-policy.ts';
import { listMissingScopes } from './skill-access.ts';
import type { AnySkill } from './skill.ts';

const FIELDS: readonly (keyof AgentDefinition)[] = [
  'name',
  'description',
  'version',
  'skills',
  'provider',
  'documentationUrl',
  'icon',
  'iconUrl',
  'text',
  'textAnswer',
  'timeoutMs',
  'retry',
  'defaultInputModes',
  'defaultOutputModes',
];

const TEXT_MODES: readonly string[] = ['text/plain'];

/**
 * Puts skills together into an agent.
 *
 * @throws DefinitionError with every error of the agent and of all its skills. Warnings do not
 * throw; they are in `agent.warnings`.
 *
 * @example
 * ```ts
 * import { defineAgent, defineSkill } from '@formwork/core';
 *
 * const greet = defineSkill({
 *   id: 'greet',
 *   name: 'Greet',
 *   description: 'Greets the writer.',
 *   tags: [],
 *   text: ({ text }) => `Hello, ${text}`,
 * });
 * export const agent = defineAgent({ name: 'Greeter', version: '1.0.0', skills: [greet] });
 * ```
 */
export function defineAgent<const Skills extends readonly AnySkill[]>(
  definition: AgentDefinition<Skills>,
): Agent<Skills> {
  if (!isRecord(definition)) throw createUnreadableError(definition);
  const { defaultInputModes = TEXT_MODES, defaultOutputModes = TEXT_MODES } = definition;
  const where =
    typeof definition.name === 'string' ? `agent ${JSON.stringify(definition.name)}` : 'agent';
  const { skills, issues: skillIssues } = readSkills(definition.skills, where);
  const { description = describeSkills(skills) } = definition;
  const inputs = collectSchemas(skills, 'inputs');
  const outputs = collectSchemas(skills, 'outputs', inputs.schemas);
  const issues = [
    ...checkAgentFields(definition, where),
    ...skillIssues,
    ...checkModes(defaultInputModes, { ...inputs, field: 'defaultInputModes', where }),
    ...checkModes(defaultOutputModes, { ...outputs, field: 'defaultOutputModes', where }),
    ...inputs.issues,
    ...outputs.issues,
  ];
  if (issues.some((issue) => issue.severity === 'error')) throw new DefinitionError(where, issues);
  const icon = readIcon(definition.icon);
  return {
    ...definition,
    ...(icon !== undefined && { icon }),
    description,
    defaultInputModes,
    defaultOutputModes,
    schemas: outputs.schemas,
    inputSchemas: inputs.schemas,
    warnings: issues,
  };
}

/** Describes an agent by the names of the skills that everybody may know of. */
function describeSkills(skills: readonly AnySkill[]): string {
  const publicSkills = skills.filter(({ visibility }) => visibility !== 'permitted');
  return `Skills: ${publicSkills.map(({ name }) => name).join(', ')}.`;
}

function createUnreadableError(definition: unknown): DefinitionError {
  const message = `Cannot define the agent because its definition must be an object: current value is ${describeValue(definition)}`;
  const issue = { severity: 'error', code: 'definition', where: 'agent', message } as const;
  return new DefinitionError('agent', [issue]);
}

/**
 * Returns the agent as callers with these scopes know it: without the skills that are hidden from
 * them.
 */
export function toVisibleAgent(agent: Agent, granted: readonly string[] = []): Agent {
  const skills = agent.skills.filter(
    (skill) => skill.visibility !== 'permitted' || listMissingScopes(skill, granted).length === 0,
  );
  if (skills.length === agent.skills.length) return agent;
  const inputs = collectSchemas(skills, 'inputs');
  const outputs = collectSchemas(skills, 'outputs', inputs.schemas);
  return { ...agent, skills, schemas: outputs.schemas, inputSchemas: inputs.schemas };
}

/**
 * Collects the schemas of skills by name. A name has one meaning in the whole card: the same name
 * twice must be the same schema.
 */
function collectSchemas(
  skills: readonly AnySkill[],
  side: 'inputs' | 'outputs',
  inputSchemas?: ReadonlyMap<string, NamedSchema>,
): {
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  readonly issues: readonly DefinitionIssue[];
} {
  const schemas = new Map(inputSchemas);
  const issues: DefinitionIssue[] = [];
  for (const skill of skills) {
    for (const namedSchema of skill[side].values()) {
      const first = schemas.get(namedSchema.name);
      if (first === undefined) schemas.set(namedSchema.name, namedSchema);
      else if (first.fingerprint !== namedSchema.fingerprint) {
        const name = JSON.stringify(namedSchema.name);
        const where = `skill ${JSON.stringify(skill.id)} ${side === 'inputs' ? 'input' : 'output'} ${name}`;
        const message = `Cannot publish the schema because its name must be used for one schema only: current value is ${name}, which another schema has`;
        issues.push({ severity: 'error', code: 'schema-name-duplicate', where, message });
      }
    }
  }
  return { schemas, issues };
}

/**
 * Reads `skills` of an agent's definition, whatever its value is: each has to be made by
 * `defineSkill`, and each id may occur once.
 */
function readSkills(
  field: unknown,
  where: string,
): {
  readonly skills: readonly AnySkill[];
  /** The faults of the list of skills, then those of each skill. */
  readonly issues: readonly DefinitionIssue[];
} {
  const issues: DefinitionIssue[] = [];
  const report = (code: string, message: string): void => {
    issues.push({
      severity: 'error',
      code,
      where,
      message: `Cannot define the agent because ${message}`,
    });
  };
  if (!Array.isArray(field) || field.length === 0) {
    const current = Array.isArray(field) ? '[]' : describeMistaken(field, 'skills: [skill]');
    const expected = Array.isArray(field) ? 'hold at least one skill' : 'be an array of skills';
    report('skills', `skills must ${expected}: current value is ${current}`);
    return { skills: [], issues };
  }
  const skills: AnySkill[] = [];
  const inner: DefinitionIssue[] = [];
  const ids = new Set<string>();
  for (const [index, skill] of Array.from<unknown>(field).entries()) {
    if (!isSkill(skill)) {
      report(
        'skill',
        `skills/${index} must be made by defineSkill: current value is ${describeMistaken(skill, 'skill')}`,
      );
      continue;
    }
    skills.push(skill);
    // A skill without an id is named by its place.
    const prefix = skill.id === '' ? `${where} skills/${index}, ` : '';
    inner.push(...skill.issues.map((issue) => ({ ...issue, where: `${prefix}${issue.where}` })));
    if (skill.id !== '' && ids.has(skill.id)) {
      report(
        'skill-id-duplicate',
        `ids of skills must be unique: current value is ${JSON.stringify(skill.id)} twice`,
      );
    }
    ids.add(skill.id);
  }
  return { skills, issues: [...issues, ...inner] };
}

/** True for an agent made by `defineAgent`, including that of another copy of this package. */
export function isAgent(value: unknown): value is Agent {
  return isRecord(value) && Array.isArray(value['skills']) && value['schemas'] instanceof Map;
}

/** Says what stands in place of something defined, and which line is right for a skill there. */
export function describeMistaken(value: unknown, line: string): string {
  if (value === undefined) return 'nothing, so look whether the module exports it by this name';
  if (!isSkill(value)) return describeValue(value);
  return `the skill ${JSON.stringify(value.id)}, so write ${line}`;
}

/** True for a skill made by `defineSkill`, including one made by another copy of this package. */
function isSkill(value: unknown): value is AnySkill {
  return (
    isRecord(value) &&
    value['inputs'] instanceof Map &&
    value['outputs'] instanceof Map &&
    value['exampleData'] instanceof Map &&
    Array.isArray(value['issues']) &&
    typeof value['title'] === 'function'
  );
}

/**
 * Checks the fields of an agent's definition except skills and modes: only known fields, each of
 * its type.
 */
function checkAgentFields(
  definition: Readonly<Record<string, unknown>>,
  where: string,
): readonly DefinitionIssue[] {
  const { name, version, provider, text, textAnswer, timeoutMs, retry } = definition;
  const optional = ['description', 'documentationUrl', 'iconUrl'].filter(
    (field) => definition[field] !== undefined,
  );
  const texts = Object.fromEntries(optional.map((field) => [field, definition[field]]));
  const issues = [
    ...checkFields(definition, { fields: FIELDS, subject: 'the agent', where }),
    ...checkTexts({ name, version, ...texts }, where),
    ...checkIcon(definition['icon'], { subject: 'the agent', where }),
    ...checkRunPolicy({ timeoutMs, retry }, { subject: 'the agent', where }),
  ];
  const report = (code: string, expected: string, value: unknown): void => {
    const message = `Cannot define the agent because ${code} must be ${expected}: current value is ${describeValue(value)}`;
    issues.push({ severity: 'error', code, where, message });
  };
  if (text !== undefined && typeof text !== 'function') report('text', 'a function', text);
  for (const message of checkTextAnswer({ text, textAnswer })) {
    const fault = { severity: 'error', code: 'textAnswer', where } as const;
    issues.push({ ...fault, message: `Cannot define the agent because ${message}` });
  }
  if (provider !== undefined && !isProvider(provider)) {
    report('provider', '{ organization, url }, both text', provider);
  }
  return issues;
}

/** Checks that the modes of an agent are media types, and name no schema that is not declared. */
function checkModes(
  modes: unknown,
  {
    schemas,
    field,
    where,
  }: {
    /** The named schemas that modes may refer to. */
    readonly schemas: ReadonlyMap<string, NamedSchema>;
    readonly field: 'defaultInputModes' | 'defaultOutputModes';
    readonly where: string;
  },
): readonly DefinitionIssue[] {
  const issue = { severity: 'error', code: 'mode', where } as const;
  if (!Array.isArray(modes)) {
    const message = `Cannot define the agent because ${field} must be an array: current value is ${describeValue(modes)}`;
    return [{ ...issue, message }];
  }
  return Array.from<unknown>(modes)
    .filter((mode) => !isMode(mode, schemas))
    .map((mode) => ({
      ...issue,
      message: `Cannot publish the mode because it must be a media type whose schema, if it names one, a skill declares: current value is ${describeValue(mode)}`,
    }));
}

function isMode(mode: unknown, schemas: ReadonlyMap<string, NamedSchema>): boolean {
  if (typeof mode !== 'string') return false;
  const schema = fromSchemaMode(mode);
  return schema === undefined ? parseMediaType(mode) !== undefined : schemas.has(schema);
}

function isProvider(provider: unknown): boolean {
  return (
    isRecord(provider) &&
    typeof provider['organization'] === 'string' &&
    typeof provider['url'] === 'string'
  );
}
