import type { ReactNode } from 'react';
import { cutVisibleText } from '../text/visible-text.ts';
import { useFormSettings } from './form-settings.ts';

interface KeptTextProps {
  readonly id: string;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly text: string;
  readonly label: string;
  /** Makes room for another value; `undefined` where nothing may be changed. */
  readonly onRemove: (() => void) | undefined;
}

/** Characters that are shown. */
const MAX_SHOWN = 1000;

/** A value that a control for texts would stand still with: its beginning, and a way to be rid of it. */
export function KeptText({ text, label, onRemove, ...described }: KeptTextProps): ReactNode {
  const { messages } = useFormSettings();
  const note = `${described.id}--kept`;
  return (
    <>
      <textarea
        {...described}
        className="fw-input"
        rows={5}
        dir="auto"
        readOnly
        value={cutVisibleText(text, MAX_SHOWN)}
        aria-describedby={[note, described['aria-describedby'] ?? ''].join(' ').trim()}
      />
      <p className="fw-help" id={note}>
        {messages.tooLong}
      </p>
      {onRemove !== undefined && (
        <button type="button" className="fw-button" onClick={onRemove}>
          {messages.remove(label)}
        </button>
      )}
    </>
  );
}
