import type { JsonSchema } from '@formwork/schema';
import { listReferences, restoreReferences } from '../form-schema/defer-references.ts';

/** A definition as it was before `deferReferences`, and the names that it refers to. */
interface Definition {
  readonly schema: unknown;
  readonly leads: readonly string[];
}

/**
 * Gives those of a form's definitions that a part of it leads to: a part is judged many times faster
 * without those that have nothing to do with it.
 */
export function createDefinitionPicker(deferred: JsonSchema): (part: unknown) => JsonSchema {
  const known = new Map<string, Definition>();

  function read(name: string): Definition {
    let definition = known.get(name);
    if (definition === undefined) {
      const schema = restoreReferences(deferred[name]);
      definition = { schema, leads: listReferences(schema) };
      known.set(name, definition);
    }
    return definition;
  }

  return (part) => {
    const picked = new Map<string, unknown>();
    const waiting = [...listReferences(part)];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (picked.has(name) || !Object.hasOwn(deferred, name)) continue;
      const { schema, leads } = read(name);
      picked.set(name, schema);
      waiting.push(...leads);
    }
    return Object.fromEntries(picked);
  };
}
