import { appendPointer, isRecord } from '@formwork/schema/internal';
import { toCardText } from '../text/to-card-text.ts';
import { toDistinct, type Draft, type ProjectionContext } from './projection.ts';
import type { Part } from './project-schema.ts';

/** Items of arrays. */
export function projectArray(context: ProjectionContext, part: Part): Draft {
  const { schema, spot, at } = part;
  const draft: Draft = {};
  for (const keyword of ['minItems', 'maxItems', 'uniqueItems']) {
    if (schema[keyword] !== undefined) draft[keyword] = schema[keyword];
  }
  const tuple = toTuple(part);
  if (tuple === undefined) {
    if (isRecord(schema['items'])) {
      draft['items'] = at({ ...spot, pointer: appendPointer(spot.pointer, 'items') });
    } else if (schema['items'] === false) draft['maxItems'] = 0;
  } else {
    context.isLooser = true;
    Object.assign(draft, projectTuple(part, tuple));
  }
  if (!Object.hasOwn(schema, 'contains')) return draft;
  // An older validator knows `contains`, but not how often.
  if (Object.hasOwn(schema, 'minContains') || Object.hasOwn(schema, 'maxContains')) {
    context.isLooser = true;
    return draft;
  }
  return { ...draft, contains: at({ ...spot, pointer: appendPointer(spot.pointer, 'contains') }) };
}

/** Items that have a place each; 2020-12 calls them `prefixItems`, older drafts `items`. */
interface Tuple {
  readonly keyword: 'prefixItems' | 'items';
  readonly length: number;
  /** Keyword of what follows them. */
  readonly rest: 'items' | 'additionalItems';
}

function toTuple({ schema }: Part): Tuple | undefined {
  const { prefixItems, items } = schema;
  if (Array.isArray(prefixItems)) {
    return { keyword: 'prefixItems', length: prefixItems.length, rest: 'items' };
  }
  if (!Array.isArray(items)) return undefined;
  return { keyword: 'items', length: items.length, rest: 'additionalItems' };
}

/** Items that are any of what a place may hold: what all validators know. */
function projectTuple({ schema, spot, at }: Part, { keyword, length, rest }: Tuple): Draft {
  const place = appendPointer(spot.pointer, keyword);
  const items = Array.from({ length }, (_, position) =>
    at({ ...spot, pointer: appendPointer(place, position) }),
  );
  const description = [
    typeof schema['description'] === 'string'
      ? toCardText(schema['description'], { most: 300 })
      : '',
    `Items in this order: ${items.slice(0, 8).map(toShort).join(', ')}.`,
  ];
  const words = { description: description.filter((line) => line !== '').join(' ') };
  const following = schema[rest];
  if (following === false) {
    const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : length;
    return { ...words, ...toItems(items), maxItems: Math.min(most, length) };
  }
  if (!isRecord(following)) return words;
  const last = at({ ...spot, pointer: appendPointer(spot.pointer, rest) });
  return { ...words, ...toItems([...items, last]) };
}

function toItems(items: readonly Draft[]): Draft {
  const distinct = toDistinct(items);
  // The empty schema among them says that anything goes.
  if (distinct.length === 0 || distinct.some((item) => Object.keys(item).length === 0)) return {};
  return { items: distinct.length === 1 ? distinct[0] : { anyOf: distinct } };
}

function toShort({ title, type, description }: Draft): string {
  const word = [title, description, type].find((text) => typeof text === 'string');
  return typeof word === 'string' ? word.slice(0, 60) : 'anything';
}
