import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Icon, type IconName } from './work-icon.tsx';

/** Draws a button that copies a text and confirms it. */
export function CopyButton({
  toText,
  label,
  done,
  none,
  icon = 'copy',
}: {
  /** Returns the text to copy, when the button is clicked; `undefined` if there is none. */
  readonly toText: () => string | undefined;
  readonly label?: string;
  readonly done?: string;
  readonly none?: string;
  readonly icon?: IconName;
}): ReactNode {
  const texts = useTexts();
  const [status, setStatus] = useState('');
  async function copy(): Promise<void> {
    const text = toText();
    if (text === undefined) {
      setStatus(none ?? '');
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      setStatus(done ?? texts.copied);
    } catch {
      // Pages without HTTPS have no clipboard, so the text is shown for the person to copy.
      setStatus(text);
    }
  }
  return (
    <>
      <button type="button" className="quiet" onClick={() => void copy()}>
        <Icon name={icon} />
        {label ?? texts.copy}
      </button>
      <span role="status" className="said">
        {status}
      </span>
    </>
  );
}
