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

/** The most fields whose labels a section has in its name. */
const MOST_NAMED = 3;

/** The most characters of a label in the name of a section that it does not begin. */
const MAX_LABEL = 24;

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
    const title = toLabel({ fallback: name, schema, path: [name] }, messages);
    // What a person agrees to is a sentence, and no name for a part of the form.
    const label = isConsent(schema) ? messages.consent : title;
    const isGroup = kind === 'group' || kind === 'list' || kind === 'union';
    return { name, label, isGroup, section: toHints(schema).section };
  });
  if (fields.some(({ section }) => section !== undefined)) return toHinted(fields);
  const groups = fields.filter(({ isGroup }) => isGroup).length;
  if (fields.length <= MANY_FIELDS && groups < MANY_GROUPS) return [];
  if (groups === 0 && fields.length <= MANY_LINKS) {
    return fields.map(({ name, label }) => ({ label, names: [name], isGroup: false }));
  }
  const sections: { labels: string[]; names: string[]; isGroup: boolean }[] = [];
  for (const { name, label, isGroup } of fields) {
    const last = sections.at(-1);
    if (isGroup || last === undefined || last.isGroup || last.names.length >= MAX_RUN) {
      sections.push({ labels: [label], names: [name], isGroup });
      continue;
    }
    last.labels.push(label);
    last.names.push(name);
  }
  return sections.map(({ labels, names, isGroup }) => ({
    label: toName([...new Set(labels)], messages.language),
    names,
    isGroup,
  }));
}

/** Names a section by the first fields in it whose labels are no sentences: "Phone and consent". */
function toName(labels: readonly string[], language: string): string {
  const [first = '', ...others] = labels;
  const short = [first, ...others.filter(({ length }) => length <= MAX_LABEL)];
  const isWhole = short.length === labels.length && labels.length <= MOST_NAMED;
  const name = isWhole
    ? new Intl.ListFormat(language).format(labels)
    : `${short.slice(0, 2).join(', ')} …`;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** True for a value that can only be a yes; a form has a constant as a choice of one. */
function isConsent({ enum: values }: JsonSchema): boolean {
  return Array.isArray(values) && values.length === 1 && values[0] === true;
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
