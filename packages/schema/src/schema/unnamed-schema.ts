import { isRecord } from '../json/record.ts';

/**
 * Describes one schema that stands where schemas by name must, with the line to write; `undefined`
 * for anything else.
 */
export function describeUnnamedSchema(
  field: unknown,
  {
    direction,
    where,
  }: {
    readonly direction: 'input' | 'output';
    /** Such as `skill "fight-comparison"`. */
    readonly where: string;
  },
): string | undefined {
  if (!isOfLibrary(field) && !isJsonSchema(field)) return undefined;
  return `a schema without a name, so write ${direction}: { ${suggestName(where)}: … }`;
}

/** True for a schema of a library, or an object that looks like one. */
function isOfLibrary(field: unknown): boolean {
  return (isRecord(field) || typeof field === 'function') && '~standard' in field;
}

/** True for a JSON Schema: its own keywords stand where names must. */
function isJsonSchema(field: unknown): boolean {
  if (!isRecord(field)) return false;
  const { type, $schema, $ref } = field;
  return [type, $schema, $ref].some((value) => typeof value === 'string' || Array.isArray(value));
}

/** Makes a name for the schema of a skill: the id of the skill in camel case. */
function suggestName(where: string): string {
  const id = /"(?<id>[^"]*)"/u.exec(where)?.groups?.['id'] ?? '';
  const name = id.replaceAll(/[^A-Za-z0-9]+(?<next>.?)/gu, (_all, next: string) =>
    next.toUpperCase(),
  );
  return /^[A-Za-z]/u.test(name) ? name : 'data';
}
