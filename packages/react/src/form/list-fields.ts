import type { JsonSchema } from '@formwork/schema';
import { toRecord } from '@formwork/schema/json';
import { toControlKind } from '../form-schema/control-kind.ts';
import { unescapeName } from '../form-schema/escape-names.ts';
import { resolveSchema } from '../form-schema/form-keywords.ts';
import type { Messages } from '../messages/messages.ts';
import { toLabel } from '../theme/to-label.ts';

/** A field that the search of a long form can find. */
export interface LabelledField {
  readonly path: readonly string[];
  /** The labels of the field and of the groups around it. */
  readonly labels: readonly string[];
  /** The description of the field; `''` if it has none. */
  readonly help: string;
}

/** The maximum number of fields that are listed, and the maximum nesting of their groups. */
const MAX_FIELDS = 2000;
const MAX_DEPTH = 6;

/** Lists the fields of a form, those of groups included, in the order of the form. */
export function listFields(form: JsonSchema, messages: Messages): readonly LabelledField[] {
  const fields: LabelledField[] = [];
  list(form, [], []);
  return fields;

  function list(subschema: unknown, path: readonly string[], labels: readonly string[]): void {
    const schema = resolveSchema(subschema, form);
    const { properties, allOf } = schema;
    if (path.length > MAX_DEPTH || fields.length >= MAX_FIELDS) return;
    for (const part of Array.isArray(allOf) ? allOf : []) list(part, path, labels);
    for (const [name, property] of Object.entries(toRecord(properties))) {
      const inner = resolveSchema(property, form);
      const fieldPath = [...path, unescapeName(name)];
      const label = toLabel(
        { fallback: fieldPath.at(-1), schema: inner, path: fieldPath },
        messages,
      );
      const help = typeof inner['description'] === 'string' ? inner['description'] : '';
      if (fields.length < MAX_FIELDS)
        fields.push({ path: fieldPath, labels: [...labels, label], help });
      if (toControlKind(inner) === 'group') list(inner, fieldPath, [...labels, label]);
    }
  }
}

/** The maximum number of matches that are shown. */
const MAX_MATCHES = 20;

/** Finds the fields whose label or description contains all words of a search, labels first. */
export function findFields(
  fields: readonly LabelledField[],
  search: string,
  language: string,
): readonly LabelledField[] {
  const words = search
    .toLocaleLowerCase(language)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const fits = (text: string): boolean => {
    const lower = text.toLocaleLowerCase(language);
    return words.every((word) => lower.includes(word));
  };
  const named = fields.filter(({ labels }) => fits(labels.at(-1) ?? ''));
  const looseMatches = fields.filter(
    (field) => !named.includes(field) && fits(`${field.labels.join(' ')} ${field.help}`),
  );
  return [...named, ...looseMatches].slice(0, MAX_MATCHES);
}
