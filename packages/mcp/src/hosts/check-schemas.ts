import { isRecord, SUBSCHEMA_PLACES } from '@formwork/schema/internal';
import { toDialect, type Dialect } from '@formwork/schema';
import type { SchemaRules } from './host-profile.ts';
import type { CheckedTool, HostFinding } from './host-finding.ts';

const OUTCOMES = {
  list: { effect: 'lost', text: 'the host loses the whole list of tools' },
  call: { effect: 'lost', text: 'calls of it fail' },
  ignored: { effect: 'changed', text: 'the host does not look at it' },
} as const;

/** What the SDK of a host makes of the schemas of a tool. */
export function checkSchemas(
  { name: tool, inputSchema, outputSchema }: CheckedTool,
  rules: SchemaRules,
): readonly HostFinding[] {
  const find = (what: string, outcome: keyof typeof OUTCOMES | undefined): HostFinding[] => {
    if (outcome === undefined) return [];
    const { effect, text } = OUTCOMES[outcome];
    return [{ effect, rule: 'schemas', tool, message: `${what}: ${text}` }];
  };
  const { properties } = inputSchema;
  const values: readonly unknown[] = isRecord(properties) ? Object.values(properties) : [];
  const outputs = [...listSchemas(outputSchema)];
  const has = (keyword: string): boolean =>
    outputs.some((schema) => Object.hasOwn(schema, keyword));
  const broken = outputs.some((schema) => isBroken(schema));
  const isOther = [inputSchema, outputSchema].some((schema) => !isKnownDialect(schema['$schema']));
  return [
    ...(inputSchema['type'] === 'object'
      ? []
      : find('its input schema is not of type "object"', rules.noObject)),
    ...(values.some((value) => typeof value === 'boolean')
      ? find('an argument has true or false as its schema', rules.booleanProperty)
      : []),
    ...(broken
      ? find('its output schema has a broken pattern or an external reference', rules.brokenOutput)
      : []),
    ...(has('prefixItems') ? find('its output schema has prefixItems', rules.prefixItems) : []),
    ...(has('unevaluatedProperties')
      ? find('its output schema has unevaluatedProperties', rules.unevaluated)
      : []),
    ...(isOther ? find('a schema names another draft', rules.otherDialect) : []),
  ];
}

/** A schema, and those within it. */
function* listSchemas(schema: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (!isRecord(schema)) return;
  yield schema;
  for (const [keyword, value] of Object.entries(schema)) {
    switch (SUBSCHEMA_PLACES.get(keyword)) {
      case undefined:
        break;
      case 'one':
        yield* listSchemas(value);
        break;
      case 'list':
        if (Array.isArray(value)) for (const one of value) yield* listSchemas(one);
        break;
      case 'map':
        if (isRecord(value)) for (const one of Object.values(value)) yield* listSchemas(one);
    }
  }
}

function isBroken({ pattern, $ref: reference }: Readonly<Record<string, unknown>>): boolean {
  if (typeof reference === 'string' && !reference.startsWith('#')) return true;
  if (typeof pattern !== 'string') return false;
  try {
    // Compiled only: nothing is matched against it.
    return new RegExp(pattern, 'u').source === '';
  } catch {
    return true;
  }
}

const KNOWN = new Set<Dialect>(['2020-12', '2019-09', 'draft-07', 'draft-06']);

function isKnownDialect(uri: unknown): boolean {
  if (uri === undefined) return true;
  const dialect = typeof uri === 'string' ? toDialect({ $schema: uri }) : undefined;
  return dialect !== undefined && KNOWN.has(dialect);
}
