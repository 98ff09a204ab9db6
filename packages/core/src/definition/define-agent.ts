import { DefinitionError } from '../errors/definition-error.ts';
import { describeValue } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/internal';
import type { NamedSchema } from '@formwork/schema';
import type { Agent, AgentDefinition } from './agent.ts';
import { checkAgentFields, checkModes } from './check-agent-fields.ts';
import type { DefinitionIssue } from '@formwork/schema';
import { readSkills } from './read-skills.ts';
import type { AnySkill } from './skill.ts';

const TEXT_MODES: readonly string[] = ['text/plain'];

/**
 * Puts skills together into an agent.
 *
 * @throws DefinitionError with every error of the agent and of all its skills. Warnings do not
 * throw; they are in `agent.warnings`.
 */
export function defineAgent<const Skills extends readonly AnySkill[]>(
  definition: AgentDefinition<Skills>,
): Agent<Skills> {
  if (!isRecord(definition)) throw toUnreadable(definition);
  const { defaultInputModes = TEXT_MODES, defaultOutputModes = TEXT_MODES } = definition;
  const where =
    typeof definition.name === 'string' ? `agent ${JSON.stringify(definition.name)}` : 'agent';
  const { skills, issues: skillIssues } = readSkills(definition.skills, where);
  const { description = `Skills: ${skills.map((skill) => skill.name).join(', ')}.` } = definition;
  const inputs = collectSchemas(skills, 'inputs');
  const outputs = collectSchemas(skills, 'outputs', inputs.schemas);
  const issues = [
    ...checkAgentFields(definition, where),
    ...skillIssues,
    ...checkModes(defaultInputModes, {
      schemas: inputs.schemas,
      field: 'defaultInputModes',
      where,
    }),
    ...checkModes(defaultOutputModes, {
      schemas: outputs.schemas,
      field: 'defaultOutputModes',
      where,
    }),
    ...inputs.issues,
    ...outputs.issues,
  ];
  if (issues.some((issue) => issue.severity === 'error')) throw new DefinitionError(where, issues);
  return {
    ...definition,
    description,
    defaultInputModes,
    defaultOutputModes,
    schemas: outputs.schemas,
    inputSchemas: inputs.schemas,
    warnings: issues,
  };
}

function toUnreadable(definition: unknown): DefinitionError {
  return new DefinitionError('agent', [
    {
      severity: 'error',
      code: 'definition',
      where: 'agent',
      message: `Cannot define the agent as its definition must be an object: current value is ${describeValue(definition)}`,
    },
  ]);
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
