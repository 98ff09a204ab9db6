import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { format } from 'prettier';
import { TypegenOutputError } from '../errors.ts';
import { type TypeNode, type TypeProperty, unite } from '../prepare/type-node.ts';

/** The name of the type that carries all others through the generator, and is then removed. */
const CARRIER = 'FormworkTypeCarrier';

/**
 * Writes one formatted declaration for each type, in their order. The generator gets each type by
 * itself, with names in place of the others: it follows no references, so nothing can send it in
 * circles.
 *
 * @throws TypegenOutputError if the generator fails or leaves a type out
 */
export async function writeDeclarations(types: ReadonlyMap<string, TypeNode>): Promise<string> {
  if (types.size === 0) return '';
  const declarations = splitDeclarations(await runGenerator(types));
  const missing = [...types.keys()].filter((name) => !declarations.has(name));
  if (missing.length > 0) {
    throw new TypegenOutputError(
      `Cannot generate types because every one must have a declaration: ${missing.join(', ')} has none`,
    );
  }
  const order = new Set([...types.keys(), ...declarations.keys()]);
  return [...order].flatMap((name) => declarations.get(name) ?? []).join('\n');
}

async function runGenerator(types: ReadonlyMap<string, TypeNode>): Promise<string> {
  const aliases = createAliases(JSON.stringify([...types]));
  try {
    const properties = [...types].map(([name, node]) => [
      name,
      { title: name, ...writeGeneratorSchema(node, aliases) },
    ]);
    const carrier = {
      title: CARRIER,
      type: 'object' as const,
      properties: Object.fromEntries(properties),
      additionalProperties: false,
    };
    const code = await compile(carrier, CARRIER, {
      // Nothing outside the schema is read: no file, no address.
      $refOptions: { resolve: { external: false } },
      bannerComment: '',
      format: false,
    });
    return await formatCode(aliases.restore(code));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new TypegenOutputError(
      `Cannot generate types because the generator must take the prepared schemas: it says ${JSON.stringify(reason)}`,
      { cause },
    );
  }
}

/**
 * Splits generated code into its declarations by name, with the comments above them; the carrier
 * type is left out.
 */
function splitDeclarations(code: string): ReadonlyMap<string, string> {
  const declarations = new DeclarationList();
  // Only the opening of a declaration or its comment stands at the start of a line.
  for (const line of code.split('\n')) {
    const [, opened] = /^export (?:type|interface) (\w+)/u.exec(line) ?? [];
    if (opened !== undefined || line.startsWith('/**')) declarations.endOpen();
    declarations.add(line, opened);
  }
  declarations.endOpen();
  declarations.byName.delete(CARRIER);
  return declarations.byName;
}

/** Declarations that are read line by line; comments come before their names. */
class DeclarationList {
  readonly byName = new Map<string, string>();
  #lines: string[] = [];
  /** The name of the declaration that is open; `undefined` while its comment is read. */
  #name: string | undefined;

  add(line: string, opened: string | undefined): void {
    this.#name = opened ?? this.#name;
    this.#lines.push(line);
  }

