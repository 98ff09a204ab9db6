import type { JsonSchema } from '@formwork/schema';
import { toRecord } from '@formwork/schema/json';
import { toControlKind } from '../form-schema/control-kind.ts';
import { toHints } from '../form-schema/field-hints.ts';
import { resolveSchema } from '../form-schema/form-keywords.ts';
import type { Section } from '../form-schema/section.ts';
import type { Messages } from '../messages/messages.ts';
import { toLabel } from '../theme/to-label.ts';

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
  const root = resolveSchema(form, form);
  const entries = Object.entries(toRecord(root['properties']));
  const fields = entries.map(([name, property]) => {
    const schema = resolveSchema(property, form);
    const kind = toControlKind(schema);
    const label = toLabel({ fallback: name, schema, path: [name] }, messages);
    const isGroup = kind === 'group' || kind === 'list' || kind === 'union';
    return { name, label, isGroup, section: toHints(schema).section };
  });
  if (fields.some(({ section }) => section !== undefined)) return toHinted(fields);
  const groups = fields.filter(({ isGroup }) => isGroup).length;
  if (fields.length <= MANY_FIELDS && groups < MANY_GROUPS) return [];
  if (groups === 0 && fields.length <= MANY_LINKS) {
    return fields.map(({ name, label }) => ({ label, names: [name], isGroup: false }));
  }
  const sections: { start: string; label: string; names: string[]; isGroup: boolean }[] = [];
  for (const { name, label, isGroup } of fields) {
    const last = sections.at(-1);
    if (isGroup || last === undefined || last.isGroup || last.names.length >= MAX_RUN) {
      sections.push({ start: label, label, names: [name], isGroup });
      continue;
    }
    last.label = `${last.start} – ${label}`;
    last.names.push(name);
  }
  return sections.map(({ label, names, isGroup }) => ({ label, names, isGroup }));
}

/** Divides a form by the hints of its fields; a field without a hint belongs to the section before. */
function toHinted(
  fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly section: string | undefined;
  }[],
): readonly Section[] {
  const sections: { label: string; names: string[]; isGroup: boolean }[] = [];
  for (const { name, label, section } of fields) {
    const last = sections.at(-1);
    const isSame = last !== undefined && (section === undefined || section === last.label);
    if (isSame) last.names.push(name);
    else sections.push({ label: section ?? label, names: [name], isGroup: false });
  }
  return sections;
}

/** The number of fields above which the sections of a form are folded. */
const MANY_TO_FOLD = 30;

/**
 * Returns the sections under which a form draws its fields: those of a hint, or all of a form with
 * many fields at once; `[]` for a form that is drawn as a whole.
 */
export function toFolded(
  form: JsonSchema,
  sections: readonly Section[],
  visible: number,
): readonly Section[] {
  const { properties } = resolveSchema(form, form);
  const isHinted = Object.values(toRecord(properties)).some(
    (property) => toHints(resolveSchema(property, form)).section !== undefined,
  );
  const isLong =
    visible > MANY_TO_FOLD && sections.some(({ isGroup, names }) => isGroup || names.length > 1);
  return sections.length > 1 && (isHinted || isLong) ? sections : [];
}
