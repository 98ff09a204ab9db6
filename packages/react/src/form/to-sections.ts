import { isRecord, appendPointer } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { followReferences } from '../form-schema/form-keywords.ts';
import { toControlKind } from '../form-schema/control-kind.ts';
import { toLabel } from '../theme/to-label.ts';
import type { Messages } from '../messages/messages.ts';

/** A section of a long form: one group, one list, or consecutive fields between them. */
export interface Section {
  readonly label: string;
  /** The names of the properties in the section; the section's link leads to the first of them. */
  readonly names: readonly string[];
}

/**
 * The maximum number of fields, and the number of groups below which a form gets no list of
 * sections.
 */
const MANY_FIELDS = 12;
const MANY_GROUPS = 3;

/**
 * The maximum number of fields that each get a link of their own; in a longer form, a link stands
 * for several fields.
 */
const MANY_LINKS = 24;
const MAX_RUN = 10;

/**
 * Divides a long form into sections: each group or list is one, and so are the fields between them.
 * Returns `[]` for a form that is not long, or whose fields depend on its data.
 */
export function toSections(form: JsonSchema, messages: Messages): readonly Section[] {
  const root = resolve(form, form);
  const entries = Object.entries(isRecord(root['properties']) ? root['properties'] : {});
  const fields = entries.map(([name, property]) => {
    const schema = resolve(property, form);
    const kind = toControlKind(schema);
    const label = toLabel({ given: name, schema, path: [name] }, messages);
    return { name, label, isGroup: kind === 'group' || kind === 'list' || kind === 'union' };
  });
  const groups = fields.filter(({ isGroup }) => isGroup).length;
  if (fields.length <= MANY_FIELDS && groups < MANY_GROUPS) return [];
  if (groups === 0 && fields.length <= MANY_LINKS) {
    return fields.map(({ name, label }) => ({ label, names: [name] }));
  }
  const sections: { label: string; names: string[]; isGroup: boolean }[] = [];
  for (const { name, label, isGroup } of fields) {
    const last = sections.at(-1);
    if (isGroup || last === undefined || last.isGroup || last.names.length >= MAX_RUN) {
      sections.push({ label, names: [name], isGroup });
      continue;
    }
    if (last.names.length === 1) last.label = `${last.label}, ${label}`;
    else if (last.names.length === 2) last.label = `${last.label}…`;
    last.names.push(name);
  }
  return sections.map(({ label, names }) => ({ label, names }));
}

/**
 * The state of a section: `problem` if a value in it was refused, `filled` if it contains data,
 * else `open`.
 */
export type SectionState = 'problem' | 'filled' | 'open';

/**
 * Returns the state of a section: `problem` if a value in it was refused when the form was last
 * sent, `filled` if any of its fields has a value, else `open`.
 */
export function toSectionState(
  { names }: Section,
  data: unknown,
  problems: readonly string[],
): SectionState {
  const isRefused = (name: string): boolean => {
    const pointer = appendPointer('', name);
    return problems.some((one) => one === pointer || one.startsWith(`${pointer}/`));
  };
  if (names.some(isRefused)) return 'problem';
  return isRecord(data) && names.some((name) => isFilled(data[name])) ? 'filled' : 'open';
}

function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) ? Object.values(value).some(isFilled) : true;
}

function resolve(schema: unknown, root: JsonSchema): JsonSchema {
  return isRecord(schema) ? (followReferences(schema, root) ?? schema) : {};
}
