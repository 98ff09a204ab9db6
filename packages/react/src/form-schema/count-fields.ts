import type { JsonSchema } from '@formwork/schema';
import { isRecord, resolvePointer, toList, toRecord } from '@formwork/schema/json';
import { canFold } from './fold-groups.ts';
import { FOLDED, followReferences, resolveSchema } from './form-keywords.ts';

/** The numbers of fields and parts that a form schema has when every reference is followed. */
export interface FieldCount {
  /**
   * The number of fields that are shown at once, without folded groups, other alternatives and rows
   * of lists.
   */
  readonly visible: number;
  /** The number of all fields, including folded ones and those of every alternative. */
  readonly fields: number;
  /**
   * The number of members of `allOf` that the form library merges, each counted once for every
   * `allOf` around it.
   */
  readonly parts: number;
}

/** The number of checkboxes that take as long to draw as one field. */
const CHOICES_A_FIELD = 4;

/** The counts for one schema within the form schema. */
interface Count extends FieldCount {
  /** The number of schemas that are merged into this one by `allOf`, itself included. */
  readonly layers: number;
}

const ONE: Count = { visible: 1, fields: 1, parts: 0, layers: 1 };

/**
 * Counts the fields of a form schema before anything is drawn, because a schema of one kilobyte may
 * describe a million fields. A recursive schema counts once, because its inner levels are drawn
 * only on demand.
 */
export function countFields(root: JsonSchema): FieldCount {
  const counted = new Map<unknown, Count>();
  const open = new Set<unknown>();
  const { layers: _layers, ...all } = count(root);
  return all;

  function count(schema: unknown): Count {
    if (!isRecord(schema) || open.has(schema)) return ONE;
    const cached = counted.get(schema);
    if (cached !== undefined) return cached;
    open.add(schema);
    let { visible, fields, parts, layers } = ONE;
    visible += Math.ceil(countChoices(schema, root) / CHOICES_A_FIELD);
    const members = new Set<unknown>(toList(schema['allOf']));
    for (const { schema: member, drawnAtOnce } of listMembers(schema, root)) {
      const inner = count(member);
      fields += inner.fields;
      parts += inner.parts;
      if (members.has(member)) layers += inner.layers;
      if (drawnAtOnce) visible += inner.visible;
    }
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const inner = count(resolvePointer(root, reference.slice(1)));
      visible += inner.visible - 1;
      fields += inner.fields - 1;
      parts += inner.parts;
      layers += inner.layers - 1;
    }
    if (members.size > 0) parts += layers - 1;
    open.delete(schema);
    const sum = { visible, fields, parts, layers };
    counted.set(schema, sum);
    return sum;
  }
}

/** Counts the choices of a list that shows each choice as a checkbox; 0 for any other schema. */
function countChoices({ uniqueItems, items }: JsonSchema, root: JsonSchema): number {
  if (uniqueItems !== true || !isRecord(items)) return 0;
  const { enum: values, oneOf } = followReferences(items, root) ?? {};
  const choices = values ?? oneOf;
  return Array.isArray(choices) ? choices.length : 0;
}

/** A schema that stands directly within another form schema, such as that of a property. */
interface Member {
  readonly schema: unknown;
  /** False for a schema that is folded, is not the first alternative, or is a row of a list. */
  readonly drawnAtOnce: boolean;
}

/** Lists the schemas directly within a form schema, except conditions, which are never drawn. */
function listMembers(schema: JsonSchema, root: JsonSchema): readonly Member[] {
  const required = new Set(toList(schema['required']));
  const properties = Object.entries(toRecord(schema['properties'])).map(([name, member]) => ({
    schema: member,
    drawnAtOnce: (required.has(name) && !isMarked(member)) || !isFolded(member, root),
  }));
  return [
    ...properties,
    ...toMembers(schema['allOf'], true),
    ...toMembers(schema['anyOf'], false).map(drawFirst),
    ...toMembers(schema['oneOf'], false).map(drawFirst),
    ...toMembers(schema['items'], Array.isArray(schema['items'])),
    ...toMembers(schema['additionalItems'], false),
    ...toMembers(schema['additionalProperties'], false),
    ...toMembers(schema['then'], false),
    ...toMembers(schema['else'], false),
    ...toMembers(Object.values(toRecord(schema['dependencies'])), false),
  ];
}

/** True for a group that is folded at first although it may be required. */
function isMarked(schema: unknown): boolean {
  return isRecord(schema) && schema[FOLDED] === true;
}

/** True for a schema that is folded at first unless it is required: a group, or a reference to one. */
function isFolded(schema: unknown, root: JsonSchema): boolean {
  return canFold(resolveSchema(schema, root));
}

function drawFirst(member: Member, position: number): Member {
  return { ...member, drawnAtOnce: position === 0 };
}

function toMembers(value: unknown, drawnAtOnce: boolean): readonly Member[] {
  return [value].flat().flatMap((schema) => (isRecord(schema) ? [{ schema, drawnAtOnce }] : []));
}
