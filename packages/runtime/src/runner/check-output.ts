import { parseWithLibrary, type AnySkill, type NamedSchema } from '@formwork/core';
import { OutputInvalidError } from '../errors/output-invalid-error.ts';
import { toWireJson } from './to-wire-json.ts';

/**
 * Turns what a handler gave for an output schema into what goes on the wire: the library encodes
 * it, JSON keeps what it can, and the published schema judges that.
 *
 * Throws `OutputInvalidError`; such data is never sent.
 */
export async function checkOutput(schema: NamedSchema, data: unknown): Promise<unknown> {
  const encoded = await parseWithLibrary(schema, data);
  if (encoded.kind === 'problems') throw new OutputInvalidError(schema.name, encoded.problems);
  const wire = toWireJson(encoded.value);
  if (wire.kind === 'not-json') {
    const problem = {
      pointer: '',
      keyword: 'json',
      expected: 'a JSON value',
      message: 'must be a value that JSON can carry',
    };
    throw new OutputInvalidError(schema.name, [problem], { cause: wire.cause });
  }
  const problems = schema.validator.check(wire.value);
  if (problems.length > 0) throw new OutputInvalidError(schema.name, problems);
  return wire.value;
}

/** The output schema of that name; throws `OutputInvalidError` when the skill declares none. */
export function getOutputSchema(skill: AnySkill | undefined, name: string): NamedSchema {
  const schema = skill?.outputs.get(name);
  if (schema !== undefined) return schema;
  const known = [...(skill?.outputs.keys() ?? [])].join(', ');
  throw new OutputInvalidError(name, [
    {
      pointer: '',
      keyword: 'schema',
      expected: known === '' ? 'no schema' : `one of ${known}`,
      message: `names no output schema of the skill (known: ${known === '' ? 'none' : known})`,
    },
  ]);
}
