import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { memo, useMemo, useState, type ReactNode } from 'react';
import type { ThreadArtifact } from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { groupPieces, takeNewest, type PieceBlock, type PieceRun } from './group-pieces.ts';
import { SummaryList } from './sent-summary.tsx';
import { summarizeData } from './summarize-data.ts';

/**
 * The numbers of the newest characters, pieces and blocks of artifacts that are drawn at first, and
 * that each click adds.
 */
const SHOWN = {
  characters: { first: 20_000, more: 200_000 },
  pieces: { first: 20, more: 500 },
  blocks: { first: 20, more: 200 },
};

/**
 * Draws the artifacts that a task has sent until now. Screen readers do not announce them while
 * they grow.
 */
export function TaskArtifacts({
  artifacts,
  messages,
  label,
}: {
  readonly artifacts: readonly ThreadArtifact[];
  readonly messages: Messages;
  /**
   * The name of the list of artifacts for screen readers. Default: the text for intermediate
   * artifacts.
   */
  readonly label?: string;
}): ReactNode {
  const [steps, setSteps] = useState(0);
  const blocks = useMemo(() => groupPieces(artifacts), [artifacts]);
  if (blocks.length === 0) return null;
  const hiddenCount = Math.max(0, blocks.length - SHOWN.blocks.first - steps * SHOWN.blocks.more);
  return (
    <div role="group" className="fw-task-pieces" aria-label={label ?? messages.task.partial}>
      {hiddenCount > 0 && (
        <button
          type="button"
          className="fw-button fw-quiet"
          onClick={() => setSteps((count) => count + 1)}
        >
          {messages.task.earlier(hiddenCount)}
        </button>
      )}
      {blocks.slice(hiddenCount).map((block) => (
        <Pieces key={block.id} block={block} messages={messages} />
      ))}
    </div>
  );
}

/** Draws the newest pieces of a block of artifacts, with a button for the earlier ones. */
function Pieces({
  block: { name, text, runs },
  messages,
}: {
  readonly block: PieceBlock;
  readonly messages: Messages;
}): ReactNode {
  const [steps, setSteps] = useState(0);
  const characters = SHOWN.characters.first + steps * SHOWN.characters.more;
  const room = SHOWN.pieces.first + steps * SHOWN.pieces.more;
  const count = runs.reduce((sum, { pieces }) => sum + pieces.length, 0);
  const hiddenCount = Math.max(0, count - room);
  const isCut = hiddenCount > 0 || text.length > characters;
  return (
    <div>
      {name !== '' && <p className="fw-task-name">{toVisibleText(name)}</p>}
      {isCut && (
        <button
          type="button"
          className="fw-button fw-quiet"
          onClick={() => setSteps((before) => before + 1)}
        >
          {messages.task.earlier(hiddenCount)}
        </button>
      )}
      {text !== '' && <p className="fw-task-text">{toVisibleText(text.slice(-characters))}</p>}
      {takeNewest(runs, room).map((run) => (
        <PieceList key={run.first} run={run} hasNames={name === ''} messages={messages} />
      ))}
    </div>
  );
}

/**
 * Draws the data parts of a run: a single value, or objects with the same members as rows of a
 * table, with their names if those differ.
 */
function PieceList({
  run,
  hasNames,
  messages,
}: {
  readonly run: PieceRun;
  /** True if the pieces may have names that no heading above shows. */
  readonly hasNames: boolean;
  readonly messages: Messages;
}): ReactNode {
  const { pieces, skipped, names } = run;
  const [first] = pieces;
  if (first === undefined) return null;
  if (pieces.length === 1 || names === undefined) {
    return (
      <SummaryList lines={summarizeData(first.value, undefined, messages)} messages={messages} />
    );
  }
  const heads = summarizeData(toOrdered(first.value, names), undefined, messages);
  const isNamed = hasNames && pieces.some(({ name }) => name !== '');
  return (
    <div className="fw-task-rows">
      <table>
        <thead>
          <tr>
            {isNamed && <td />}
            {heads.map(({ label }, n) => (
              <th key={names[n]} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pieces.map(({ name, value }, position) => (
            <PieceRow
              // Rows have no ids, and their order never changes, so their position is the key.
              key={`${skipped + position}`}
              title={isNamed ? name : undefined}
              value={value}
              names={names}
              messages={messages}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const PieceRow = memo(function PieceRow({
  title,
  value,
  names,
  messages,
}: {
  /**
   * The name of the row's artifact, shown in the first column; `undefined` if the table has no such
   * column.
   */
  readonly title: string | undefined;
  readonly value: Json;
  readonly names: readonly string[];
  readonly messages: Messages;
}) {
  return (
    <tr>
      {title !== undefined && <th scope="row">{toVisibleText(title)}</th>}
      {summarizeData(toOrdered(value, names), undefined, messages).map(({ text }, n) => (
        <td key={names[n]}>{text}</td>
      ))}
    </tr>
  );
});

function toOrdered(row: Json, names: readonly string[]): Json {
  if (!isRecord(row)) return row;
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}
