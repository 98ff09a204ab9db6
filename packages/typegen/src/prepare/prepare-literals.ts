import { isRecord } from '@formwork/schema/internal';
import { countSubschema, warn, type Preparation, type Surroundings } from './preparation.ts';
import { NEVER, unite, UNKNOWN, type LiteralValue, type TypeNode } from './type-node.ts';

/** The most values that a literal type lists. */
const MAX_VALUES = 2_000;

/** Prepares the type of `const` and `enum`; `undefined` if the schema has neither. */
export function prepareLiterals(
  preparation: Preparation,
  schema: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): TypeNode | undefined {
  const { enum: alternatives, type } = schema;
  if (!('const' in schema) && !Array.isArray(alternatives)) return undefined;
  const values: readonly unknown[] =
    'const' in schema ? [schema['const']] : Array.isArray(alternatives) ? alternatives : [];
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const allowed =
    type === undefined
      ? values
      : values.filter((value) => types.some((one) => hasType(one, value)));
  if (allowed.length > MAX_VALUES) {
    const message = `Cannot list the values of "enum" as there must be ${MAX_VALUES} at most: current value has ${allowed.length}`;
    warn(preparation, surroundings.place, { code: 'union-too-large', message });
    return UNKNOWN;
  }
  return prepareValues(preparation, allowed, surroundings);
}

function prepareValues(
  preparation: Preparation,
  values: readonly unknown[],
  surroundings: Surroundings,
): TypeNode {
  const plain = new Set<LiteralValue>();
  const others: TypeNode[] = [];
  for (const value of values) {
    if (isLiteral(value)) plain.add(value);
    else others.push(prepareExact(preparation, value, surroundings));
  }
  const literals: readonly TypeNode[] =
    plain.size === 0 ? [] : [{ kind: 'literals', values: [...plain] }];
  return unite([...literals, ...others]);
}

/** Prepares the type of exactly one value. */
function prepareExact(
  preparation: Preparation,
  value: unknown,
  surroundings: Surroundings,
): TypeNode {
  countSubschema(preparation, surroundings.place);
  if (isLiteral(value)) return { kind: 'literals', values: [value] };
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => prepareExact(preparation, item, surroundings));
    return { kind: 'tuple', items, rest: undefined, min: items.length };
  }
  if (isRecord(value)) {
    const properties = Object.entries(value).map(([name, member]) => ({
      name,
      node: prepareExact(preparation, member, surroundings),
      required: true,
    }));
    return { kind: 'object', properties, rest: properties.length === 0 ? NEVER : undefined };
  }
  // JavaScript cannot hold this number.
  return typeof value === 'number' ? { kind: 'scalar', type: 'number' } : UNKNOWN;
}

function isLiteral(value: unknown): value is LiteralValue {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    Number.isFinite(value)
  );
}

function hasType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}
