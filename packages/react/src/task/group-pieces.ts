import type { Json, JsonObject } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { ThreadArtifact } from '../agent/thread-entry.ts';

/** A data part of an artifact that a task has sent, with the name of the artifact. */
interface Piece {
  readonly name: string;
  readonly value: Json;
}

/** Consecutive data parts of a task that are drawn together: rows of a table, or a single value. */
export interface PieceRun {
  /** The position of the run's first piece within its block, counted from 0. */
  readonly first: number;
  readonly pieces: readonly Piece[];
  /** The number of earlier pieces of the run that are hidden. */
  readonly skipped: number;
  /** The names of the table's columns; `undefined` if the pieces are not rows of a table. */
  readonly names: readonly string[] | undefined;
}

/** One artifact, or several consecutive artifacts whose pieces are rows of the same table. */
export interface PieceBlock {
  /** The id of the first artifact of the block. */
  readonly id: string;
  /** The common name of the artifacts; `''` if they have no name or different names. */
  readonly name: string;
  readonly text: string;
  readonly runs: readonly PieceRun[];
}

/** The maximum number of members of an object that is drawn as the row of a table. */
const MAX_COLUMNS = 8;

interface OpenRun {
  readonly first: number;
  readonly pieces: Piece[];
  readonly shape: Shape | undefined;
}

interface Shape {
  readonly names: readonly string[];
  /** The sorted names of the members as one text, by which pieces are compared. */
  readonly key: string;
}

interface OpenBlock {
  readonly id: string;
  name: string;
  readonly text: string;
  readonly runs: OpenRun[];
}

/**
 * Groups the data parts of artifacts that are drawn together: consecutive objects with the same
 * members, in one artifact or in several. Empty artifacts are left out. The time is proportional to
 * the number of parts.
 */
export function groupPieces(artifacts: readonly ThreadArtifact[]): readonly PieceBlock[] {
  const blocks: OpenBlock[] = [];
  for (const { artifactId, name, text, data } of artifacts) {
    const hasText = text.trim() !== '';
    if (!hasText && data.length === 0) continue;
    const pieces = data.map((value) => ({ name, value }));
    const runs = toRuns(pieces);
    const last = blocks.at(-1);
    const table = last === undefined || hasText ? undefined : findTable(last, runs);
    if (last === undefined || table === undefined) {
      blocks.push({ id: artifactId, name, text: hasText ? text : '', runs });
      continue;
    }
    for (const piece of pieces) table.pieces.push(piece);
    if (last.name !== name) last.name = '';
  }
  return blocks.map(({ runs, ...block }) => ({
    ...block,
    runs: runs.map(({ first, pieces, shape }) => ({
      first,
      pieces,
      skipped: 0,
      names: shape?.names,
    })),
  }));
}

/**
 * Finds the table of the last block that the next artifact continues; `undefined` if the artifact
 * begins a new block.
 */
function findTable(
  { text, runs: before }: OpenBlock,
  runs: readonly OpenRun[],
): OpenRun | undefined {
  const [table, ...otherTables] = before;
  const [rows, ...otherRows] = runs;
  if (text !== '' || otherTables.length > 0 || otherRows.length > 0) return undefined;
  return table?.shape !== undefined && table.shape.key === rows?.shape?.key ? table : undefined;
}

function toRuns(pieces: readonly Piece[]): OpenRun[] {
  const runs: OpenRun[] = [];
  pieces.forEach((piece, first) => {
    const shape = toShape(piece.value);
    const last = runs.at(-1);
    if (last !== undefined && shape !== undefined && last.shape?.key === shape.key) {
      last.pieces.push(piece);
    } else runs.push({ first, pieces: [piece], shape });
  });
  return runs;
}

/**
 * The shapes of data parts by part, so that earlier parts are not read again when new ones arrive.
 */
const shapes = new WeakMap<JsonObject, Shape>();

/** Returns the shape of a data part as the row of a table; `undefined` if it cannot be a row. */
function toShape(value: Json): Shape | undefined {
  if (!isRecord(value)) return undefined;
  const cached = shapes.get(value);
  if (cached !== undefined) return cached;
  const names = Object.keys(value);
  if (names.length === 0 || names.length > MAX_COLUMNS) return undefined;
  const shape = { names, key: JSON.stringify(names.toSorted()) };
  shapes.set(value, shape);
  return shape;
}

/** Returns the newest `count` pieces of a block, still grouped in runs. */
export function takeNewest(runs: readonly PieceRun[], count: number): readonly PieceRun[] {
  const newest: PieceRun[] = [];
  let room = count;
  for (const run of runs.toReversed()) {
    if (room <= 0) break;
    const pieces = run.pieces.slice(-room);
    newest.unshift({ ...run, pieces, skipped: run.pieces.length - pieces.length });
    room -= run.pieces.length;
  }
  return newest;
}
