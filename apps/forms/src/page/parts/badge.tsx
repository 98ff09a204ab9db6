import type { CSSProperties, ReactNode } from 'react';

/** The first letter of a name on a tint of its own: no picture of a stranger is loaded. */
export function Badge({ name, of }: { readonly name: string; readonly of?: string }): ReactNode {
  const [letter = '?'] = name.trim().toLocaleUpperCase();
  const style: CSSProperties & Record<'--hue', number> = { '--hue': toHue(of ?? name) };
  return (
    <span className="badge" aria-hidden="true" style={style}>
      {letter}
    </span>
  );
}

/** From 0 to 359; the same for the same text. */
function toHue(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360_007;
  return hash % 360;
}
