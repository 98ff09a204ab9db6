import type { Json, JsonSchema } from '@formwork/schema';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import type { LazyMessages } from '../messages/lazy-messages/lazy-messages.ts';
import type { Messages } from '../messages/messages.ts';
import { formatNumber } from '../text/format-number.ts';
import { cutVisibleText } from '../text/visible-text.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { useLazyMessages } from '../theme/use-lazy-messages.ts';
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
  const { messages } = useFormSettings();
  const lazyMessages = useLazyMessages();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const reading = usePasteReading(props);
  const { source, pasted, rows } = reading;
  useEffect(() => box.current?.focus(), [lazyMessages]);
  if (lazyMessages === undefined) return null;
  const { sheet } = lazyMessages;
  const write = (count: number): string => formatNumber(count, messages.language);
  const good = rows.filter((row) => !isBad(row));
  const bad = rows.length - good.length;
  const add = (added: readonly PastedRow[]): void => {
    // The panel closes with its button, so the list takes the focus, whose rows come next.
    box.current?.closest('fieldset')?.focus();
    const values = added.map(({ value }) => value);
    props.onAdd(appendRows(props.items, values, props));
  };
  function close(): void {
    const list = box.current?.closest('fieldset');
    (list?.querySelector<HTMLElement>(OPENER) ?? list)?.focus();
    props.onClose();
  }
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
        onChange={({ target }) => reading.setSource(target.value)}
        onPaste={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget;
          const table = readClipboard(event.clipboardData);
          const text = toPastedText(table);
          if (text === table.text) return;
          event.preventDefault();
          reading.setSource(source.slice(0, selectionStart) + text + source.slice(selectionEnd));
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
              checked={reading.head !== undefined}
              onChange={({ target }) => reading.setHead(target.checked)}
            />
            {sheet.firstRowIsHead}
          </label>
          <p className="fw-label">{sheet.columns}</p>
          <PastePreview {...reading} columns={props.columns} texts={sheet} />
        </>
      )}
      <p role="status" className="fw-note">
        {rows.length > 0 && sheet.preview(rows.length, write(rows.length))}
        {pasted.isCut && ` · ${sheet.onlyFirst(write(rows.length))}`}
        {bad > 0 && ` · ${sheet.misfits(bad, write(bad))}`}
        {rows.length > 0 && noteColumns(props.columns, reading, { sheet, messages })}
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
          {lazyMessages.close}
        </button>
      </div>
    </div>
  );
}

/** The reading of a pasted text: its cells, the columns that they belong to, and the rows. */
interface PastedTable {
  readonly source: string;
  readonly pasted: ReturnType<typeof toPastedCells>;
  /** The cells of the first line if it names the columns. */
  readonly head: readonly string[] | undefined;
  /** The name of the list's column for each column of the text; `''` for one that is left out. */
  readonly mapping: readonly string[];
  readonly rows: readonly PastedRow[];
  readonly setSource: (text: string) => void;
  readonly setHead: (hasHead: boolean) => void;
  /** Chooses the list's column for a column of the text. */
  readonly choose: (at: number, name: string) => void;
}

function usePasteReading({ columns, copied, isValid }: PastePanelProps): PastedTable {
  const { messages } = useFormSettings();
  const [source, setSource] = useState(() => toPastedText(copied));
  const [isHead, setHead] = useState<boolean>();
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
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
  return {
    source,
    pasted,
    head: hasHead ? (pasted.rows[0] ?? []) : undefined,
    mapping,
    rows,
    setSource(next) {
      setSource(next);
      setHead(undefined);
      setChosen(new Map());
    },
    setHead(next) {
      setHead(next);
      setChosen(new Map());
    },
    choose: (at, name) => setChosen(new Map(chosen).set(at, name)),
  };
}

/** Draws the rows as they are read, with a choice of the column above each column. */
function PastePreview(
  props: PastedTable & {
    readonly columns: readonly SheetColumn[];
    readonly texts: LazyMessages['sheet'];
  },
): ReactNode {
  const { messages } = useFormSettings();
  const { columns, head, mapping, rows, texts } = props;
  const write = (count: number): string => formatNumber(count, messages.language);
  return (
    <div className="fw-table-scroll" role="group" aria-label={texts.columns} tabIndex={0}>
      <table className="fw-rows">
        <thead>
          <tr>
            <td />
            {mapping.map((name, at) => (
              <th key={at} scope="col">
                <select
                  className="fw-input"
                  aria-label={texts.columnOf(head?.[at] ?? write(at + 1))}
                  value={name}
                  onChange={({ target }) => props.choose(at, target.value)}
                >
                  <option value="">{texts.skip}</option>
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
            .toSorted((a, b) => Number(isBad(b)) - Number(isBad(a)))
            .slice(0, MAX_SHOWN)
            .map(({ number, cells, misfits }) => (
              <tr key={number}>
                <th scope="row">{write(number)}</th>
                {mapping.map((name, at) => {
                  const isMisfit = name !== '' && misfits.includes(name);
                  const column = columns.find((each) => each.name === name);
                  return (
                    <td
                      key={at}
                      data-fw-number={(column && isOfNumbers(column)) || undefined}
                      data-fw-misfit={isMisfit || undefined}
                    >
                      <bdi>{cutVisibleText(cells[at] ?? '', MAX_CELL)}</bdi>
                      {isMisfit && <span className="fw-error"> {texts.misfit}</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** Says which columns of the text are used, which are not, and which the list lacks. */
function noteColumns(
  columns: readonly SheetColumn[],
  { head, mapping }: PastedTable,
  { sheet, messages }: Pick<LazyMessages, 'sheet'> & { readonly messages: Messages },
): readonly string[] {
  const nameColumns = (isUsed: boolean): string => {
    const names = mapping.flatMap((name, at) =>
      (name !== '') === isUsed ? [head?.[at] || formatNumber(at + 1, messages.language)] : [],
    );
    return new Intl.ListFormat(messages.language).format(
      names.map((name) => cutVisibleText(name, MAX_CELL)),
    );
  };
  const [used, unused] = [nameColumns(true), nameColumns(false)];
  const absent = columns.filter(({ name, isRequired }) => isRequired && !mapping.includes(name));
  return [
    used && sheet.usedColumns(used),
    unused && sheet.unusedColumns(unused),
    ...absent.map(({ label }) => `${label} (${messages.required})`),
  ].map((note) => note && ` · ${note}`);
}

function isBad({ misfits }: PastedRow): boolean {
  return misfits.length > 0;
}
