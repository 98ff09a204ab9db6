import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { toControlKind, toOptions } from '../form-schema/control-kind.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import type { SheetColumn } from './cell-text.ts';

/** Draws the control in a cell of a spreadsheet that is being edited. */
export function SheetEditor({
  column,
  label,
  text,
  onText,
  onEnd,
}: {
  readonly column: SheetColumn;
  /** The name of the cell, for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /**
   * Called when the editing ends, with the text, or `undefined` if it was given up, and with the key
   * that ended it; `undefined` if the cell has lost the focus.
   */
  readonly onEnd: (text: string | undefined, key: string | undefined) => void;
}): ReactNode {
  const { messages } = useFormSettings();
  const isOver = useRef(false);
  const { schema } = column;
  const listed = toOptions(schema)?.map((option) => option.label ?? messages.none);
  const { yes, no } = messages.result;
  const choices = toControlKind(schema) === 'switch' ? [yes, no] : listed;
  // The first key that is typed on a cell chooses what begins with it.
  const shown = choices?.includes(text) === true ? text : (choices?.find(startsLike) ?? text);

  function end(ended: string | undefined, key?: string): void {
    // The field also loses the focus when a key has ended the editing.
    if (isOver.current) return;
    isOver.current = true;
    onEnd(ended, key);
  }

  function press(event: KeyboardEvent): void {
    const { key } = event;
    event.stopPropagation();
    // These keys belong to an input method while it composes a text.
    if (event.nativeEvent.isComposing) return;
    if (key === 'Escape') end(undefined);
    else if (key === 'Enter' || (key === 'Tab' && !event.shiftKey)) end(shown, key);
    else return;
    event.preventDefault();
  }

  if (choices !== undefined) {
    return (
      <select
        className="fw-input"
        aria-label={label}
        value={shown}
        onChange={({ target }) => end(target.value, 'Choice')}
        onKeyDown={(event) => {
          // Enter and the arrow keys open the list of a select in some browsers.
          if (['Escape', 'Tab', 'Enter'].includes(event.key)) press(event);
          else event.stopPropagation();
        }}
        onBlur={() => end(shown)}
      >
        <option value="" />
        {shown !== '' && !choices.includes(shown) && <option value={shown}>{shown}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      className="fw-input"
      aria-label={label}
      dir="auto"
      autoComplete="off"
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={press}
      onBlur={() => end(text)}
    />
  );

  function startsLike(choice: string): boolean {
    return text !== '' && choice.toLowerCase().startsWith(text.toLowerCase());
  }
}
