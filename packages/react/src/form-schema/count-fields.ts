import { followReferences } from './form-keywords.ts';
import type { JsonSchema } from '@formwork/schema';
import { isRecord, resolvePointer } from '@formwork/schema/internal';

/** The size of a form schema once every reference is followed. */
export interface FieldCount {
  /** The fields that are shown at once: without folded groups, other alternatives and rows of lists. */
  readonly visible: number;
  /** Everything. */
  readonly fields: number;
  /**
   * Parts of `allOf` that are put together, whether anybody sees them or not: each counts again for
   * every part around it, as it is put together again there.
   */
  readonly parts: number;
}

/** How many choices that are shown side by side take as long to draw as a field. */
const CHOICES_A_FIELD = 4;

/** Counts of one schema. */
interface Count extends FieldCount {
  /** The schema itself and the parts in it, with theirs. */
  readonly own: number;
}

const ONE: Count = { visible: 1, fields: 1, parts: 0, own: 1 };

/**
 * Counts before anything is drawn: a schema of a kilobyte may stand for a million fields. A schema
 * within itself counts once, as it is drawn only when somebody asks for it.
 */
export function countFields(root: JsonSchema): FieldCount {
  const counted = new Map<unknown, Count>();
  const open = new Set<unknown>();
  const { own: _own, ...all } = count(root);
  return all;

  function count(schema: unknown): Count {
    if (!isRecord(schema) || open.has(schema)) return ONE;
    const known = counted.get(schema);
    if (known !== undefined) return known;
    open.add(schema);
    let { visible, fields, parts, own } = ONE;
    visible += Math.ceil(countChoices(schema, root) / CHOICES_A_FIELD);
    const members = new Set<unknown>(Array.isArray(schema['allOf']) ? schema['allOf'] : []);
    for (const { schema: member, drawnAtOnce } of listMembers(schema, root)) {
      const inner = count(member);
      fields += inner.fields;
      parts += inner.parts;
      if (members.has(member)) own += inner.own;
      if (drawnAtOnce) visible += inner.visible;
    }
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const inner = count(resolvePointer(root, reference.slice(1)));
      visible += inner.visible - 1;
      fields += inner.fields - 1;
      parts += inner.parts;
      own += inner.own - 1;
    }
    if (members.size > 0) parts += own - 1;
    open.delete(schema);
    const sum = { visible, fields, parts, own };
    counted.set(schema, sum);
    return sum;
  }
}

/** The choices of a list that shows all of them, each with a box of its own. */
function countChoices({ uniqueItems, items }: JsonSchema, root: JsonSchema): number {
  if (uniqueItems !== true || !isRecord(items)) return 0;
  const { enum: values, oneOf } = followReferences(items, root) ?? {};
  const choices = values ?? oneOf;
  return Array.isArray(choices) ? choices.length : 0;
}

/** A schema within a form schema. */
interface Member {
  readonly schema: unknown;
  /** False for what is folded, one of several alternatives, or a row of a list. */
  readonly drawnAtOnce: boolean;
}

/** The schemas that a form schema holds directly, conditions left out as they are never drawn. */
function listMembers(schema: JsonSchema, root: JsonSchema): readonly Member[] {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const properties = Object.entries(toRecord(schema['properties'])).map(([name, member]) => ({
    schema: member,
    drawnAtOnce: required.has(name) || !isFolded(member, root),
  }));
  return [
    ...properties,
    ...toList(schema['allOf'], true),
    ...toList(schema['anyOf'], false).map(drawFirst),
    ...toList(schema['oneOf'], false).map(drawFirst),
    ...toList(schema['items'], Array.isArray(schema['items'])),
    ...toList(schema['additionalItems'], false),
    ...toList(schema['additionalProperties'], false),
    ...toList(schema['then'], false),
    ...toList(schema['else'], false),
    ...toList(Object.values(toRecord(schema['dependencies'])), false),
  ];
}

/** True for what starts folded unless it is required: groups, and what may turn out to be one. */
function isFolded(schema: unknown, root: JsonSchema): boolean {
  if (!isRecord(schema)) return false;
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema['type'] === 'object';
  const target = resolvePointer(root, reference.slice(1));
  return isRecord(target) && target['type'] === 'object';
}

function drawFirst(member: Member, position: number): Member {
  return { ...member, drawnAtOnce: position === 0 };
}

function toList(value: unknown, drawnAtOnce: boolean): readonly Member[] {
  return [value].flat().flatMap((schema) => (isRecord(schema) ? [{ schema, drawnAtOnce }] : []));
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
