import { isRecord, resolvePointer } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';

/** A schema within a form schema. */
interface Member {
  readonly schema: unknown;
  /** False for what is folded, one of several alternatives, or a row of a list. */
  readonly drawnAtOnce: boolean;
}

/** The schemas that a form schema holds directly, conditions left out as they are never drawn. */
export function listMembers(schema: JsonSchema, root: JsonSchema): readonly Member[] {
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
