import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Icon } from './work-icon.tsx';

/**
 * Draws a button that unfolds the less frequent actions of its place. Escape, a click elsewhere, a
 * link and a switch fold them again; another action leaves them open, because it may say something.
 */
export function OverflowMenu({ children }: { readonly children: ReactNode }): ReactNode {
  const texts = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = ({ target }: Event): void => {
      if (target instanceof Node && menu.current?.contains(target) === false) setOpen(false);
    };
    window.addEventListener('pointerdown', leave);
    window.addEventListener('focusin', leave);
    return () => {
      window.removeEventListener('pointerdown', leave);
      window.removeEventListener('focusin', leave);
    };
  }, [isOpen]);
  return (
    <div
      className="more"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
        {texts.moreActions}
      </button>
      <div
        id={id}
        className="more-list"
        hidden={!isOpen}
        onClick={({ target }) => {
          if (!(target instanceof Element) || target.closest('a, [aria-pressed]') === null) return;
          setOpen(false);
          button.current?.focus();
        }}
      >
        {children}
      </div>
    </div>
  );
}
