import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Icon } from './icon.tsx';

/** Draws the button that copies a text; where pages may not copy, a field with the text takes its place. */
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
  const [isManual, setManual] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Pages without HTTPS have no clipboard, so the text stands in a field, to copy by hand.
      setManual(true);
    }
  }

  if (isManual) {
    return (
      <input
        ref={selectWhole}
        className="to-copy"
        aria-label={label ?? texts.task.copy}
        readOnly
        value={text}
      />
    );
  }
  const words = isCopied ? texts.task.copied : texts.task.copy;
  return (
    <button
      type="button"
      className={label === undefined ? 'quiet' : 'quiet icon-only'}
      {...(label !== undefined && { 'aria-label': isCopied ? texts.task.copied : label })}
      onClick={() => void copy()}
    >
      {label === undefined ? words : <Icon name={isCopied ? 'check' : 'copy'} />}
    </button>
  );
}

/** Gives a field that has just been drawn the focus, with all of its text selected. */
function selectWhole(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
