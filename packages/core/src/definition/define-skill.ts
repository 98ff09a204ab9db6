import {
  createNamedSchema,
  type DefinitionIssue,
  type NamedSchema,
  type SchemaLike,
  type SchemaMap,
  type Json,
  toErrorText,
} from '@formwork/schema';
import {
  createSamples,
  describeUnnamedSchema,
  findConversionLosses,
  findDroppedFlags,
  type Direction,
} from '@formwork/schema/internal';
import { describeValue, quote, isRecord } from '@formwork/schema/json';
import { checkIcon, readIcon } from '../media-type/icon.ts';
import { checkFields, checkTexts } from './check-fields.ts';
import { checkHandlers } from './check-handlers.ts';
import { checkFileTypes, readFileTypes } from './file-types.ts';
import { readExamples } from './read-examples.ts';
import { checkRunPolicy } from './run-policy.ts';
import { checkAccess, pickAccess } from './skill-access.ts';
import { checkPublication, pickPublication } from './skill-publication.ts';
import type { Skill, SkillDefinition } from './skill-types.ts';
import type { AnySkill, SkillLimits, StructuredCall, TextHandlerCall } from './skill.ts';
import type { TextAnswerChoice } from './text-answer.ts';

const FIELDS: readonly (keyof SkillDefinition<SchemaMap, SchemaMap>)[] = [
  'id',
  'name',
  'description',
  'tags',
  'input',
  'output',
  'icon',
  'files',
  'scopes',
  'visibility',
  'publish',
  'examples',
  'title',
  'timeoutMs',
  'retry',
  'concurrency',
  'run',
  'text',
  'textAnswer',
];

/**
 * Declares a skill: what it is called, which named schemas it takes and gives, and what it does.
 *
 * Nothing is thrown for a faulty definition here: `defineAgent` throws one `DefinitionError` with
 * the faults of all its skills.
 *
 * @example
 * ```ts
 * import { defineSkill } from '@formwork/core';
 *
 * export const square = defineSkill({
 *   id: 'square',
 *   name: 'Square',
 *   description: 'Squares a number.',
 *   tags: ['math'],
 *   input: {
 *     factor: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
 *   },
 *   output: {
 *     product: { type: 'object', properties: { y: { type: 'number' } }, required: ['y'] },
 *   },
 *   run: ({ input }) => ({ y: input.x ** 2 }),
 * });
 * ```
 */
export function defineSkill<
  const I extends SchemaMap = {},
  const O extends SchemaMap = {},
  const Id extends string = string,
  Returned = never,
  Answered = never,
>(definition: SkillDefinition<I, O, Id, Returned, Answered>): Skill<I, O, Id> {
  // An id that is not text becomes empty, and an issue reports it.
  return { ...createSkill(definition), definition } as AnySkill as Skill<I, O, Id>;
}

function createSkill(definition: unknown): AnySkill {
  try {
    return isRecord(definition)
      ? readSkill(definition)
      : createFaultySkill(`an object: current value is ${describeValue(definition)}`);
  } catch (thrown) {
    // Getters and proxies can throw wherever a definition is read.
    const [reason = ''] = toErrorText(thrown).split('\n');
    return createFaultySkill(`readable: current value throws ${quote(reason)}`);
  }
}

function readSkill(definition: Readonly<Record<string, unknown>>): AnySkill {
  const { id, name, description, tags } = definition;
  const where = typeof id === 'string' ? `skill ${JSON.stringify(id)}` : 'skill without id';
  const inputs = readSchemas(definition['input'], { direction: 'input', where });
  const outputs = readSchemas(definition['output'], { direction: 'output', where });
  const { run, text, textAnswer, title, timeoutMs, retry, concurrency } = definition;
  const { scopes, visibility, publish } = definition;
  const icon = readIcon(definition['icon']);
  const hasInput = inputs.schemas.size + inputs.faulty.size > 0 || !inputs.isReadable;
  const examples = readExamples(definition['examples'], {
    inputs: inputs.schemas,
    faulty: inputs.faulty,
    handlesText: text !== undefined,
    where,
  });
  const issues = [
    ...checkFields(definition, { fields: FIELDS, subject: 'the skill', where }),
    ...checkTexts({ id, name, description }, where),
    ...checkTags(tags, where),
    ...checkIcon(definition['icon'], { subject: 'the skill', where }),
    ...checkFileTypes(definition['files'], where),
    ...checkAccess({ scopes, visibility }, where),
    ...checkPublication({ publish, scopes, visibility, hasInput }, where),
    ...checkHandlers({ run, text, textAnswer, title }, { hasInput, where }),
    ...checkRunPolicy({ timeoutMs, retry, concurrency }, { subject: 'the skill', where }),
    ...inputs.issues,
    ...outputs.issues,
    // If the schemas cannot be read, their examples cannot be judged.
    ...(inputs.isReadable ? examples.issues : []),
    ...checkFlags(inputs.schemas, { direction: 'input', where }),
    ...checkFlags(outputs.schemas, { direction: 'output', where }),
    ...checkConversions(inputs.schemas, examples.data, where),
  ];
  return {
    id: readText(id),
    name: readText(name),
    description: readText(description),
    tags: isTags(tags) ? tags : [],
    inputs: inputs.schemas,
    outputs: outputs.schemas,
    examples: examples.texts,
    exampleData: new Map(
      [...examples.data].flatMap(([schema, [first]]) =>
        first === undefined ? [] : [[schema, first]],
      ),
    ),
    issues,
    ...(icon !== undefined && { icon }),
    ...readFileTypes(definition['files']),
    ...pickAccess(definition),
    ...pickPublication(definition),
    ...pickLimits(definition),
    ...wrapHandlers(definition, inputs.schemas.size > 1),
  };
}

