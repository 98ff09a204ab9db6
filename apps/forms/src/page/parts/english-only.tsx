import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/** Shows text that exists in English only: in other languages it is folded away, and read as English. */
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
