import './sheet.css';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Draws a dialog above the page. The browser keeps the focus in it, closes it with Escape and gives
 * the focus back; a click beside it closes it as well.
 */
export function Sheet({
  label,
  kind,
  onClose,
  children,
}: {
  /** The name of the sheet for screen readers. */
  readonly label: string;
  readonly kind: 'search' | 'settings';
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const leave = (event: Event): void => {
      if (event.target === element) close.current();
    };
    element?.addEventListener('close', leave);
    element?.addEventListener('click', leave);
    return () => {
      element?.removeEventListener('close', leave);
      element?.removeEventListener('click', leave);
      element?.close();
    };
  }, []);
  return (
    <dialog ref={dialog} className="sheet" data-kind={kind} aria-label={label}>
      <div className="sheet-body">{children}</div>
    </dialog>
  );
}
