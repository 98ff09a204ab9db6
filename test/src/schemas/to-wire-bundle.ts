import { isRecord } from '@formwork/schema/internal';
import type { SchemaFile } from './schema-files.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * A bundle of ProtoJSON as peers write it: names in camelCase only, enums as names without the
 * one for "not set", 32 bit integers as numbers. Unknown properties are let be, as A2A asks of
 * receivers. Everything else is as in the bundle.
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

/** Of the forms that a reader takes, the one that writers use; `undefined` if these are others. */
function findWritten(forms: readonly Schema[]): Schema | undefined {
  const names = forms.find((form) => Array.isArray(form['enum']));
  const isInteger = forms.length === 2 && forms.some((form) => form['pattern'] === '^-?[0-9]+$');
  // A 64 bit integer has no limits here, and is written as a string.
  const integer = forms.find((form) => form['maximum'] === 2 ** 31 - 1);
  return names ?? (isInteger ? integer : undefined);
}
