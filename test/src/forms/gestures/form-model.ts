import type { Json } from '@formwork/schema';
import { isDeepStrictEqual } from 'node:util';
import { type Gesture, listGestures } from './list-gestures.ts';
import { create, DRAFT, isNullable, isTold, load, type Part, read } from './part.ts';
import { ENTRY_NAME, type Path, toPlace, toSelect } from './place.ts';
import { type GroupShape, toAlternativeName, toChoices } from './shapes.ts';
import { toExample } from './to-example.ts';

/** Sends the form, which changes nothing in it. */
export const SEND: Gesture = { act: { do: 'send' }, apply: () => {} };

/** A model of a form: what a person expects to see and to send after each gesture. */
export class FormModel {
  readonly #shape: GroupShape;
  #root: Part;
  /** The data that the form was last filled with. */
  #filled: Json;
  /** True once the person has changed the data, or has given them. */
  #isEntered = false;
  /** The data that examples have replaced. */
  readonly #replaced: Json[] = [];

  constructor(shape: GroupShape) {
    this.#shape = shape;
    this.#root = create(shape, true);
    this.#filled = this.read();
  }

  /** The example that the form offers. */
  get example(): Json {
    return toExample(this.#shape);
  }

  /** Returns the data that the form must have now. */
  read(): Json {
    return read(this.#root) ?? null;
  }

  /** Returns what each field must show, by the path of its value. */
  show(): Readonly<Record<string, string>> {
    const shown: Record<string, string> = {};
    show(this.#root, [], shown);
    return shown;
  }

  /** Lists what a person can do now. */
  list(): readonly Gesture[] {
    const now = this.read();
    if (!isDeepStrictEqual(now, this.#filled)) this.#isEntered = true;
    const restores = [now, read(this.#root, '') ?? null].map((data): Gesture => ({
      act: { do: 'restore', data },
      apply: () => {
        this.#fill(data);
        this.#isEntered = true;
        this.#replaced.length = 0;
      },
    }));
    const pick: Gesture = {
      act: { do: 'press', label: 'Sample' },
      apply: () => {
        this.#replaced.push(now);
        this.#fill(this.example);
        this.#isEntered = false;
      },
    };
    const undo: Gesture = {
      act: { do: 'press', label: 'Undo' },
      apply: () => {
        this.#fill(this.#replaced.pop() ?? null);
        this.#isEntered = true;
      },
    };
    return [
      ...listGestures(this.#root, []),
      SEND,
      ...(isTold(this.#root) ? restores : []),
      // Whether an unchanged form counts as entered is not for a person to see.
      ...(this.#isEntered && isTold(this.#root) ? [pick] : []),
      ...(this.#replaced.length > 0 ? [undo] : []),
    ];
  }

  #fill(data: Json): void {
    this.#root = load(this.#shape, data, { shape: this.#shape, isNeeded: true });
    this.#filled = data;
  }

  /** Lists the paths of all values that the form must refuse. */
  problems(): readonly string[] {
    const places = [...listProblems(this.#root, []), ...listDrafts(this.#root, [])];
    return places.toSorted();
  }
}

function show(part: Part, path: Path, shown: Record<string, string>): void {
  const { shape, inner, value } = part;
  switch (shape.kind) {
    case 'tag':
      return;
    case 'text':
    case 'number':
    case 'choice':
      shown[toPlace(path)] = toShown(value);
      return;
    case 'switch':
      shown[toPlace(path)] =
        value === true
          ? 'Yes'
          : value === false || !(part.isNeeded || isNullable(shape))
            ? 'No'
            : '';
      return;
    case 'union':
      shown[toPlace(path, toSelect(shape.keyword))] = toAlternativeName(
        shape.isUntagged,
        part.chosen ?? 0,
      );
      for (const field of inner ?? []) show(field.part, [...path, field.name], shown);
      return;
    case 'group':
      for (const field of inner ?? []) show(field.part, [...path, field.name], shown);
      return;
    case 'list':
      for (const [at, row] of (inner ?? []).entries()) show(row.part, [...path, at], shown);
      return;
    case 'map':
      for (const entry of inner ?? []) {
        shown[toPlace([...path, entry.name], ENTRY_NAME)] = entry.name === DRAFT ? '' : entry.name;
        show(entry.part, [...path, entry.name], shown);
      }
  }
}

/** Lists the places of entries without a name, which stay on the page until they have one. */
function listDrafts({ shape, inner = [] }: Part, path: Path): readonly string[] {
  return inner.flatMap(({ name, part }, at) => {
    const place = [...path, shape.kind === 'list' ? at : name];
    const own = shape.kind === 'map' && name === DRAFT ? [toPlace(place, ENTRY_NAME)] : [];
    return [...own, ...listDrafts(part, place)];
  });
}

/** Lists the paths of the values that the schema refuses, without those in alternatives. */
function listProblems(part: Part, path: Path): readonly string[] {
  const { shape, inner } = part;
  const value = read(part);
  if (value === undefined) return part.isNeeded ? [toPlace(path)] : [];
  if (value === null) return isNullable(shape) ? [] : [toPlace(path)];
  switch (shape.kind) {
    case 'number':
      return typeof value === 'number' ? [] : [toPlace(path)];
    case 'choice':
      return toChoices(shape).some((choice) => choice === value) ? [] : [toPlace(path)];
    case 'list': {
      const isShort = (inner ?? []).length < (shape.least ?? 0);
      const rows = (inner ?? []).flatMap((row, at) => listProblems(row.part, [...path, at]));
      return isShort ? [toPlace(path), ...rows] : rows;
    }
    case 'map':
      return (inner ?? []).flatMap(({ name, part: entry }) =>
        name === DRAFT ? [] : listProblems(entry, [...path, name]),
      );
    case 'group':
    case 'union':
      return (inner ?? []).flatMap(({ name, part: field }) => listProblems(field, [...path, name]));
    case 'tag':
    case 'text':
    case 'switch':
      return [];
  }
}

function toShown(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}
