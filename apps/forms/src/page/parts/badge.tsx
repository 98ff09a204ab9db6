import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/**
 * Draws the icon of an agent or a skill; the first letter of its name if there is none. A picture is
 * drawn as an image, never as a part of the page, because its SVG is the agent's.
 */
export function Badge({
  name,
  icon,
}: {
  readonly name: string;
  /** An emoji, or the `data:` URL of a picture, as the description of an agent has it. */
  readonly icon?: string | undefined;
}): ReactNode {
  // The name of an agent that was never opened is its address.
  const [letter = '?'] = name
    .trim()
    .replace(/^https?:\/\//u, '')
    .toLocaleUpperCase();
  return (
    <span className="badge" aria-hidden="true">
      {icon?.startsWith('data:') === true ? <img src={icon} alt="" /> : (icon ?? letter)}
    </span>
  );
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
