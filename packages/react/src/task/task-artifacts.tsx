import { isRecord, type Json } from '@formwork/core';
import { useState, type ReactNode } from 'react';
import type { ThreadArtifact } from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import { summarizeData } from './summarize-data.ts';
import { SummaryList } from './sent-summary.tsx';
import { toVisibleText } from '../text/visible-text.ts';

/** How much of an artifact is drawn at first, the newest of it, and with each further step. */
const SHOWN = {
  characters: { first: 20_000, more: 200_000 },
  pieces: { first: 20, more: 500 },
};

/** Members of an object that still fit into a row of a table. */
const MAX_COLUMNS = 8;

interface TaskArtifactsProps {
  readonly artifacts: readonly ThreadArtifact[];
  readonly messages: Messages;
  /** Names the group. Default: that of what was sent so far. */
  readonly label?: string;
}

/** What a task has sent so far. Not read aloud while it grows: people can go and read it. */
export function TaskArtifacts({ artifacts, messages, label }: TaskArtifactsProps): ReactNode {
  const shown = artifacts.filter(({ text, data }) => text.trim() !== '' || data.length > 0);
  if (shown.length === 0) return null;
  return (
    <div role="group" className="fw-task-pieces" aria-label={label ?? messages.task.partial}>
      {shown.map((artifact) => (
        <Pieces key={artifact.artifactId} artifact={artifact} messages={messages} />
      ))}
    </div>
  );
}

interface PiecesProps {
  readonly artifact: ThreadArtifact;
  readonly messages: Messages;
}

/** The newest of an artifact, and a button for what came before it. */
function Pieces({ artifact: { name, text, data }, messages }: PiecesProps): ReactNode {
  const [steps, setSteps] = useState(0);
  const characters = SHOWN.characters.first + steps * SHOWN.characters.more;
  const pieces = SHOWN.pieces.first + steps * SHOWN.pieces.more;
  const left = Math.max(0, data.length - pieces);
  const isCut = left > 0 || text.length > characters;
  return (
    <div>
      {name !== '' && <p className="fw-task-name">{toVisibleText(name)}</p>}
      {isCut && (
        <button
          type="button"
          className="fw-button fw-quiet"
          onClick={() => setSteps((count) => count + 1)}
        >
          {messages.task.earlier(left)}
        </button>
      )}
      {text.trim() !== '' && (
        <p className="fw-task-text">{toVisibleText(text.slice(-characters))}</p>
      )}
      {groupAlike(data.slice(-pieces)).map(({ first, values }) =>
        values.length === 1 ? (
          <SummaryList
            key={left + first}
            lines={summarizeData(values[0] ?? null, undefined, messages)}
            messages={messages}
          />
        ) : (
          <PieceTable key={left + first} rows={values} messages={messages} />
        ),
      )}
    </div>
  );
}

/** Objects with the same members that came one after another, each as a row. */
function PieceTable({
  rows,
  messages,
}: {
  readonly rows: readonly Json[];
  readonly messages: Messages;
}): ReactNode {
  const [first] = rows;
  const names = isRecord(first) ? Object.keys(first) : [];
  const heads = summarizeData(first ?? null, undefined, messages);
  return (
    <div className="fw-task-rows">
      <table>
        <thead>
          <tr>
            {heads.map(({ label }, n) => (
              <th key={names[n]} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, position) => (
            // Rows have no names of their own, and none ever moves.
            <tr key={`${position}`}>
              {summarizeData(toOrdered(row, names), undefined, messages).map(({ text }, n) => (
                <td key={names[n]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A run of values that are drawn together, and the place of its first. */
interface Alike {
  readonly first: number;
  readonly values: readonly Json[];
}

function groupAlike(data: readonly Json[]): readonly Alike[] {
  const groups: { first: number; values: Json[]; shape: string | undefined }[] = [];
  data.forEach((value, position) => {
    const shape = toShape(value);
    const last = groups.at(-1);
    if (last !== undefined && shape !== undefined && last.shape === shape) last.values.push(value);
    else groups.push({ first: position, values: [value], shape });
  });
  return groups;
}

/** The names of the members, whatever their order; `undefined` for what makes no row of a table. */
function toShape(value: Json): string | undefined {
  if (!isRecord(value)) return undefined;
  const names = Object.keys(value);
  return names.length === 0 || names.length > MAX_COLUMNS
    ? undefined
    : JSON.stringify(names.toSorted());
}

function toOrdered(row: Json, names: readonly string[]): Json {
  if (!isRecord(row)) return row;
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}
