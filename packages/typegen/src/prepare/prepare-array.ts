import { countEvaluated } from './evaluated-items.ts';
import { prepareList, descend, PART, type Preparation, type Surroundings } from './preparation.ts';
import { findDescriptiveSegment } from './type-names.ts';
import { intersect, unite, UNKNOWN, type TypeNode } from './type-node.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The keywords that describe the items of arrays. */
export const ARRAY_KEYWORDS = ['items', 'prefixItems', 'additionalItems'] as const;

/** The longest array that becomes a tuple, written item by item; longer ones become lists. */
const MAX_ITEMS = 8;

/** Prepares the type of an array from its keywords. */
export function prepareArray(
  preparation: Preparation,
  schema: Schema,
  surroundings: Surroundings,
): TypeNode {
  const inside = { ...surroundings, ...PART };
  // In drafts before `prefixItems`, a list of schemas stands in `items`.
  const keyword = Array.isArray(schema['prefixItems']) ? 'prefixItems' : 'items';
  const heads: readonly unknown[] = Array.isArray(schema[keyword]) ? schema[keyword] : [];
  const most = countDescribed(preparation, schema, { ...surroundings, keyword });
  if (Array.isArray(schema[keyword])) {
    const items = prepareList(preparation, schema[keyword], descend(inside, keyword));
    const isOwn = most === heads.length;
    const additional = prepareFurtherItems(preparation, schema, { ...inside, keyword, isOwn });
    const tuple = prepareTuple(preparation, schema, { ...inside, items, additional });
    return isOwn ? tuple : intersect([tuple, ...limitLength(schema, most)]);
  }
  const item =
    schema['items'] === undefined
      ? UNKNOWN
      : preparation.prepare(schema['items'], descend(inside, 'items'));
  const list = prepareRepeated(preparation, schema, { ...inside, item });
  const [limit] = limitLength(schema, most);
  return list.kind === 'list' && item.kind === 'unknown' && limit !== undefined ? limit : list;
}

/**
 * Counts the items that are not left to `unevaluatedItems`, as schemas beside its own describe
 * some, too; `Infinity` where all may be described.
 */
function countDescribed(
  preparation: Preparation,
  schema: Schema,
  { location, keyword }: Surroundings & { readonly keyword: string },
): number {
  const further = keyword === 'items' ? schema['additionalItems'] : schema['items'];
  if (schema['unevaluatedItems'] === undefined || further !== undefined) return Infinity;
  return countEvaluated(preparation, schema, location);
}

/**
 * Makes the type of lists of any items that has no room for unevaluated ones; `[]` where they may
 * be there, or are too many to be written.
 */
function limitLength(schema: Schema, most: number): readonly TypeNode[] {
  if (schema['unevaluatedItems'] !== false || most > MAX_ITEMS) return [];
  return [
    {
      kind: 'tuple',
      items: Array.from({ length: most }, () => UNKNOWN),
      additional: undefined,
      min: 0,
    },
  ];
}

/** Prepares the type of the items after those of a tuple; `undefined` when there may be none. */
function prepareFurtherItems(
  preparation: Preparation,
  schema: Schema,
  surroundings: Surroundings & { readonly keyword: string; readonly isOwn: boolean },
): TypeNode | undefined {
  const keywords = [
    surroundings.keyword === 'items' ? 'additionalItems' : 'items',
    ...(surroundings.isOwn ? ['unevaluatedItems'] : []),
  ];
  const keyword = keywords.find((candidate) => schema[candidate] !== undefined);
  if (keyword === undefined) return UNKNOWN;
  const value = schema[keyword];
  if (value === false) return undefined;
  return preparation.prepare(value, descend(surroundings, keyword));
}

function prepareTuple(
  preparation: Preparation,
  schema: Schema,
  parts: Surroundings & {
    readonly items: readonly TypeNode[];
    readonly additional: TypeNode | undefined;
  },
): TypeNode {
  const max = readCount(schema['maxItems']);
  const items = max === undefined ? parts.items : parts.items.slice(0, max);
  const additional = max !== undefined && max <= parts.items.length ? undefined : parts.additional;
  if (items.length > MAX_ITEMS) {
    // A long tuple with optional items would be a union of one type for every length.
    return {
      kind: 'list',
      item: unite([...items, ...(additional === undefined ? [] : [additional])]),
    };
  }
  const min = Math.min(readCount(schema['minItems']) ?? 0, items.length);
  if (min === items.length) return { kind: 'tuple', items, additional, min };
  const lifted = items.map((item) => shareByName(preparation, item, parts));
  return { kind: 'tuple', items: lifted, additional, min };
}

/**
 * Prepares the type of an array with one kind of item: a list, or a tuple if few items are allowed.
 */
function prepareRepeated(
  preparation: Preparation,
  schema: Schema,
  parts: Surroundings & { readonly item: TypeNode },
): TypeNode {
  const max = readCount(schema['maxItems']);
  const min = readCount(schema['minItems']) ?? 0;
  const bounded = max !== undefined && max <= MAX_ITEMS && max >= min;
  if (max === 0 || parts.item.kind === 'never') {
    return { kind: 'tuple', items: [], additional: undefined, min: 0 };
  }
  // A least length alone is left out: the compiler does not know the length of what `map` and
  // `filter` return.
  if (!bounded) return { kind: 'list', item: parts.item };
  const item = shareByName(preparation, parts.item, parts);
  return {
    kind: 'tuple',
    items: Array.from({ length: max }, () => item),
    additional: undefined,
    min,
  };
}

/**
 * Gives a type that is repeated in a tuple a name, unless it is a single word: written out, it
 * would grow with every level of arrays.
 */
function shareByName(
  preparation: Preparation,
  node: TypeNode,
  { typeName, location }: Surroundings,
): TypeNode {
  if (['unknown', 'never', 'scalar', 'reference'].includes(node.kind)) return node;
  const segment = findDescriptiveSegment(location);
  const candidate = segment === undefined ? 'item' : `${segment}-item`;
  const name = preparation.names.take([`${typeName}-${candidate}`]);
  preparation.types.set(name, node);
  return { kind: 'reference', name };
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? Math.floor(value) : undefined;
}
