import type { Json } from '@formwork/schema';
import { isDeepStrictEqual } from 'node:util';
import type { Gesture } from './list-gestures.ts';
import { create, isNullable, load, type Named, type Part, read, toRow } from './part.ts';
import { type Path, toPlace } from './place.ts';
import { type Member, type Shape, toChoices } from './shapes.ts';

/** A cell of a table that is pasted: its text, and the value that it must become. */
interface Cell {
  readonly text: string;
  readonly value: Json | undefined;
}

/** The maximum number of columns of a table that a list takes. */
const MAX_COLUMNS = 40;

/**
 * Lists the tables that can be pasted into a list: rows in the order of the fields, rows below the
 * names of the fields, and rows of which the second does not fit.
 */
export function listPasteGestures(part: Part, path: Path, item: Shape): readonly Gesture[] {
  const columns = toPastedColumns(item);
  if (columns === undefined) return [];
  const rows = [0, 1].map((row) => columns.map((column) => toCell(column, row)));
  const named = columns.filter(({ name }) => name !== '').toReversed();
  const gestures = [paste(columns, rows, false)];
  if (named.length > 0) {
    const below = [0, 1].map((row) => named.map((column) => toCell(column, row)));
    gestures.push(paste(named, below, true));
  }
  if (columns.some(({ shape }) => shape.kind === 'number')) {
    const wrong = columns.map((column) =>
      column.shape.kind === 'number' ? { text: 'many', value: 'many' } : toCell(column, 1),
    );
    gestures.push(paste(columns, [rows[0] ?? [], wrong], false));
  }
  return gestures;

  function paste(
    fields: readonly Member[],
    cells: readonly (readonly Cell[])[],
    hasHead: boolean,
  ): Gesture {
    const lines = [
      ...(hasHead ? [fields.map(({ name }) => name)] : []),
      ...cells.map((row) => row.map(({ text }) => text)),
    ];
    const text = lines.map((line) => line.join('\t')).join('\n');
    const isGood = (row: readonly Cell[]): boolean =>
      row.every(({ value }) => value !== 'many') &&
      (columns ?? []).every(
        ({ name, shape, isNeeded }) =>
          !isNeeded ||
          isNullable(shape) ||
          row.some(({ value }, at) => value !== undefined && fields[at]?.name === name),
      );
    const good = cells.filter(isGood);
    return {
      act: { do: 'paste-rows', at: toPlace(path), text },
      apply: () => {
        // Rows that do not fit are left out, unless none fits.
        const added = (good.length > 0 ? good : cells).map((row) => toPastedRow(item, fields, row));
        part.inner = [...withoutBlank(part.inner ?? [], item), ...added];
        part.value = undefined;
      },
    };
  }
}

/** Returns the fields of rows that can be columns; `undefined` for rows that are no table. */
function toPastedColumns(item: Shape): readonly Member[] | undefined {
  if (item.kind !== 'group' || isNullable(item) || item.inParts === true) return undefined;
  const isPlain = item.members.every(({ shape }) => isColumn(shape));
  if (!isPlain || item.members.length > MAX_COLUMNS) return undefined;
  // JavaScript puts properties whose names are numbers first, and so does the form.
  return Object.values(Object.fromEntries(item.members.map((member) => [member.name, member])));
}

function isColumn(shape: Shape): boolean {
  if (shape.kind === 'choice') return toChoices(shape).length > 1;
  return shape.kind === 'text' || shape.kind === 'number' || shape.kind === 'switch';
}

function toCell({ shape }: Member, row: number): Cell {
  switch (shape.kind) {
    case 'number':
      return { text: row === 0 ? '0.5' : '12', value: row === 0 ? 0.5 : 12 };
    case 'switch':
      return { text: row === 0 ? 'Yes' : 'no', value: row === 0 };
    case 'choice': {
      const choice = toChoices(shape)[row] ?? null;
      return { text: (choice ?? '').toUpperCase(), value: choice };
    }
    case 'text':
    case 'tag':
    case 'list':
    case 'map':
    case 'union':
    case 'group':
      return row === 0 ? { text: '7', value: '7' } : { text: 'Ada L', value: 'Ada L' };
  }
}

function toPastedRow(item: Shape, fields: readonly Member[], cells: readonly Cell[]): Named {
  const members = item.kind === 'group' ? item.members : [];
  const entries = members.flatMap(({ name, shape, isNeeded }): [string, Json][] => {
    const at = fields.findIndex((field) => field.name === name);
    // What must be given and may be null is null where the table has nothing.
    const value = cells[at]?.value ?? (isNeeded && isNullable(shape) ? null : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return toRow(load(item, Object.fromEntries(entries), { shape: item, isNeeded: true }));
}

/** Leaves out the rows at the end in which nothing was entered. */
function withoutBlank(rows: readonly Named[], item: Shape): readonly Named[] {
  const blank = read(create(item, true, true));
  const last = rows.findLastIndex(({ part }) => !isDeepStrictEqual(read(part), blank));
  return rows.slice(0, last + 1);
}
