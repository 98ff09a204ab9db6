import type { Json } from '@formwork/schema';
import { type GroupShape, type Member, OWN_NAMES, type Shape } from './shapes.ts';

/** The temporary name that the form gives an entry without one. */
export const DRAFT = 'newKey';

/**
 * A part of a form as a person sees it. `value` is that of a field; `inner` are the fields of an
 * open group, the rows of a list or the entries of a map.
 */
export interface Part {
  readonly shape: Shape;
  /** True for a value that the schema requires, and for rows and entries. */
  readonly isNeeded: boolean;
  /** True for an entry of a map. */
  readonly isEntry?: boolean;
  value?: Json | undefined;
  /** The rows of a list, the entries of a map, the fields of an open group; `undefined` if closed. */
  inner?: Named[] | undefined;
  /** The position of the chosen alternative. */
  chosen?: number;
}

export interface Named {
  name: string;
  readonly part: Part;
}

export function isNullable(shape: Shape): boolean {
  return 'nullable' in shape && shape.nullable !== undefined;
}

/** True for a part that is null as long as nobody enters it. */
function isNullFirst(shape: Shape, isNeeded: boolean): boolean {
  if (!('nullable' in shape) || shape.nullable === undefined) return false;
  return isNeeded || shape.nullable === 'preset';
}

/** Returns what a part is that the person has not touched yet, or has added just now. */
export function create(shape: Shape, isNeeded: boolean, isAdded = false): Part {
  const part: Part = { shape, isNeeded };
  switch (shape.kind) {
    case 'tag':
      part.value = shape.value;
      break;
    case 'switch':
      if (isNullFirst(shape, isNeeded)) part.value = null;
      break;
    case 'text':
    case 'number':
    case 'choice': {
      const isNull = isNullFirst(shape, isNeeded);
      const preset = shape.nullable === 'preset' ? undefined : shape.preset;
      part.value = preset ?? (isNull ? null : undefined);
      break;
    }
    case 'union':
      part.chosen = 0;
      if (isNeeded || isAdded) part.inner = createFields(shape.options[0]);
      break;
    case 'group':
      if (isAdded || (isNeeded && !isNullable(shape) && shape.isFolded !== true)) {
        part.inner = createFields(shape);
      } else if (isNullFirst(shape, isNeeded)) part.value = null;
      break;
    case 'list':
      if (shape.preset !== undefined) {
        part.inner = shape.preset.map((value) => toRow({ ...create(shape.item, true), value }));
      } else if (isNullFirst(shape, isNeeded)) part.value = null;
      else if (isNeeded) {
        part.inner = Array.from({ length: shape.least ?? 0 }, () =>
          toRow(create(shape.item, true)),
        );
      }
      break;
    case 'map':
      part.inner = [];
      part.value = isNeeded ? {} : undefined;
      break;
  }
  return part;
}

export function createFields(group: GroupShape | undefined): Named[] {
  return (group?.members ?? []).map(({ name, shape, isNeeded }) => ({
    name,
    part: create(shape, isNeeded),
  }));
}

export function toRow(part: Part): Named {
  return { name: '', part };
}

/** Returns the data of a part; `undefined` if it is not given. With `texts`, all its texts are this. */
export function read(part: Part, texts?: string): Json | undefined {
  const { shape, inner } = part;
  if (texts !== undefined && shape.kind === 'text' && typeof part.value === 'string') return texts;
  if (inner === undefined || shape.kind === 'tag') return part.value;
  if (shape.kind === 'list') return inner.map((row) => read(row.part, texts) ?? null);
  const entries = inner.flatMap(({ name, part: field }): [string, Json][] => {
    if (shape.kind === 'map' && name === DRAFT) return [];
    const given = read(field, texts);
    const value = given === undefined && shape.kind === 'map' ? toEmptyEntry(field.shape) : given;
    return value === undefined ? [] : [[name, value]];
  });
  if (shape.kind === 'map' && entries.length === 0) return part.value;
  return Object.fromEntries(entries);
}

export function toEmptyEntry(shape: Shape): Json {
  return shape.kind === 'text' && !isNullable(shape) ? '' : null;
}

/** Returns the value of a part that the person has emptied. */
export function toEmpty({ shape }: Part): Json | undefined {
  return isNullable(shape) ? null : undefined;
}

/** Empties a list or map: it is not given again, unless it must be, or its default would return. */
export function empty(part: Part): void {
  const { shape, isNeeded } = part;
  const hasDefault = shape.kind === 'list' && shape.preset !== undefined;
  const isKept = !isNullable(shape) && (isNeeded || hasDefault);
  part.value = isKept ? {} : toEmpty(part);
  part.inner = isKept || shape.kind === 'map' ? [] : undefined;
}

/** Returns the part that a form shows for data that it is given; nothing is filled in. */
export function load(shape: Shape, data: Json | undefined, { isNeeded, isEntry }: Part): Part {
  const part: Part = { shape, isNeeded, ...(isEntry === true ? { isEntry } : {}) };
  const toField = (member: Member): Named => {
    const given =
      isRecord(data) && Object.hasOwn(data, member.name) ? data[member.name] : undefined;
    return { name: member.name, part: load(member.shape, given, { ...member }) };
  };
  switch (shape.kind) {
    case 'group':
      if (isRecord(data)) part.inner = shape.members.map(toField);
      else part.value = data;
      break;
    case 'union': {
      const tag = isRecord(data) ? data['kind'] : undefined;
      const has = (name = ''): boolean => isRecord(data) && Object.hasOwn(data, name);
      part.chosen = Math.max(
        0,
        shape.options.findIndex((_option, at) =>
          shape.isUntagged === true ? has(OWN_NAMES[at]) : tag === `kind${at}`,
        ),
      );
      if (isRecord(data) || isNeeded) {
        part.inner = (shape.options[part.chosen]?.members ?? []).map(toField);
      } else part.value = data;
      break;
    }
    case 'list':
      if (Array.isArray(data)) {
        part.inner = data.map((value: Json) =>
          toRow(load(shape.item, value, { shape, isNeeded: true })),
        );
      } else part.value = data;
      break;
    case 'map':
      part.value = data === undefined ? undefined : {};
      part.inner = [];
      if (isRecord(data)) {
        part.inner = Object.entries(data).map(([name, value]) => ({
          name,
          part: load(shape.entry, value, { shape, isNeeded: true, isEntry: true }),
        }));
      }
      break;
    case 'tag':
    case 'text':
    case 'number':
    case 'choice':
    case 'switch':
      part.value = data;
  }
  return part;
}

/** True if the data of a part tell which alternatives were chosen. */
export function isTold({ shape, inner = [] }: Part): boolean {
  const [first] = inner;
  const isOpen = shape.kind === 'union' && shape.isUntagged === true && first !== undefined;
  return !(isOpen && read(first.part) === undefined) && inner.every(({ part }) => isTold(part));
}

function isRecord(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
