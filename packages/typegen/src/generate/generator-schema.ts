import type { JSONSchema } from 'json-schema-to-typescript';
import type { TypeNode, TypeProperty } from '../prepare/type-node.ts';

/**
 * Names of properties that the generator trips over: it calls the first as a method, and the
 * second sets a prototype.
 */
const TRIPPING = ['hasOwnProperty', '__proto__'] as const;

/** Replaces property names for the generator, and puts them back. */
export interface Aliases {
  toAlias(name: string): string;
  /** Puts the names back into generated code, in quotes if they are no identifiers. */
  toNames(code: string): string;
}

/** Aliases that occur nowhere in `text`. */
export function createAliases(text: string): Aliases {
  let prefix = 'formworkName';
  while (text.includes(prefix)) prefix += 'X';
  const aliases = new Map<string, string>(
    TRIPPING.map((name, index) => [name, `${prefix}${index}_`]),
  );
  return {
    toAlias(name) {
      // The generator makes URLs of names, which cannot hold half of a surrogate pair.
      if (/\p{Surrogate}/u.test(name) && !aliases.has(name)) {
        aliases.set(name, `${prefix}${aliases.size}_`);
      }
      return aliases.get(name) ?? name;
    },
    toNames: (code) =>
      [...aliases].reduce(
        (changed, [name, alias]) => changed.replaceAll(alias, () => toKey(name)),
        code,
      ),
  };
}

function toKey(name: string): string {
  if (/^\w+$/u.test(name)) return name;
  const inner = JSON.stringify(name)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${inner.replaceAll("'", String.raw`\'`)}'`;
}

/** A type as a schema that the generator takes literally: one keyword for one construct. */
export function toGeneratorSchema(node: TypeNode, aliases: Aliases): JSONSchema {
  return { ...toConstruct(node, aliases), ...toAnnotations(node) };
}

function toConstruct(node: TypeNode, aliases: Aliases): JSONSchema {
  const convert = (part: TypeNode): JSONSchema => toGeneratorSchema(part, aliases);
  switch (node.kind) {
    case 'unknown':
      return { type: 'any' };
    case 'never':
      return { enum: [] };
    case 'scalar':
      return { type: node.type };
    case 'literals':
      return { enum: [...node.values] };
    case 'object':
      return toObject(node, aliases);
    case 'list':
      return { type: 'array', items: convert(node.item) };
    case 'tuple':
      return {
        type: 'array',
        items: node.items.map(convert),
        additionalItems: node.rest === undefined ? false : convert(node.rest),
        ...(node.min > 0 && { minItems: node.min }),
        ...(node.rest === undefined && { maxItems: node.items.length }),
      };
    case 'union':
      return { anyOf: node.members.map(convert) };
    case 'intersection':
      return { allOf: node.members.map(convert) };
    case 'reference':
      // The name of a type is always a plain identifier.
      return { tsType: node.name };
  }
}

function toObject(
  node: { readonly properties: readonly TypeProperty[]; readonly rest: TypeNode | undefined },
  aliases: Aliases,
): JSONSchema {
  const properties = node.properties.map((property) => ({
    ...property,
    alias: aliases.toAlias(property.name),
  }));
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map((property) => [property.alias, toGeneratorSchema(property.node, aliases)]),
    ),
    required: properties.filter(({ required }) => required).map(({ alias }) => alias),
    additionalProperties:
      node.rest === undefined
        ? false
        : node.rest.kind === 'unknown'
          ? true
          : toGeneratorSchema(node.rest, aliases),
  };
}

function toAnnotations({ doc }: TypeNode): JSONSchema {
  return {
    ...(doc?.text !== undefined && { description: doc.text }),
    ...(doc?.deprecated === true && { deprecated: true }),
  };
}
