import { isRecord } from '@formwork/schema/json';
import { checkKeywords } from './check-keywords.ts';

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** Returns the name of the Python class for a reference or for an object schema with properties. */
export type ClassNamer = (schema: Schema, pointer: string) => string;

/** The supported keywords of each type, besides the descriptive ones. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  null: ['pattern'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  array: ['items', 'minItems', 'maxItems'],
  object: ['additionalProperties'],
};

/**
 * Returns the Python annotation for the values of a schema. Objects with properties, and
 * references, get the class that `toClass` names.
 *
 * @throws Error if an annotation cannot express the schema.
 */
export function toPythonType(schema: Schema, pointer: string, toClass: ClassNamer): string {
  if ('$ref' in schema || 'properties' in schema) return toClass(schema, pointer);
  if ('const' in schema) return `Literal[${JSON.stringify(schema['const'])}]`;
  if (Array.isArray(schema['enum'])) {
    return `Literal[${schema['enum'].map((value) => JSON.stringify(value)).join(', ')}]`;
  }
  const { type } = schema;
  if (Array.isArray(type)) {
    return type
      .map((one: unknown) => toPythonType({ ...schema, type: one }, pointer, toClass))
      .join(' | ');
  }
  checkKeywords(schema, KEYWORDS[String(type)] ?? [], pointer);
  switch (type) {
    case 'null':
      return 'None';
    case 'string':
      return annotate('str', [toTextConstraints(schema), toFormat(schema, pointer)]);
    case 'integer':
      return annotate('int', [
        '_INTEGRAL',
        toField({ ge: schema['minimum'], le: schema['maximum'] }),
      ]);
    case 'number':
      return annotate('int | float', [toField({ ge: schema['minimum'], le: schema['maximum'] })]);
    case 'array': {
      const items = isRecord(schema['items']) ? schema['items'] : {};
      const item = toPythonType(items, `${pointer}/items`, toClass);
      const limits = { min_length: schema['minItems'], max_length: schema['maxItems'] };
      return annotate(`list[${item}]`, [toField(limits)]);
    }
    case 'object':
      if (schema['additionalProperties'] === false) break;
      return 'dict[str, Any]';
    default:
  }
  throw new Error(`Cannot write ${pointer} in Python: current value is ${JSON.stringify(schema)}`);
}

function annotate(type: string, constraints: readonly (string | undefined)[]): string {
  const given = constraints.filter((constraint) => constraint !== undefined);
  return given.length === 0 ? type : `Annotated[${[type, ...given].join(', ')}]`;
}

function toCall(name: string, options: Readonly<Record<string, unknown>>): string | undefined {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  if (given.length === 0) return undefined;
  return `${name}(${given.map(([key, value]) => `${key}=${String(value)}`).join(', ')})`;
}

function toField(options: Readonly<Record<string, unknown>>): string | undefined {
  return toCall('Field', options);
}

function toTextConstraints({ minLength, maxLength, pattern }: Schema): string | undefined {
  return toCall('StringConstraints', {
    min_length: minLength,
    max_length: maxLength,
    // In Pydantic's patterns, \d matches digits of any script.
    pattern: typeof pattern === 'string' ? `r"${pattern.replaceAll('\\d', '[0-9]')}"` : undefined,
  });
}

function toFormat({ format }: Schema, pointer: string): string | undefined {
  switch (format) {
    case undefined:
      return undefined;
    case 'date-time':
      return '_DATE_TIME';
    case 'uri':
      return '_URI';
    default:
      throw new Error(`Cannot write ${pointer} in Python: the format ${String(format)} is unknown`);
  }
}
