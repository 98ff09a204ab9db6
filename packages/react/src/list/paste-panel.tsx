import type { Json, JsonSchema } from '@formwork/schema';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useMore } from '../theme/use-more.ts';
import { formatNumber } from '../text/format-number.ts';
import { cutVisibleText } from '../text/visible-text.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { isOfNumbers, type SheetColumn } from './cell-text.ts';
import {
  appendRows,
  type CopiedTable,
  findHeadColumns,
  type PastedRow,
  readClipboard,
  readPasted,
  toPastedCells,
  toPastedText,
  toPlainColumns,
} from './pasted-rows.ts';

interface PastePanelProps {
  readonly columns: readonly SheetColumn[];
  /** The table that was pasted into the list; empty if the panel was opened by its button. */
  readonly copied: CopiedTable;
  readonly isValid: (schema: JsonSchema, value: Json) => boolean;
  /** The rows of the list, and a new row that nothing was entered in. */
  readonly items: readonly unknown[];
  readonly blank: unknown;
  /** True for a row with something unfinished, such as a file that is being stored. */
  readonly isHeld: (row: number) => boolean;
  /** Called with all rows of the list, the pasted ones included. */
  readonly onAdd: (rows: readonly unknown[]) => void;
  readonly onClose: () => void;
}

/** The maximum number of pasted rows that are shown, those that do not fit first. */
const MAX_SHOWN = 20;

/** Matches the button of a list that opens its panel. */
const OPENER = ':scope > * > button[aria-expanded]:not(.fw-toggle)';

/** The maximum length of a cell that is shown, in characters. */
const MAX_CELL = 60;

/**
 * Draws the panel in which people paste rows of a spreadsheet, say what its columns hold, and see
 * which rows do not fit, before anything is added to the list.
 */
