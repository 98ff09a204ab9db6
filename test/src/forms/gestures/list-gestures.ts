import type { Json } from '@formwork/schema';
import {
  createFields,
  create,
  DRAFT,
  empty,
  isNullable,
  type Named,
  type Part,
  read,
  toEmpty,
  toEmptyEntry,
  toRow,
} from './part.ts';
import { listPasteGestures } from './paste.ts';
import type { Act } from './perform.ts';
import { type Path, toPlace, toSelect } from './place.ts';
import { type GroupShape, type Shape, toAlternativeName, toChoices, TYPED } from './shapes.ts';

/** Something that a person can do now: what the hand does, and what changes by it. */
export interface Gesture {
  readonly act: Act;
  readonly apply: () => void;
}

/** Lists the gestures that are possible in a part of the form. */
export function listGestures(part: Part, path: Path): readonly Gesture[] {
  const { shape } = part;
  const at = toPlace(path);
  const set = (act: Act, value: Json | undefined): Gesture => ({
    act,
    apply: () => {
      part.value = value;
    },
  });
  // An empty field cannot be cleared.
  const clear = (value: Json | undefined): readonly Gesture[] =>
    (part.value ?? '') === '' ? [] : [set({ do: 'type', at, text: '' }, value)];
  switch (shape.kind) {
    case 'tag':
      return [];
    case 'text':
      return [
        ...TYPED.map((text) => set({ do: 'type', at, text }, text)),
        set({ do: 'paste-text', at, text: 'p q' }, 'p q'),
        ...clear(part.isEntry === true ? toEmptyEntry(shape) : toEmpty(part)),
      ];
    case 'number':
      return [
        ...[12, 0.5].map((value) => set({ do: 'type', at, text: `${value}` }, value)),
        set({ do: 'type', at, text: 'many' }, 'many'),
        set({ do: 'paste-text', at, text: '41' }, 41),
        ...clear(part.isEntry === true ? null : toEmpty(part)),
      ];
    case 'switch': {
      if (!part.isNeeded && !isNullable(shape)) {
        return [set({ do: 'flip', at }, part.value !== true)];
      }
      const answers = [true, false].map((value) =>
        set({ do: 'choose', at, label: value ? 'Yes' : 'No' }, value),
      );
      return [...answers, ...chooseNone(part, at, set)];
    }
    case 'choice':
      return [
        ...toChoices(shape).map((choice) => set({ do: 'choose', at, label: choice }, choice)),
        ...chooseNone(part, at, set),
      ];
    case 'union':
      return [
        ...shape.options.map((option, position) => ({
          act: {
            do: 'choose',
            at: toPlace(path, toSelect(shape.keyword)),
            label: toAlternativeName(shape.isUntagged, position),
          } as const,
          apply: () => switchTo(part, option, position),
        })),
        ...listAlternativeGestures(part, path, shape.options),
      ];
    case 'group':
      return listGroupGestures(part, path, shape);
    case 'list':
      return listRowGestures(part, path, shape.item);
    case 'map':
      return listEntryGestures(part, path, shape.entry);
  }
}

/** Chooses that there is no value, or null if that is one. */
function chooseNone(
  part: Part,
  at: string,
  set: (act: Act, value: Json | undefined) => Gesture,
): readonly Gesture[] {
  const { shape, isNeeded } = part;
  if (isNeeded && !isNullable(shape)) return [];
  // What is not given is shown as none already.
  const none = !isNeeded && part.value === undefined ? undefined : toEmpty(part);
  return [set({ do: 'choose', at, label: 'None' }, none)];
}

/** Lists the gestures within the chosen alternative, which is closed until it is needed. */
function listAlternativeGestures(
  part: Part,
  path: Path,
  options: readonly GroupShape[],
): readonly Gesture[] {
  const at = toPlace(path);
  if (part.inner !== undefined) {
    const fields = listFields(part.inner, path);
    const close = (): void => {
      part.inner = undefined;
    };
    return part.isNeeded ? fields : [...fields, { act: { do: 'close', at }, apply: close }];
  }
  const open = (): void => {
    part.inner = createFields(options[part.chosen ?? 0]);
  };
  return [{ act: { do: 'open', at }, apply: open }];
}

function listFields(fields: readonly Named[], path: Path): readonly Gesture[] {
  return fields.flatMap(({ name, part }) => listGestures(part, [...path, name]));
}

