import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PlantedFault } from '../build-page.ts';

const SOURCE = new URL('../../../../packages/react/src/', import.meta.url);

/** A fault, and where gestures find it. */
interface NamedFault extends PlantedFault {
  readonly name: string;
  /** True if only an optional group is closed and opened often enough. Default false. */
  readonly needsGroup?: boolean;
  /** True if only forms that fold their groups show it. Default false. */
  readonly needsFolded?: boolean;
}

/**
 * Faults that forms had, or could have, each as a change of the source. Random gestures must find
 * every one: a gesture that finds none of them may be left out, and a fault that is not found tells
 * which gesture is missing.
 */
export const FAULTS: readonly NamedFault[] = [
  {
    name: 'renaming an entry of a map empties all its values',
    file: 'theme/open-group.tsx',
    from: 'names.map((name) => [name, next[name]])',
    to: "names.map((name) => [name, ''])",
  },
  {
    name: 'a renamed entry forgets an inner one without a name',
    file: 'theme/open-group.tsx',
    from: 'if (renamed !== undefined) this.#moveKey(renamed, added);',
    to: '',
  },
  {
    name: 'a map loses what an entry without a name held when it gets one',
    file: 'theme/open-group.tsx',
    from: 'value : (draft.value ?? this.#toEmpty()),',
    to: 'value : this.#toEmpty(),',
  },
  {
    name: 'an emptied map stays an empty group',
    file: 'theme/open-group.tsx',
    from: 'isEntry && value === REMOVED && this.#canLeaveOut()',
    to: 'false',
  },
  {
    name: 'another alternative keeps the untouched default of the first',
    file: 'theme/schema-field.tsx',
    from: 'return value !== null && !(preset !== undefined && isSameJson(preset, value));',
    to: 'return value !== null;',
  },
  {
    name: 'another alternative keeps null of the first',
    file: 'theme/schema-field.tsx',
    from: 'return value !== null && !(preset',
    to: 'return !(preset',
  },
  {
    name: 'a chosen alternative changes while its data fit another one',
    file: 'theme/schema-field.tsx',
    from: 'if (isChosen.current || isSameJson(first, data)) return selected;',
    to: 'if (isSameJson(first, data)) return selected;',
  },
  {
    name: 'Add does nothing for a group or null whose default is null',
    file: 'theme/schema-field.tsx',
    from: 'isOpened ? group : resolved',
    to: 'resolved',
  },
  {
    name: 'a closed group that may be null is not given',
    file: 'theme/schema-field.tsx',
    from: 'isOwn && value === undefined ? null : value',
    to: 'false ? null : value',
  },
  {
    name: 'a group in parts of allOf cannot be closed',
    file: 'form-schema/fold-groups.ts',
    from: 'return [...Object.keys(toRecord(properties)), ...parts];',
    to: 'return Object.keys(toRecord(properties));',
  },
  {
    name: 'a required group that is folded at first cannot be closed again',
    needsFolded: true,
    file: 'theme/schema-field.tsx',
    from: '|| canBeNull || isMarked;',
    to: '|| canBeNull;',
  },
  {
    name: 'a folded group that must be given and may be null is not given',
    needsFolded: true,
    file: 'form-schema/create-form-data.ts',
    from: ' && resolved[NULLABLE] !== true;',
    to: ';',
  },
  {
    name: 'a folded group is given before it is opened',
    needsFolded: true,
    file: 'form-schema/create-form-data.ts',
    from: 'depth > 0 && FOLDED in resolved',
    to: 'false',
  },
  {
    name: 'a property with an empty name replaces the whole object',
    file: 'form-schema/escape-names.ts',
    from: "name === '' || name === ERRORS_NAME ||",
    to: 'name === ERRORS_NAME ||',
  },
  {
    name: 'a property named constructor makes its group a field for JSON',
    file: 'form-schema/escape-names.ts',
    from: ' || name in Object.prototype',
    to: '',
  },
  {
    name: 'no field can be cleared beside a property named $ref',
    file: 'form-schema/escape-names.ts',
    from: " || name === '$ref'",
    to: '',
  },
  {
    name: 'a field that was wrong in a closed group is marked when it is opened again',
    needsGroup: true,
    file: 'problems/form-review.ts',
    from: '(this.#total > 0 || this.#isShowing)',
    to: 'this.#total > 0',
  },
  {
    name: 'an emptied list is sent as an empty one',
    file: 'theme/to-empty.ts',
    from: '? toEmpty(schema) : []',
    to: '? [] : []',
  },
  {
    name: 'a list that must be given is left out when it is emptied',
    file: 'theme/to-empty.ts',
    from: '    isRequired ||\n',
    to: '',
  },
  {
    name: 'a cleared field that may be null is not given',
    file: 'theme/to-empty.ts',
    from: 'return NULLABLE in schema ? null : undefined;',
    to: 'return undefined;',
  },
  {
    name: 'null of a required choice cannot be chosen again',
    file: 'theme/choice-widget.tsx',
    from: '(required !== true || NULLABLE in schema)',
    to: 'required !== true',
  },
  {
    name: 'a yes or no that may be null is a switch',
    file: 'theme/field-template.tsx',
    from: '(NULLABLE in schema || (isNeeded',
    to: '((isNeeded',
  },
  {
    name: 'rows that may be null are a table',
    file: 'form-schema/to-columns.ts',
    from: 'if (NULLABLE in row) return undefined;',
    to: '',
  },
  {
    name: 'pasted rows stand below an untouched one',
    file: 'list/pasted-rows.ts',
    from: 'items.slice(0, last + 1)',
    to: 'items',
  },
  {
    name: 'columns that are named are filled in the order of the form',
    file: 'list/paste-panel.tsx',
    from: '(hasHead && named) || toPlainColumns',
    to: 'toPlainColumns',
  },
  {
    name: 'a pasted row may lack what must be given',
    file: 'list/pasted-rows.ts',
    from: 'if (empty === undefined) misfits.add(name);',
    to: 'if (empty === undefined) continue;',
  },
  {
    name: 'moving a row up moves it to the top',
    file: 'list/use-rows.ts',
    from: 'items.toSpliced(row, 1).toSpliced(to, 0, items[row])',
    to: 'items.toSpliced(row, 1).toSpliced(0, 0, items[row])',
  },
  {
    name: 'what is open in a row stays where it was when the row goes',
    file: 'list/use-rows.ts',
    from: 'keys.toSpliced(row, count)',
    to: 'keys.slice(0, keys.length - count)',
  },
  {
    name: 'a draft is filled with defaults',
    file: 'form/prepare-form.ts',
    from: "if (data !== undefined || form.kind === 'refused') return escapeNames(data);",
    to: "if (form.kind === 'refused') return data;\nif (data !== undefined) return createFormData(form.schema, form.schema, escapeNames(data));",
  },
  {
    name: 'Undo brings back what was replaced first',
    file: 'form/form-filling.ts',
    from: 'const last = loaded.replaced.at(-1);',
    to: 'const last = loaded.replaced.at(0);',
  },
  {
    name: 'mended problems stay until the form is sent',
    file: 'problems/form-review.ts',
    from: '    this.#visited.add(field);\n    this.#plan();',
    to: '    this.#visited.add(field);',
  },
];

/** Returns how often the text that a fault replaces stands in its file. */
export function countDecimals({ file, from }: PlantedFault): number {
  const text = readFileSync(fileURLToPath(new URL(file, SOURCE)), 'utf8');
  return text.split(from).length - 1;
}
