import type { ReactNode } from 'react';
import { formatNumber } from '../format/format-number.ts';
import { useResult } from '../settings.ts';

/** Rows of a page. */
export const PAGE_SIZE = 100;

interface PagerProps {
  /** From 0. */
  readonly page: number;
  /** Rows of all pages. */
  readonly total: number;
  /** What is gone through. */
  readonly name: string;
  readonly onPage: (page: number) => void;
}

/** The pages of a long table. The buttons stay where they are, and so does the focus. */
export function Pager({ page, total, name, onPage }: PagerProps): ReactNode {
  const { messages } = useResult();
  const { language, result: texts } = messages;
  const end = Math.min(total, (page + 1) * PAGE_SIZE);
  const [from, to, all] = [Math.min(total, page * PAGE_SIZE + 1), end, total].map((count) =>
    formatNumber(count, language),
  );
  const isLast = end >= total;
  return (
    <div className="fw-pages" role="group" aria-label={name}>
      <button
        type="button"
        className="fw-button fw-small"
        aria-disabled={page === 0}
        onClick={() => page > 0 && onPage(page - 1)}
      >
        {texts.previous}
      </button>
      <span role="status">{texts.rows(from ?? '', to ?? '', all ?? '')}</span>
      <button
        type="button"
        className="fw-button fw-small"
        aria-disabled={isLast}
        onClick={() => !isLast && onPage(page + 1)}
      >
        {texts.next}
      </button>
    </div>
  );
}
