import { toVisibleText, humanizeName } from '@formwork/react';
import { followReference } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';

/**
 * Finds the schema of a property in the schema of its object, following references and
 * alternatives.
 */
export function toPropertySchema(schema: unknown, name: string, root: unknown = schema): unknown {
  const resolved = resolve(schema, root);
  if (!isRecord(resolved)) return undefined;
  const declared = findDeclared(resolved, name, root);
  if (declared !== undefined) return declared;
  return resolved['items'] ?? resolved['additionalProperties'];
}

/**
 * Finds the schema that an object's schema, or one of its alternatives, states for a property by
 * name.
 */
function findDeclared(schema: unknown, name: string, root: unknown): unknown {
  const resolved = resolve(schema, root);
  if (!isRecord(resolved)) return undefined;
  const { properties } = resolved;
  if (isRecord(properties) && Object.hasOwn(properties, name)) return properties[name];
  for (const list of [resolved['allOf'], resolved['oneOf'], resolved['anyOf']]) {
    for (const option of Array.isArray(list) ? list : []) {
      const property = toPropertySchema(option, name, root);
      if (property !== undefined) return property;
    }
  }
  return undefined;
}

/**
 * Makes the label of a property: its title, else its name in words. A name that a person has chosen
 * stays unchanged.
 */
export function toFieldLabel(group: unknown, name: string, root: unknown = group): string {
  const around = resolve(group, root);
  if (isMap(around) && findDeclared(around, name, root) === undefined) {
    return name.trim() === '' ? JSON.stringify(name) : toVisibleText(name);
  }
  const resolved = resolve(toPropertySchema(group, name, root), root);
  const title = isRecord(resolved) ? resolved['title'] : undefined;
  if (typeof title === 'string' && title !== '') return toVisibleText(title);
  return toVisibleText(humanizeName(name) || name);
}

/** True for the schema of an object whose properties may have any name. */
function isMap(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const { additionalProperties, patternProperties } = schema;
  return (
    isRecord(patternProperties) ||
    (isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0)
  );
}

function resolve(schema: unknown, root: unknown): unknown {
  return (isRecord(root) ? followReference(schema, root) : undefined) ?? schema;
}
