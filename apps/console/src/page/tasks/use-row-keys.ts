import { type RefObject, useEffect } from 'react';

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/**
 * Moves the focus to the link of the next row by the key j, and to the one before by k. The keys
 * count while the content of the page has the focus, because those who speak to their computer may
 * say letters anywhere (WCAG 2.2, 2.1.4).
 */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const move = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      const focused = document.activeElement;
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (step === undefined || isChord || list.current === null) return;
      if (focused?.closest('main')?.contains(list.current) !== true) return;
      if (focused.matches('input, select, textarea, [contenteditable]')) return;
      const links = [...list.current.querySelectorAll<HTMLElement>('a[data-row]')];
      const at = links.findIndex((link) => link.closest('tr')?.contains(focused) === true);
      const next = at === -1 ? links.at(step === 1 ? 0 : -1) : links[at + step];
      next?.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [list]);
}
