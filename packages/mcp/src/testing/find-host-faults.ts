import { SUBSCHEMA_FORMS } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';

const KNOWN = new Set([
  ...'type const enum title description default examples format pattern minLength maxLength'.split(
    ' ',
  ),
  ...'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems items'.split(
    ' ',
  ),
  ...'uniqueItems contains properties patternProperties additionalProperties required'.split(' '),
  ...'propertyNames minProperties maxProperties anyOf allOf not'.split(' '),
]);

/**
 * Lists the reasons why some MCP host would refuse the input schema of a tool, each after its JSON
 * pointer.
 */
export function findInputFaults(schema: unknown): readonly string[] {
  const root = isRecord(schema) ? schema : {};
  const unions = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const', 'if'];
  const properties = isRecord(root['properties']) ? root['properties'] : {};
  return [
    ...(root['type'] === 'object' ? [] : ['/: no object']),
    ...unions.filter((name) => Object.hasOwn(root, name)).map((name) => `/${name}: at the root`),
    ...Object.keys(properties)
      .filter((name) => !/^[A-Za-z0-9_.-]{1,64}$/u.test(name))
      .map((name) => `/properties/${name}: a name that providers refuse`),
    ...findOutputFaults(schema),
  ];
}

/**
 * Lists the reasons why some MCP host would refuse the output schema of a tool. Unlike an input
 * schema, it may have unions at its root.
 */
export function findOutputFaults(schema: unknown, pointer = ''): readonly string[] {
  if (!isRecord(schema)) return [`${pointer}: no schema object`];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const at = `${pointer}/${keyword}`;
    if (!KNOWN.has(keyword)) return [`${at}: unknown`];
    switch (SUBSCHEMA_FORMS.get(keyword)) {
      case undefined:
        return [];
      case 'one':
        if (keyword === 'additionalProperties' && typeof value === 'boolean') return [];
        return findOutputFaults(value, at);
      case 'list':
        return (value as unknown[]).flatMap((subschema, index) =>
          findOutputFaults(subschema, `${at}/${index}`),
        );
      case 'map':
      case 'maps':
        return Object.entries(value as object).flatMap(([name, subschema]) =>
          findOutputFaults(subschema, `${at}/${name}`),
        );
    }
  });
}