export function PastePanel(props: PastePanelProps): ReactNode {
  const { columns, copied, isValid, onClose } = props;
  const { messages } = useFormSettings();
  const more = useMore();
  const id = useId();
  const [source, setSource] = useState(() => toPastedText(copied));
  const [isHead, setHead] = useState<boolean>();
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  const box = useRef<HTMLTextAreaElement>(null);
  const pasted = useMemo(() => toPastedCells(source), [source]);
  const named = useMemo(() => findHeadColumns(pasted.rows, columns), [pasted, columns]);
  const hasHead = isHead ?? named !== undefined;
  const mapping = useMemo(() => {
    const guessed = (hasHead && named) || toPlainColumns(pasted.rows, columns);
    return guessed.map((name, at) => chosen.get(at) ?? name);
  }, [hasHead, named, pasted, columns, chosen]);
  const rows = useMemo(() => {
    const values = hasHead ? pasted.rows.slice(1) : pasted.rows;
    return readPasted(values, { columns, mapping, messages, first: hasHead ? 2 : 1, isValid });
  }, [hasHead, pasted, columns, mapping, messages, isValid]);
  useEffect(() => box.current?.focus(), [more]);
  function change(text: string): void {
    setSource(text);
    setHead(undefined);
    setChosen(new Map());
  }
  if (more === undefined) return null;
  const { sheet } = more;
  const good = rows.filter((row) => !isBad(row));
  const absent = columns.filter(({ name, isRequired }) => isRequired && !mapping.includes(name));
  const bad = rows.length - good.length;
  const write = (count: number): string => formatNumber(count, messages.language);
  const head = hasHead ? (pasted.rows[0] ?? []) : [];
  const add = (added: readonly PastedRow[]): void => {
    // The panel closes with its button, so the list takes the focus, whose rows come next.
    box.current?.closest('fieldset')?.focus();
    props.onAdd(
      appendRows(
        props.items,
        added.map(({ value }) => value),
        props,
      ),
    );
  };
  function close(): void {
    const list = box.current?.closest('fieldset');
    (list?.querySelector<HTMLElement>(OPENER) ?? list)?.focus();
    onClose();
  }
  const nameColumns = (isUsed: boolean): string => {
    const chosenNames = mapping.flatMap((name, at) =>
      (name !== '') === isUsed ? [head[at] || write(at + 1)] : [],
    );
    return new Intl.ListFormat(messages.language).format(
      chosenNames.map((name) => cutVisibleText(name, MAX_CELL)),
    );
  };
  const [used, unused] = [nameColumns(true), nameColumns(false)];
  return (
    <div className="fw-paste" role="group" aria-label={messages.pasteRows}>
      <label className="fw-label" htmlFor={id}>
        {sheet.pasteHere}
      </label>
      <textarea
        className="fw-input fw-json"
        id={id}
        ref={box}
        rows={4}
        // The cells of all lines stand in the order of the columns below.
        dir={messages.direction}
        wrap="off"
        spellCheck={false}
        value={source}
        onChange={({ target }) => change(target.value)}
        onPaste={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget;
          const table = readClipboard(event.clipboardData);
          const text = toPastedText(table);
          if (text === table.text) return;
          event.preventDefault();
          change(source.slice(0, selectionStart) + text + source.slice(selectionEnd));
        }}
      />
      {source.trim() !== '' && (pasted.isOpen || rows.length === 0) && (
        <p className="fw-error">{pasted.isOpen ? sheet.openQuote : sheet.nothing}</p>
      )}
      {rows.length > 0 && !pasted.isOpen && (
        <>
          <label className="fw-switch">
            <input
              type="checkbox"
              checked={hasHead}
              onChange={({ target }) => {
                setHead(target.checked);
                setChosen(new Map());
              }}
            />
            {sheet.firstRowIsHead}
          </label>
          <p className="fw-label">{sheet.columns}</p>
          <div className="fw-table-scroll" role="group" aria-label={sheet.columns} tabIndex={0}>
            <table className="fw-rows">
              <thead>
                <tr>
                  <td />
                  {mapping.map((name, at) => (
                    <th key={at} scope="col">
                      <select
                        className="fw-input"
                        aria-label={sheet.columnOf(head[at] ?? write(at + 1))}
                        value={name}
                        onChange={({ target }) => setChosen(new Map(chosen).set(at, target.value))}
                      >
                        <option value="">{sheet.skip}</option>
                        {columns.map((column) => (
                          <option key={column.name} value={column.name}>
                            {column.label}
                          </option>
                        ))}
                      </select>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows
                  .toSorted((one, other) => Number(isBad(other)) - Number(isBad(one)))
                  .slice(0, MAX_SHOWN)
                  .map(({ number, cells, misfits }) => (
                    <tr key={number}>
                      <th scope="row">{write(number)}</th>
                      {mapping.map((name, at) => {
                        const isMisfit = name !== '' && misfits.includes(name);
                        const column = columns.find((one) => one.name === name);
                        return (
                          <td
                            key={at}
                            data-fw-number={(column && isOfNumbers(column)) || undefined}
                            data-fw-misfit={isMisfit || undefined}
                          >
                            <bdi>{cutVisibleText(cells[at] ?? '', MAX_CELL)}</bdi>
                            {isMisfit && <span className="fw-error"> {sheet.misfit}</span>}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <p role="status" className="fw-note">
        {rows.length > 0 && sheet.preview(rows.length, write(rows.length))}
        {pasted.isCut && ` · ${sheet.onlyFirst(write(rows.length))}`}
        {bad > 0 && ` · ${sheet.misfits(bad, write(bad))}`}
        {rows.length > 0 && used !== '' && ` · ${sheet.usedColumns(used)}`}
        {rows.length > 0 && unused !== '' && ` · ${sheet.unusedColumns(unused)}`}
        {rows.length > 0 && absent.map(({ label }) => ` · ${label} (${messages.required})`)}
      </p>
      <div className="fw-actions-bar">
        {good.length > 0 && (
          <button type="button" className="fw-button fw-primary" onClick={() => add(good)}>
            {sheet.addGood(good.length, write(good.length))}
          </button>
        )}
        {bad > 0 && (
          <button type="button" className="fw-button" onClick={() => add(rows)}>
            {sheet.addAll(rows.length, write(rows.length))}
          </button>
        )}
        <button type="button" className="fw-button" onClick={close}>
          {more.close}
        </button>
      </div>
    </div>
  );
}

function isBad({ misfits }: PastedRow): boolean {
  return misfits.length > 0;
}
