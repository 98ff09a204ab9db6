import type { Json } from '@formwork/schema';
import type { ReactNode } from 'react';
import { cutVisibleText } from '../text/visible-text.ts';
import { useFormSettings } from '../theme/form-settings.ts';

/** The maximum length of an example's label on its button, in characters. */
const MAX_LABEL = 200;

/** Example data that a person can fill into a form with one click. */
export interface FormExample {
  /** The label of the example's button. Default: its number. */
  readonly label?: string;
  readonly data: Json;
}

/** Draws the buttons above a form that each fill it with an example. */
export function ExampleChips(props: {
  readonly examples: readonly FormExample[];
  /** The label of the example that the person filled in last; `undefined` if there was none. */
  readonly filled: string | undefined;
  readonly onPick: (example: FormExample, label: string) => void;
  /** Brings back the data that the last example replaced; `undefined` if it replaced nothing. */
  readonly onUndo: (() => void) | undefined;
}): ReactNode {
  const { messages } = useFormSettings();
  const { examples, filled, onPick, onUndo } = props;
  return (
    <div className="fw-examples" role="group" aria-label={messages.examples} tabIndex={-1}>
      <span className="fw-note" aria-hidden="true">
        {messages.examples}
      </span>
      {examples.map((example, position) => {
        const text = example.label ?? messages.rowLabel(messages.example, position + 1);
        const label = cutVisibleText(text, MAX_LABEL);
        return (
          <button
            key={`${position} ${label}`}
            type="button"
            className="fw-button fw-chip"
            onClick={() => onPick(example, label)}
          >
            {label}
          </button>
        );
      })}
      <span role="status" className="fw-note">
        {filled === undefined ? '' : messages.filledWith(filled)}
      </span>
      {onUndo !== undefined && (
        <button
          type="button"
          className="fw-button fw-chip"
          onClick={({ currentTarget }) => {
            // The button may go, so the examples take the focus.
            currentTarget.parentElement?.focus();
            onUndo();
          }}
        >
          {messages.undo}
        </button>
      )}
    </div>
  );
}
