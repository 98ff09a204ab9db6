import { isRecord } from '@formwork/schema/json';
import type { SchemaFile } from './schema-files.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Converts a bundle of ProtoJSON schemas to one for messages as peers write them: only camelCase
 * names, enums as names without the one for "not set", and 32-bit integers as numbers. Unknown
 * properties are allowed, as A2A asks of receivers.
 */
export function toWireBundle(bundle: SchemaFile['content']): SchemaFile['content'] {
  return {
    ...toWireSchema(bundle),
    $id: `${String(bundle['$id'])}:wire`,
    title: `${String(bundle['title'])}: on the wire`,
    description: 'The same messages as peers write them. Unknown properties are let be.',
  };
}

function toWireSchema(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  const plain = Array.isArray(anyOf) ? findWritten(anyOf.filter(isRecord)) : undefined;
  const kept = plain === undefined ? schema : { ...rest, ...plain };
  const members = Object.entries(kept).filter(
    ([key, value]) =>
      key !== 'patternProperties' && (key !== 'additionalProperties' || value !== false),
  );
  return Object.fromEntries(members.map(([key, value]) => [key, toWire(value)]));
}

function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  return isRecord(value) ? toWireSchema(value) : value;
}

/**
 * Finds the form that writers use among those that a reader accepts; `undefined` if none is known.
 */
function findWritten(forms: readonly Schema[]): Schema | undefined {
  const names = forms.find((form) => Array.isArray(form['enum']));
  const isInteger = forms.length === 2 && forms.some((form) => form['pattern'] === '^-?[0-9]+$');
  // A 64-bit integer has no limits in the schema and is written as a string.
  const integer = forms.find((form) => form['maximum'] === 2 ** 31 - 1);
  return names ?? (isInteger ? integer : undefined);
}
