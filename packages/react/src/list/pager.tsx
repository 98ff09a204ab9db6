import { useId, useState, type ReactNode } from 'react';
import { useFormSettings } from '../theme/form-settings.ts';
import type { ListPage } from './list-page.ts';

/** Draws the line that says which rows of a long list are shown, with buttons for other pages. */
export function Pager({
  label,
  page,
  onShow,
}: {
  /** The label of the list whose rows are on several pages. */
  readonly label: string;
  readonly page: ListPage;
  /** Called with the position of a row, counted from 0, to show the page with that row. */
  readonly onShow: (row: number) => void;
}): ReactNode {
  const { messages, pageSize } = useFormSettings();
  const [rowText, setRowText] = useState('');
  const id = useId();
  const { start, end, total } = page;
  const number = new Intl.NumberFormat(messages.language);
  const jump = (): void => {
    const row = Number.parseInt(rowText, 10);
    if (row >= 1) onShow(Math.min(row, total) - 1);
    setRowText('');
  };
  return (
    <div role="group" className="fw-pager" aria-label={messages.pagesOf(label)}>
      <button
        type="button"
        className="fw-button"
        aria-disabled={start === 0 || undefined}
        onClick={() => start > 0 && onShow(start - pageSize)}
      >
        {messages.previous}
      </button>
      <span role="status">
        {messages.rowsShown(number.format(start + 1), number.format(end), number.format(total))}
      </span>
      <button
        type="button"
        className="fw-button"
        aria-disabled={end >= total || undefined}
        onClick={() => end < total && onShow(end)}
      >
        {messages.next}
      </button>
      <label htmlFor={id}>{messages.goToRow}</label>
      <input
        className="fw-input"
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={rowText}
        onChange={({ target }) => setRowText(target.value.replaceAll(/\D/gu, ''))}
        onBlur={jump}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter must not submit the form that contains this field.
          event.preventDefault();
          jump();
        }}
      />
    </div>
  );
}
