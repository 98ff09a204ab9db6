import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Icon } from './icon.tsx';

/** Draws the button that copies a text. */
export function CopyButton({
  text,
  label,
}: {
  readonly text: string;
  /** The name of a button that is drawn as an icon alone. Default: none, its words are drawn. */
  readonly label?: string;
}): ReactNode {
  const texts = useTexts();
  const [isCopied, setCopied] = useState(false);
  const words = isCopied ? texts.task.copied : texts.task.copy;
  return (
    <button
      type="button"
      className={label === undefined ? 'quiet' : 'quiet icon-only'}
      {...(label !== undefined && { 'aria-label': isCopied ? texts.task.copied : label })}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => setCopied(true));
      }}
    >
      {label === undefined ? words : <Icon name={isCopied ? 'check' : 'copy'} />}
    </button>
  );
}
