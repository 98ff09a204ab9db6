import { createNamedSchema } from '../schema/create-named-schema.ts';
import type { NamedSchema } from '../schema/named-schema.ts';
import type { Direction } from '../schema/to-published-schema.ts';
import type { SchemaMap } from '../types/schema-like.ts';
import type { Skill, SkillDefinition } from '../types/skill-types.ts';
import { checkTexts } from './check-texts.ts';
import type { DefinitionIssue } from './definition-issue.ts';
import { readExamples } from './read-examples.ts';
import type { AnySkill, StructuredCall, TextHandlerCall } from './skill.ts';

/** The handlers of a definition with their types erased; `run` is only called with checked input. */
interface Handlers {
  readonly run?: (call: {
    readonly input: unknown;
    readonly task: StructuredCall['task'];
  }) => unknown;
  readonly text?: (call: TextHandlerCall) => unknown;
  readonly title?: string | ((input: unknown) => string);
}

/**
 * Declares a skill: what it is called, which named schemas it takes and gives, and what it does.
 *
 * Nothing is thrown for a faulty definition here: `defineAgent` throws one `DefinitionError` with
 * the faults of all its skills.
 */
export function defineSkill<const I extends SchemaMap = {}, const O extends SchemaMap = {}>(
  definition: SkillDefinition<I, O>,
): Skill<I, O> {
  const { id, name, description, tags } = definition;
  const where = `skill ${JSON.stringify(id)}`;
  // The types tie input, handler and output together; at run time validation does.
  const handlers = definition as unknown as Handlers;
  const inputs = createSchemas(definition.input ?? {}, 'input', where);
  const outputs = createSchemas(definition.output ?? {}, 'output', where);
  const examples = readExamples(definition.examples ?? [], {
    inputs: inputs.schemas,
    handlesText: handlers.text !== undefined,
    where,
  });
  const issues = [
    ...checkTexts({ id, name, description }, where),
    ...checkTags(tags, where),
    ...checkHandlers(handlers, inputs.schemas.size + inputs.issues.length > 0, where),
    ...inputs.issues,
    ...outputs.issues,
    // Without its schema an example cannot be judged; the schema's own fault is reported.
    ...(inputs.issues.some((issue) => issue.severity === 'error') ? [] : examples.issues),
  ];
  const several = inputs.schemas.size > 1;
  const { run, text, title } = handlers;
  const skill: AnySkill = {
    id,
    name,
    description,
    tags,
    inputs: inputs.schemas,
    outputs: outputs.schemas,
    examples: examples.texts,
    exampleData: examples.data,
    issues,
    title: (schema, input) =>
      typeof title === 'function' ? title(several ? { schema, data: input } : input) : title,
    ...(run !== undefined && {
      run: ({ schema, input, task }: StructuredCall) =>
        run({ input: several ? { schema, data: input } : input, task }),
    }),
    ...(text !== undefined && { text }),
  };
  return { ...skill, definition };
}

function createSchemas(
  schemas: SchemaMap,
  direction: Direction,
  owner: string,
): { readonly schemas: ReadonlyMap<string, NamedSchema>; readonly issues: DefinitionIssue[] } {
  const created = new Map<string, NamedSchema>();
  const issues: DefinitionIssue[] = [];
  for (const [name, like] of Object.entries(schemas)) {
    const where = `${owner} ${direction} ${JSON.stringify(name)}`;
    const result = createNamedSchema(name, like, { direction, where });
    issues.push(...result.issues);
    if (result.named !== undefined) created.set(name, result.named);
  }
  return { schemas: created, issues };
}

function checkTags(tags: unknown, where: string): DefinitionIssue[] {
  if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) return [];
  return [
    {
      severity: 'error',
      code: 'tags',
      where,
      message: `Cannot define the skill as tags must be an array of strings: current value is ${JSON.stringify(tags)}`,
    },
  ];
}

function checkHandlers(handlers: Handlers, hasInput: boolean, where: string): DefinitionIssue[] {
  const problem = (message: string): DefinitionIssue[] => [
    { severity: 'error', code: 'handler', where, message },
  ];
  if (hasInput && typeof handlers.run !== 'function') {
    return problem(
      `Cannot define the skill as run must be a function when there is input: current value is ${typeof handlers.run}`,
    );
  }
  if (!hasInput && typeof handlers.text !== 'function') {
    return problem(
      `Cannot define the skill as it must have input and run, or text: current value has neither`,
    );
  }
  return [];
}