function listGroupGestures(part: Part, path: Path, shape: GroupShape): readonly Gesture[] {
  const at = toPlace(path);
  if (part.inner === undefined) {
    const apply = (): void => {
      part.inner = createFields(shape);
      part.value = undefined;
    };
    return [{ act: { do: 'open', at }, apply }];
  }
  const fields = listFields(part.inner, path);
  const mayBeAbsent = !part.isNeeded || isNullable(shape) || shape.isFolded === true;
  const canClose = path.length > 0 && mayBeAbsent;
  if (!canClose) return fields;
  const apply = (): void => {
    part.inner = undefined;
    part.value = toEmpty(part);
  };
  return [...fields, { act: { do: 'close', at }, apply }];
}

function listRowGestures(part: Part, path: Path, item: Shape): readonly Gesture[] {
  const at = toPlace(path);
  const rows = part.inner ?? [];
  const add: Gesture = {
    act: { do: 'add-row', at },
    apply: () => {
      part.inner = [...rows, toRow(create(item, true, true))];
      part.value = undefined;
    },
  };
  const change = (next: Named[]): void => {
    part.inner = next;
    if (next.length === 0) empty(part);
  };
  const each = rows.flatMap((row, index): readonly Gesture[] => [
    ...listGestures(row.part, [...path, index]),
    {
      act: { do: 'row', at, row: index, part: 'remove' },
      apply: () => change(rows.toSpliced(index, 1)),
    },
    ...(index > 0
      ? [
          {
            act: { do: 'row', at, row: index, part: 'up' } as const,
            apply: () => change(rows.toSpliced(index, 1).toSpliced(index - 1, 0, row)),
          },
        ]
      : []),
  ]);
  const pastes = rows.length < 3 ? listPasteGestures(part, path, item) : [];
  return [...(rows.length < 3 ? [add] : []), ...pastes, ...each];
}

function listEntryGestures(part: Part, path: Path, entry: Shape): readonly Gesture[] {
  const at = toPlace(path);
  const entries = part.inner ?? [];
  const free = ['red', 'blue', 'x y'].find((name) => entries.every((one) => one.name !== name));
  const hasDraft = entries.some(({ name }) => name === DRAFT);
  const add: Gesture = {
    act: { do: 'add-entry', at },
    apply: () => {
      part.inner = [
        ...entries,
        { name: DRAFT, part: { ...create(entry, true, true), isEntry: true } },
      ];
    },
  };
  const each = entries.flatMap((one, index): readonly Gesture[] => [
    ...listGestures(one.part, [...path, one.name]),
    {
      act: { do: 'remove-entry', at, entry: index },
      apply: () => {
        const rest = entries.toSpliced(index, 1);
        // An entry without a name is not part of the data, whether it stays or goes.
        if (one.name !== DRAFT && rest.every(({ name }) => name === DRAFT)) empty(part);
        part.inner = rest;
      },
    },
    ...(free === undefined
      ? []
      : [
          {
            act: { do: 'name-entry', at, entry: index, text: free } as const,
            apply: () => {
              one.name = free;
              if (read(one.part) === undefined) one.part.value = toEmptyEntry(entry);
            },
          },
        ]),
  ]);
  return [...(hasDraft || entries.length > 2 ? [] : [add]), ...each];
}

/**
 * Chooses another alternative: what the person entered stays where the new one has a field of the
 * same name and kind; defaults that the person left alone do not.
 */
function switchTo(part: Part, option: GroupShape, at: number): void {
  if (part.chosen === at) return;
  const old = part.inner ?? [];
  part.chosen = at;
  part.inner = option.members.map(({ name, shape, isNeeded }) => {
    const field = create(shape, isNeeded);
    const before = old.find((one) => one.name === name)?.part;
    if (before === undefined || !canKeep(shape, before)) return { name, part: field };
    const untouched = create(before.shape, before.isNeeded).value;
    const isKept =
      before.value !== untouched && before.value !== undefined && before.value !== null;
    return { name, part: isKept ? { ...field, value: before.value } : field };
  });
}

/** True if a field can hold what another field of the same name held. */
function canKeep(shape: Shape, { shape: before, value }: Part): boolean {
  if (shape.kind === 'tag') return false;
  // A choice is a text from a list.
  const isText = before.kind === 'text' || before.kind === 'choice';
  if (shape.kind === 'text') return isText;
  if (shape.kind === 'choice') {
    return isText && toChoices(shape).some((choice) => choice === value);
  }
  return before.kind === shape.kind;
}
