import { isRecord } from '@formwork/schema/internal';
import type { Json, JsonObject } from '@formwork/schema';
import type { ThreadArtifact } from '../agent/thread-entry.ts';

/** A value that a task has sent, and the name of the artifact that it came in. */
interface Piece {
  readonly name: string;
  readonly value: Json;
}

/** Pieces that are drawn together: those of a table have members of the same names, `names`. */
export interface PieceRun {
  /** Place of the first piece within its block. */
  readonly first: number;
  readonly pieces: readonly Piece[];
  /** How many pieces of the run come before those. */
  readonly skipped: number;
  /** `undefined` for what makes no row of a table. */
  readonly names: readonly string[] | undefined;
}

/** An artifact, or several whose pieces are rows of one table. */
export interface PieceBlock {
  /** That of the first artifact. */
  readonly id: string;
  /** `''` if there is none, or if the artifacts have different ones. */
  readonly name: string;
  readonly text: string;
  readonly runs: readonly PieceRun[];
}

/** Members of an object that still fit into a row of a table. */
const MAX_COLUMNS = 8;

interface OpenRun {
  readonly first: number;
  readonly pieces: Piece[];
  readonly shape: Shape | undefined;
}

interface Shape {
  readonly names: readonly string[];
  /** The names, whatever their order. */
  readonly key: string;
}

interface OpenBlock {
  readonly id: string;
  name: string;
  readonly text: string;
  readonly runs: OpenRun[];
}

/**
 * Groups the pieces that are drawn together, in time that grows with their number: objects with the
 * same members that came one after another, in one artifact or each in its own. What is empty is left
 * out.
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

/** The table of a block that the rows of the next artifact go on with. */
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

/** Pieces stay as they are while others come: each is looked at once. */
const shapes = new WeakMap<JsonObject, Shape>();

/** `undefined` for what makes no row of a table. */
function toShape(value: Json): Shape | undefined {
  if (!isRecord(value)) return undefined;
  const known = shapes.get(value);
  if (known !== undefined) return known;
  const names = Object.keys(value);
  if (names.length === 0 || names.length > MAX_COLUMNS) return undefined;
  const shape = { names, key: JSON.stringify(names.toSorted()) };
  shapes.set(value, shape);
  return shape;
}

/** The newest pieces of a block, `count` of them. */
export function takeNewest(runs: readonly PieceRun[], count: number): readonly PieceRun[] {
  const taken: PieceRun[] = [];
  let room = count;
  for (const run of runs.toReversed()) {
    if (room <= 0) break;
    const pieces = run.pieces.slice(-room);
    taken.unshift({ ...run, pieces, skipped: run.pieces.length - pieces.length });
    room -= run.pieces.length;
  }
  return taken;
}
