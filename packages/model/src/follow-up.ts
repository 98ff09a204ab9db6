import type { AnySkill, TaskContext } from '@formwork/core';
import { parseWithLibrary } from '@formwork/core/internal';
import type { JsonSchema, NamedSchema, StandardSchemaLike } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';
import { dropSecrets } from './partial-schema.ts';
import type { Understood } from './reading.ts';

/** The name of the form that asks for what a text did not say. */
const MISSING_FORM = 'missing';

/** The name of the form that asks which input is meant. */
const CHOICE_FORM = 'choice';

/** Options of the functions that ask for an input. */
export interface AskOptions {
  readonly task: TaskContext;
  readonly namedSchema: NamedSchema;
  /** The members that were understood, without secrets. */
  readonly data: Understood;
  /** The sentence that the caller reads above the form. */
  readonly prompt: string;
}

/**
 * Asks for the members of an input that are missing, and then for the whole input if that does not
 * make it valid. Returns valid input.
 */
export async function askForMissingFields(
  names: readonly string[],
  { task, namedSchema, data, prompt }: AskOptions,
): Promise<unknown> {
  const schema = toMissingSchema(names, namedSchema.schema, data);
  if (schema === undefined) return askForWhole({ task, namedSchema, data, prompt });
  const answer: unknown = await task.ask(prompt, { name: MISSING_FORM, schema });
  const all: Understood = { ...data, ...toRecord(answer) };
  const isValid =
    namedSchema.validator.isValid(all) &&
    (await parseWithLibrary(namedSchema, structuredClone(all))).kind === 'parsed';
  if (isValid) return all;
  const again = 'These do not fit together. Correct what is wrong:';
  const presets = dropSecrets(all, namedSchema.schema) as Understood;
  return askForWhole({ task, namedSchema, data: presets, prompt: again });
}

/** Asks for a whole input by a form that has what was understood in it. Returns valid input. */
export async function askForWhole({
  task,
  namedSchema,
  data,
  prompt,
}: AskOptions): Promise<unknown> {
  const schema = withPresets(namedSchema.schema, data);
  const form =
    namedSchema.library === undefined ? schema : toCheckedForm(schema, namedSchema.library);
  return task.ask(prompt, { name: namedSchema.name, schema: form });
}

/** Asks which input of a skill is meant. Returns the only one without asking. */
export async function askForChoice(
  task: TaskContext,
  { inputs }: AnySkill,
): Promise<NamedSchema | undefined> {
  const [input, second] = inputs.values();
  if (second === undefined) return input;
  const schema: JsonSchema = {
    type: 'object',
    properties: { input: { title: 'Input', enum: [...inputs.keys()] } },
    required: ['input'],
    additionalProperties: false,
  };
  const answer: unknown = await task.ask('What is it about?', { name: CHOICE_FORM, schema });
  return inputs.get(isRecord(answer) ? String(answer['input']) : '');
}

/** Keywords of a schema that a form for some of its members can go without, or copies. */
const SIMPLE: ReadonlySet<string> = new Set(
  '$schema $defs definitions type title description properties required additionalProperties dependentRequired examples default $comment'.split(
    ' ',
  ),
);

/**
 * Makes the schema of a form for some members of an input; `undefined` if they cannot be asked for
 * alone, because the schema does not say in one place what they are.
 */
function toMissingSchema(
  names: readonly string[],
  schema: JsonSchema,
  data: Understood,
): JsonSchema | undefined {
  const { properties } = schema;
  if (!isRecord(properties) || !Object.keys(schema).every((key) => SIMPLE.has(key))) {
    return undefined;
  }
  if (!names.every((name) => Object.hasOwn(properties, name))) return undefined;
  if (!hasOnlyDefinitions(schema)) return undefined;
  const { $schema, $defs, definitions, title } = schema;
  const picked = Object.fromEntries(names.map((name) => [name, properties[name]]));
  return {
    ...($schema !== undefined && { $schema }),
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    ...(title !== undefined && { title }),
    type: 'object',
    properties: withDefaults(picked, data),
    required: [...names],
    additionalProperties: false,
  };
}

/** True if all references of a schema lead into its definitions, which a part of it can keep. */
function hasOnlyDefinitions(schema: JsonSchema): boolean {
  const text = JSON.stringify(schema);
  if (/"(?:\$id|id|\$anchor|\$dynamicRef|\$recursiveRef)":"/u.test(text)) return false;
  return [...text.matchAll(/"\$ref":"((?:[^"\\]|\\.)*)"/gu)].every(([, reference = '']) =>
    /^#\/(?:\$defs|definitions)\//u.test(reference),
  );
}

/** Adds what was understood to a schema, as the defaults of its members. */
function withPresets(schema: JsonSchema, data: Understood): JsonSchema {
  const { properties } = schema;
  if (Object.keys(data).length === 0) return schema;
  // Members that no property declares, and those of schemas without properties, are in the whole.
  if (!isRecord(properties)) return { ...schema, default: data };
  const isDeclared = Object.keys(data).every((name) => Object.hasOwn(properties, name));
  return {
    ...schema,
    properties: withDefaults(properties, data),
    ...(!isDeclared && { default: data }),
  };
}

function withDefaults(
  properties: Readonly<Record<string, unknown>>,
  data: Understood,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      if (!Object.hasOwn(data, name)) return [name, schema];
      return [name, { ...toRecord(schema), default: data[name] }];
    }),
  );
}

/**
 * Makes a form whose answers the library of the input checks, so that an answer that breaks one of
 * its rules is asked for again.
 */
function toCheckedForm(schema: JsonSchema, library: StandardSchemaLike): StandardSchemaLike {
  const convert = (): Record<string, unknown> => ({ ...schema });
  return {
    '~standard': {
      version: 1,
      vendor: 'formwork',
      jsonSchema: { input: convert, output: convert },
      async validate(value) {
        const parsed = await library['~standard'].validate(structuredClone(value));
        // The input stays as it was sent; it is parsed again when the skill runs.
        return parsed.issues === undefined ? { value } : { issues: parsed.issues };
      },
    },
  };
}
