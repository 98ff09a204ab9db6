import type { ComponentProps, ReactNode } from 'react';

/**
 * Draws the button with which a person picks files. The browser's own button speaks the language
 * of the browser, so its control lies unseen above a button in the language of the page.
 */
export function FileButton({
  label,
  text,
  onPick,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'aria-labelledby'> & {
  readonly id: string;
  /** The id of the label of the field. */
  readonly label: string;
  /** The text on the button. */
  readonly text: string;
  readonly onPick: (files: readonly File[]) => void;
}): ReactNode {
  const textId = `${input.id}--pick`;
  return (
    <span className="fw-button fw-pick">
      <input
        {...input}
        type="file"
        aria-labelledby={`${label} ${textId}`}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          // The field is emptied, so that the same file can be picked again after it was removed.
          target.value = '';
        }}
      />
      <span id={textId}>{text}</span>
    </span>
  );
}
