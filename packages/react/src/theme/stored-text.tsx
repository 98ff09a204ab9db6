import type { ReactNode } from 'react';
import { cutVisibleText } from '../text/visible-text.ts';
import { useFormSettings } from './form-settings.ts';

/** The maximum number of characters that are shown of a text that is too long for a control. */
const MAX_SHOWN = 1000;

/** Shows the beginning of a text that is too long for a control, with a button to remove it. */
export function KeptText({
  text,
  label,
  onRemove,
  ...described
}: {
  readonly id: string;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly text: string;
  readonly label: string;
  /** Removes the value so that another can be entered; `undefined` if nothing may be changed. */
  readonly onRemove: (() => void) | undefined;
}): ReactNode {
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
