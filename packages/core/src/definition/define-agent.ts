import { DefinitionError } from '../errors/definition-error.ts';
import { fromSchemaMode } from '../media-type/schema-mode.ts';
import { parseMediaType } from '../media-type/media-type.ts';
import type { NamedSchema } from '../schema/named-schema.ts';
import type { Agent, AgentDefinition } from './agent.ts';
import { checkTexts } from './check-texts.ts';
import type { DefinitionIssue } from './definition-issue.ts';
import type { AnySkill } from './skill.ts';

const TEXT_MODES: readonly string[] = ['text/plain'];

/**
 * Puts skills together into an agent.
 *
 * Throws `DefinitionError` with every error of the agent and of all its skills. Warnings do not
 * throw; they are in `agent.warnings`.
 */
export function defineAgent(definition: AgentDefinition): Agent {
  const { skills, defaultInputModes = TEXT_MODES, defaultOutputModes = TEXT_MODES } = definition;
  const where = `agent ${JSON.stringify(definition.name)}`;
  const { description = `Skills: ${skills.map((skill) => skill.name).join(', ')}.` } = definition;
  const inputs = collectSchemas(skills, 'inputs');
  const schemas = collectSchemas(skills, 'outputs', inputs.schemas);
  const issues = [
    ...checkTexts({ name: definition.name, description, version: definition.version }, where),
    ...checkSkillIds(skills, where),
    ...checkModes(defaultInputModes, inputs.schemas, where),
    ...checkModes(defaultOutputModes, schemas.schemas, where),
    ...skills.flatMap((skill) => skill.issues),
    ...inputs.issues,
    ...schemas.issues,
  ];
  if (issues.some((issue) => issue.severity === 'error')) throw new DefinitionError(where, issues);
  return {
    ...definition,
    description,
    defaultInputModes,
    defaultOutputModes,
    schemas: schemas.schemas,
    inputSchemas: inputs.schemas,
    warnings: issues,
  };
}

interface Collected {
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  readonly issues: readonly DefinitionIssue[];
}

/** A name stands for one schema in the whole card: the same name twice must be the same schema. */
function collectSchemas(
  skills: readonly AnySkill[],
  side: 'inputs' | 'outputs',
  known?: ReadonlyMap<string, NamedSchema>,
): Collected {
  const schemas = new Map(known);
  const issues: DefinitionIssue[] = [];
  for (const skill of skills) {
    for (const named of skill[side].values()) {
      const first = schemas.get(named.name);
      if (first === undefined) schemas.set(named.name, named);
      else if (first.fingerprint !== named.fingerprint) {
        issues.push({
          severity: 'error',
          code: 'schema-name-duplicate',
          where: `skill ${JSON.stringify(skill.id)} ${side === 'inputs' ? 'input' : 'output'} ${JSON.stringify(named.name)}`,
          message: `Cannot publish the schema as its name must be used for one schema only: current value is ${JSON.stringify(named.name)}, which another schema has`,
        });
      }
    }
  }
  return { schemas, issues };
}

function checkSkillIds(skills: readonly AnySkill[], where: string): readonly DefinitionIssue[] {
  const seen = new Set<string>();
  const issues: DefinitionIssue[] = [];
  if (skills.length === 0) {
    issues.push({
      severity: 'error',
      code: 'skills',
      where,
      message:
        'Cannot define the agent as skills must hold at least one skill: current value is []',
    });
  }
  for (const { id } of skills) {
    if (seen.has(id)) {
      issues.push({
        severity: 'error',
        code: 'skill-id-duplicate',
        where,
        message: `Cannot define the agent as ids of skills must be unique: current value is ${JSON.stringify(id)} twice`,
      });
    }
    seen.add(id);
  }
  return issues;
}

function checkModes(
  modes: readonly string[],
  schemas: ReadonlyMap<string, NamedSchema>,
  where: string,
): readonly DefinitionIssue[] {
  return modes.flatMap((mode): DefinitionIssue[] => {
    const schema = fromSchemaMode(mode);
    const isKnown = schema === undefined ? parseMediaType(mode) !== undefined : schemas.has(schema);
    return isKnown
      ? []
      : [
          {
            severity: 'error',
            code: 'mode',
            where,
            message: `Cannot publish the mode as it must be a media type whose schema, if it names one, a skill declares: current value is ${JSON.stringify(mode)}`,
          },
        ];
  });
}
