import { useTexts } from '../texts/use-texts.ts';
import type { CSSProperties, ReactNode } from 'react';

/**
 * Draws the first letter of a name on a coloured ground in place of a picture, because no picture
 * of an unknown agent is loaded.
 */
export function Badge({ name, of }: { readonly name: string; readonly of?: string }): ReactNode {
  const [letter = '?'] = name.trim().toLocaleUpperCase();
  const style: CSSProperties & Record<'--hue', number> = { '--hue': toHue(of ?? name) };
  return (
    <span className="badge" aria-hidden="true" style={style}>
      {letter}
    </span>
  );
}

/** Returns a hue from 0 to 359; equal texts give equal hues. */
function toHue(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360_007;
  return hash % 360;
}

/**
 * Draws text that exists only in English: in other languages it is folded, and marked as English
 * for screen readers.
 */
export function EnglishOnly({ children }: { readonly children: ReactNode }): ReactNode {
  const texts = useTexts();
  if (texts.language === 'en') return children;
  return (
    <details>
      <summary>{texts.details}</summary>
      <div lang="en" dir="ltr">
        {children}
      </div>
    </details>
  );
}

/** Draws the logo of the page, which is a picture of a form. */
export function Logo(): ReactNode {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M8 9.5h16M8 16.5h10M8 22.5h13" />
    </svg>
  );
}
