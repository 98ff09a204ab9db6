import { followReference, isRecord } from '@formwork/core';
import { toVisibleText, toWords } from '@formwork/react';

/** The schema of a property, as far as it stands where it is looked for. */
export function toPropertySchema(schema: unknown, name: string, root: unknown = schema): unknown {
  const own = resolve(schema, root);
  if (!isRecord(own)) return undefined;
  const { properties, items, additionalProperties } = own;
  if (isRecord(properties) && Object.hasOwn(properties, name)) return properties[name];
  for (const list of [own['allOf'], own['oneOf'], own['anyOf']]) {
    for (const option of Array.isArray(list) ? list : []) {
      const found = toPropertySchema(option, name, root);
      if (found !== undefined) return found;
    }
  }
  return items ?? additionalProperties;
}

/** The title of a property; else its name in words. */
export function toFieldLabel(schema: unknown, name: string, root: unknown = schema): string {
  const own = resolve(schema, root);
  const title = isRecord(own) ? own['title'] : undefined;
  if (typeof title === 'string' && title !== '') return toVisibleText(title);
  return toVisibleText(toWords(name) || name);
}

function resolve(schema: unknown, root: unknown): unknown {
  return (isRecord(root) ? followReference(schema, root) : undefined) ?? schema;
}
