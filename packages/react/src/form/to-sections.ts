import { isRecord, appendPointer } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { followReferences } from '../form-schema/form-keywords.ts';
import { toControlKind } from '../form-schema/control-kind.ts';
import { toLabel } from '../theme/to-label.ts';
import type { Messages } from '../messages/messages.ts';

/** A section of a long form: one group or list, or the fields between them. */
export interface Section {
  readonly label: string;
  /** The properties of the whole value that the section holds; its link leads to the first. */
  readonly names: readonly string[];
}

/** The number of fields and groups up to which a form needs no list of sections. */
const MANY_FIELDS = 12;
const MANY_GROUPS = 3;

/**
 * The maximum number of links that a list of sections can have; if there are more, each stands for
 * several fields.
 */
const MANY_LINKS = 24;
const MAX_RUN = 10;

/**
 * Divides a long form into sections: each group and list by itself, the fields between them
 * together. `[]` for a form that is not long, or whose fields depend on its data.
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
 * The state of a section: `problem` if something in it was refused, `filled` if it holds data, else
 * `open`.
 */
export type SectionState = 'problem' | 'filled' | 'open';

/**
 * The state of a section: `problem` if something in it was refused when the form was last sent,
 * `filled` if anything in it has a value, else `open`.
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
