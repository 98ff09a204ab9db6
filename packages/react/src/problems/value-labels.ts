import type { JsonSchema } from '@formwork/schema';
import { getOwn, isRecord } from '@formwork/schema/json';
import { escapeName } from '../form-schema/escape-names.ts';
import { followReferences } from '../form-schema/form-keywords.ts';
import type { Messages } from '../messages/messages.ts';
import { findRoot } from '../text/shadow-root.ts';
import { ENTRY_NAME, toPartIds } from '../theme/element-ids.ts';
import { findRenderedFields } from '../theme/find-rendered-fields.ts';
import type { FormSettings } from '../theme/form-settings.ts';
import { toLabel } from '../theme/to-label.ts';
import { listSchemas } from './value-schemas.ts';

/** A value of a form: its labels, its form schemas and the element that shows it. */
export interface LabelledValue {
  /** The label of the value. */
  readonly label: string;
  /** The labels of the groups and rows around it, the nearest last. */
  readonly around: readonly string[];
  readonly schemas: readonly JsonSchema[];
  /** The element of the value; if it is not drawn, the nearest one around it. */
  readonly element: HTMLElement | undefined;
  /** False if nothing is drawn for the value itself. */
  readonly isDrawn: boolean;
}

/** The form in which values are looked up. */
export interface LabelledForm {
  readonly schema: JsonSchema;
  readonly settings: Pick<FormSettings, 'messages' | 'prefix' | 'revealing' | 'title'>;
}

/** The most labels around a value that a sentence names. */
const MAX_AROUND = 3;

/**
 * Finds the labels of a value by its path in the data: those on the page, and by the titles of the
 * schema where nothing is drawn, as in folded rows.
 */
export function findLabels(
  { schema, settings }: LabelledForm,
  path: readonly string[],
  data: unknown,
): LabelledValue {
  const source = {
    root: schema,
    follow: (part: JsonSchema) => followReferences(part, schema),
    toName: escapeName,
  };
  const steps = listSchemas(source, path, data);
  const labels: string[] = [];
  const around: string[] = [];
  let value = data;
  for (const [at, name] of path.entries()) {
    const isRow = Array.isArray(value);
    const inner = path.slice(0, at + 1);
    const list = labels.at(-1) ?? '';
    const step = { name, inner, isRow, list };
    const schemas = steps[at + 1] ?? [];
    const rawLabel = toSchemaLabel(step, schemas, settings.messages);
    value = getOwn(value, name);
    // The label of a control, such as "Number", names no group: its alternative does not fit. That
    // of a row, such as "Number 1", counts the row once more.
    const isOther = (isRecord(value) || isRow) && isUnion(schemas[0]);
    const shown = isOther ? undefined : findShownLabel(settings, inner);
    labels.push(shown ?? rawLabel);
    // A row is named after its list.
    if (isRow) around.pop();
    if (at < path.length - 1) around.push(labels.at(-1) ?? '');
    else if (shown !== undefined && isUnion(schemas[0])) {
      // The field of an alternative has a label of its own, such as "Number", below the union's.
      const whole = toSchemaLabel(step, schemas.slice(0, 1), settings.messages);
      if (whole !== shown) around.push(whole);
    }
  }
  const { element, depth } = findRenderedFields(settings, path);
  return {
    label: labels.at(-1) ?? settings.title,
    around: around.filter((label) => label !== '').slice(-MAX_AROUND),
    schemas: steps.at(-1) ?? [],
    element,
    isDrawn: depth === path.length,
  };
}

function isUnion(schema: JsonSchema | undefined): boolean {
  return schema !== undefined && ('anyOf' in schema || 'oneOf' in schema);
}

/** Returns the label that the page shows for the value at a path; `undefined` if it shows none. */
function findShownLabel(
  settings: LabelledForm['settings'],
  path: readonly string[],
): string | undefined {
  const { element, depth } = findRenderedFields(settings, path);
  // The label of a cell names its row, too, which stands before it here.
  if (element === undefined || depth < path.length || element.closest('td')) return undefined;
  return findRoot(element).getElementById(toPartIds(element.id).label)?.dataset['fwLabel'];
}

function toSchemaLabel(
  {
    name,
    inner,
    isRow,
    list,
  }: {
    readonly name: string;
    readonly inner: readonly string[];
    readonly isRow: boolean;
    /** The label of the list around a row. */
    readonly list: string;
  },
  schemas: readonly JsonSchema[],
  messages: Messages,
): string {
  // The titles of alternatives are names of kinds, such as "Number", and not of the value.
  const named = isUnion(schemas[0]) ? schemas.slice(0, 1) : schemas;
  const titled = named.find(({ title }) => typeof title === 'string' && title.trim() !== '');
  if (name === ENTRY_NAME) return messages.entryName;
  if (!isRow) return toLabel({ fallback: name, schema: titled, path: [...inner] }, messages);
  const title = titled?.['title'];
  return messages.rowLabel(typeof title === 'string' ? title : list, Number(name) + 1);
}
