import { isRecord } from '@formwork/schema/json';
import {
  type ClipboardEvent,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
  useMemo,
  useState,
} from 'react';
import { toSheetColumns } from '../form-schema/to-columns.ts';
import { lazyPart } from '../loading/code-loader.ts';
import type { FieldPathList } from '../rjsf.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { toLabel } from '../theme/to-label.ts';
import type { SheetColumn } from './cell-text.ts';
import type { PastePanel as PasteComponent } from './paste-panel.tsx';
import type { CopiedTable } from './pasted-rows.ts';
import type { Spreadsheet as SheetComponent } from './spreadsheet.tsx';

/** The spreadsheet view of a list and the panel for pasted rows; their code is loaded on demand. */
export const Spreadsheet: LazySheet = lazyPart(
  async () => (await import('./spreadsheet.tsx')).Spreadsheet,
);
export const PastePanel: LazyPaste = lazyPart(
  async () => (await import('./paste-panel.tsx')).PastePanel,
);

type LazySheet = LazyExoticComponent<ComponentType<Parameters<typeof SheetComponent>[0]>>;
type LazyPaste = LazyExoticComponent<ComponentType<Parameters<typeof PasteComponent>[0]>>;

/** The state of a list that can be shown as a spreadsheet, and that takes pasted rows. */
export interface ListSheet {
  /** The columns of the spreadsheet; `[]` for a list that cannot be one. */
  readonly columns: readonly SheetColumn[];
  readonly isShown: boolean;
  /** The table in the panel for pasted rows; `undefined` while the panel is closed. */
  readonly pasted: CopiedTable | undefined;
  readonly toggle: () => void;
  readonly open: () => void;
  readonly close: () => void;
  /** Opens the panel if several cells are pasted into a field of the list. */
  readonly takePaste: (event: ClipboardEvent) => void;
}

const NONE: readonly SheetColumn[] = [];

/** Holds whether a list is shown as a spreadsheet, and what was pasted into it. */
export function useSheet({
  columns: row,
  items,
  path,
  isFirst,
}: {
  /** The form schema of a row; `undefined` for rows with schemas of their own. */
  readonly columns: unknown;
  readonly items: readonly unknown[];
  readonly path: FieldPathList;
  /** True if the list is a spreadsheet at first. */
  readonly isFirst: boolean;
}): ListSheet {
  const { messages } = useFormSettings();
  const [isWanted, setWanted] = useState(isFirst);
  const [pasted, setPasted] = useState<CopiedTable>();
  const columns = useMemo(
    () =>
      toSheetColumns(row)?.map((column) => {
        const { name, schema } = column;
        return {
          ...column,
          label: toLabel({ fallback: name, schema, path: [...path, name] }, messages),
        };
      }) ?? NONE,
    [row, path, messages],
  );
  return {
    columns,
    isShown: isWanted && columns.length > 0 && items.every(isRecord),
    pasted,
    toggle: () => setWanted(!isWanted),
    open: () => setPasted({ text: '', html: '' }),
    close: () => setPasted(undefined),
    takePaste(event) {
      const text = event.clipboardData.getData('text/plain');
      const html = event.clipboardData.getData('text/html');
      const isTable = /\t|\S\r?\n\S/u.test(text) || (html.match(/<t[dh][\s>]/giu)?.length ?? 0) > 1;
      if (columns.length === 0 || !isTable) return;
      // Lines belong into a control of several lines, and cells into the panel for pasted rows.
      const isInto = event.target instanceof HTMLTextAreaElement;
      if (isInto) return;
      event.preventDefault();
      setPasted({ text, html });
    },
  };
}

/** Draws the buttons of a list that is shown as a spreadsheet or takes pasted rows. */
export function SheetButtons({
  sheet,
  canAdd,
}: {
  readonly sheet: ListSheet;
  readonly canAdd: boolean;
}): ReactNode {
  const { messages } = useFormSettings();
  return (
    <>
      {canAdd && (
        <button
          type="button"
          className="fw-button fw-plain"
          aria-expanded={sheet.pasted !== undefined}
          onClick={sheet.pasted === undefined ? sheet.open : sheet.close}
        >
          {messages.pasteRows}
        </button>
      )}
      <button
        type="button"
        className="fw-button fw-plain"
        aria-pressed={sheet.isShown}
        onClick={sheet.toggle}
      >
        {messages.asSheet}
      </button>
    </>
  );
}