/**
 * Makes a skill that stands for a definition which cannot be read, and holds nothing but the
 * reason.
 */
function createFaultySkill(expected: string): AnySkill {
  const message = `Cannot define the skill because its definition must be ${expected}`;
  return {
    id: '',
    name: '',
    description: '',
    tags: [],
    inputs: new Map(),
    outputs: new Map(),
    examples: [],
    exampleData: new Map(),
    issues: [{ severity: 'error', code: 'definition', where: 'skill without id', message }],
    title: () => undefined,
  };
}

/**
 * Picks the limits on runs from a skill's definition, unchecked: faulty ones are among its issues.
 */
function pickLimits({
  timeoutMs,
  retry,
  concurrency,
}: SkillLimits): Pick<AnySkill, 'timeoutMs' | 'retry' | 'concurrency'> {
  return {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(retry !== undefined && { retry }),
    ...(concurrency !== undefined && { concurrency }),
  };
}

function wrapHandlers(
  {
    run,
    text,
    textAnswer,
    title,
  }: {
    readonly run?: (call: {
      readonly input: unknown;
      readonly task: StructuredCall['task'];
    }) => unknown;
    readonly text?: (call: TextHandlerCall) => unknown;
    readonly textAnswer?: TextAnswerChoice;
    readonly title?: string | ((input: unknown) => string);
  },
  several: boolean,
): Pick<AnySkill, 'title' | 'run' | 'text' | 'textAnswer'> {
  return {
    title: (schema, input) =>
      typeof title === 'function' ? title(several ? { schema, data: input } : input) : title,
    ...(run !== undefined && {
      run: ({ schema, input, task }: StructuredCall) =>
        run({ input: several ? { schema, data: input } : input, task }),
    }),
    ...(text !== undefined && { text }),
    ...(textAnswer !== undefined && { textAnswer }),
  };
}

function checkTags(tags: unknown, where: string): readonly DefinitionIssue[] {
  if (isTags(tags)) return [];
  const message = `Cannot define the skill because tags must be an array of strings: current value is ${describeValue(tags)}`;
  return [{ severity: 'error', code: 'tags', where, message }];
}

function isTags(tags: unknown): tags is readonly string[] {
  // Array.from, as every() passes over the holes of an array.
  return Array.isArray(tags) && Array.from<unknown>(tags).every((tag) => typeof tag === 'string');
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The side of a skill whose schemas are read: its inputs or its outputs. */
interface SkillSide {
  readonly direction: Direction;
  /** The skill in words for issues, such as `skill "fight-comparison"`. */
  readonly where: string;
}

/** Reads `input` or `output` of a skill's definition, whatever its value is, as schemas by name. */
function readSchemas(
  field: unknown,
  { direction, where }: SkillSide,
): {
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** The names of declared schemas that have errors and cannot be used. */
  readonly faulty: ReadonlySet<string>;
  /** False if the field is not an object with schemas by name. */
  readonly isReadable: boolean;
  readonly issues: readonly DefinitionIssue[];
} {
  const schemas = new Map<string, NamedSchema>();
  const faulty = new Set<string>();
  const issues: DefinitionIssue[] = [];
  if (field === undefined) return { schemas, faulty, isReadable: true, issues };
  const unnamed = describeUnnamedSchema(field, { direction, where });
  if (!isRecord(field) || unnamed !== undefined) {
    const current = unnamed ?? describeValue(field);
    const message = `Cannot define the skill because ${direction} must be an object of schemas by name: current value is ${current}`;
    issues.push({ severity: 'error', code: direction, where, message });
    return { schemas, faulty, isReadable: false, issues };
  }
  for (const [name, like] of Object.entries(field)) {
    const label = `${where} ${direction} ${JSON.stringify(name)}`;
    // A value that is not a schema is reported by the first step of publishing it.
    const result = createNamedSchema(name, like as SchemaLike, { direction, where: label });
    issues.push(...result.issues);
    if (result.named === undefined) faulty.add(name);
    else schemas.set(name, result.named);
  }
  return { schemas, faulty, isReadable: true, issues };
}

/**
 * Warns of rules that a library checks but does not publish in its JSON Schema, as far as samples,
 * such as the valid `examples` by the names of their schemas, reveal them.
 */
function checkConversions(
  inputs: ReadonlyMap<string, NamedSchema>,
  examples: ReadonlyMap<string, readonly Json[]>,
  where: string,
): readonly DefinitionIssue[] {
  return [...inputs.values()].flatMap((namedSchema): DefinitionIssue[] => {
    const { name, library, schema } = namedSchema;
    if (library === undefined) return [];
    const samples = createSamples(namedSchema, examples.get(name));
    return findConversionLosses(library, schema, samples).map((loss) => ({
      severity: 'warning',
      where: `${where} input ${JSON.stringify(name)}`,
      ...loss,
    }));
  });
}

/** Warns of patterns that a library publishes without the flags that change their meaning. */
function checkFlags(
  schemas: ReadonlyMap<string, NamedSchema>,
  { direction, where }: SkillSide,
): readonly DefinitionIssue[] {
  return [...schemas.values()].flatMap(({ name, library, schema }): DefinitionIssue[] => {
    if (library === undefined) return [];
    return findDroppedFlags(library, { direction, published: schema }).map((loss) => ({
      severity: 'warning',
      where: `${where} ${direction} ${JSON.stringify(name)}`,
      ...loss,
    }));
  });
}