  /** Ends the declaration that is open, if there is one. */
  endOpen(): void {
    if (this.#name === undefined) return;
    this.byName.set(this.#name, `${this.#lines.join('\n').trimEnd()}\n`);
    this.#name = undefined;
    this.#lines = [];
  }
}

/** Writes code in the format of generated modules, without invisible characters. */
export async function formatCode(code: string): Promise<string> {
  return format(escapeInvisible(code), {
    parser: 'typescript',
    // This ending keeps prettier from looking for JSX, which takes long on large files.
    filepath: 'types.d.ts',
    printWidth: 100,
    singleQuote: true,
    trailingComma: 'all',
  });
}

/**
 * Replaces characters that are invisible, or reverse the text around them, by escapes. They can
 * only stand in texts between quotes: names have none, and comments have lost theirs.
 */
function escapeInvisible(code: string): string {
  return code.replaceAll(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Stand-ins for the few property names that the generator cannot take, while code is generated. */
interface Aliases {
  hide(name: string): string;
  /** Puts the property names back into generated code, in quotes if they are not identifiers. */
  restore(code: string): string;
}

/** Makes stand-ins for property names; the stand-ins occur nowhere in `text`. */
function createAliases(text: string): Aliases {
  const similar = text.match(/formworkNameX*/gu) ?? [];
  const longest = similar.reduce((most, { length }) => Math.max(most, length), 0);
  const prefix = 'formworkName'.padEnd(longest + 1, 'X');
  const aliases = new Map<string, string>();
  return {
    hide(name) {
      // The generator calls a member with the first name as a method, and makes URLs of names,
      // which need whole characters.
      const trips = name === 'hasOwnProperty' || /\p{Surrogate}/u.test(name);
      if (trips && !aliases.has(name)) aliases.set(name, `${prefix}${aliases.size}_`);
      return aliases.get(name) ?? name;
    },
    restore: (code) =>
      [...aliases].reduce(
        (changed, [name, alias]) => changed.replaceAll(alias, () => quoteName(name)),
        code,
      ),
  };
}

function quoteName(name: string): string {
  if (/^\w+$/u.test(name)) return name;
  const inner = JSON.stringify(name)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${inner.replaceAll("'", String.raw`\'`)}'`;
}

/** Writes a type as a schema that the generator takes literally: one keyword for each construct. */
function writeGeneratorSchema(node: TypeNode, aliases: Aliases): JSONSchema {
  return { ...writeConstruct(node, aliases), ...writeAnnotations(node) };
}

function writeConstruct(node: TypeNode, aliases: Aliases): JSONSchema {
  const convert = (part: TypeNode): JSONSchema => writeGeneratorSchema(part, aliases);
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
      return writeObject(node, aliases);
    case 'list':
      return { type: 'array', items: convert(node.item) };
    case 'tuple':
      return {
        type: 'array',
        items: node.items.map(convert),
        additionalItems: node.additional === undefined ? false : convert(node.additional),
        ...(node.min > 0 && { minItems: node.min }),
        ...(node.additional === undefined && { maxItems: node.items.length }),
      };
    case 'union':
      return { anyOf: node.members.map(convert) };
    case 'intersection':
      return { allOf: node.members.map((member) => convert(spellLengths(member))) };
    case 'reference':
      // The name of a type is always a plain identifier.
      return { tsType: node.name };
  }
}

/**
 * Makes a tuple with optional items a union of one for each length, because the generator writes
 * that union without the parentheses that it needs in an intersection.
 */
function spellLengths(node: TypeNode): TypeNode {
  if (node.kind !== 'tuple' || node.min === node.items.length) return node;
  const { items, additional, min } = node;
  return unite(
    Array.from({ length: items.length - min + 1 }, (_, optionalCount): TypeNode => {
      const length = min + optionalCount;
      const isLongest = length === items.length;
      return {
        kind: 'tuple',
        items: items.slice(0, length),
        additional: isLongest ? additional : undefined,
        min: length,
      };
    }),
  );
}

function writeObject(
  node: { readonly properties: readonly TypeProperty[]; readonly additional: TypeNode | undefined },
  aliases: Aliases,
): JSONSchema {
  const properties = node.properties.map((property) => ({
    ...property,
    alias: aliases.hide(property.name),
  }));
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map((property) => [property.alias, writeGeneratorSchema(property.node, aliases)]),
    ),
    required: properties.filter(({ required }) => required).map(({ alias }) => alias),
    additionalProperties:
      node.additional === undefined
        ? false
        : node.additional.kind === 'unknown'
          ? true
          : writeGeneratorSchema(node.additional, aliases),
  };
}

function writeAnnotations({ doc }: TypeNode): JSONSchema {
  return {
    ...(doc?.text !== undefined && { description: doc.text }),
    ...(doc?.deprecated === true && { deprecated: true }),
  };
}
