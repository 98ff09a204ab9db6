import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFormSettings } from './form-settings.ts';

/** A choice that a control offers: its value and its label. */
export interface Choice {
  readonly value: unknown;
  readonly label: string;
}

/** The maximum number of choices that are drawn at once; typing narrows them down. */
const MAX_SHOWN = 50;

interface ComboboxProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly choices: readonly Choice[];
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (value: unknown) => void;
  /** Called when the person empties the box; `undefined` if one of the choices must be chosen. */
  readonly onEmpty: (() => void) | undefined;
}

/**
 * Draws the control for one of many choices, which typing narrows down: the combobox pattern of
 * WAI-ARIA, with a listbox.
 */
export function Combobox(props: ComboboxProps): ReactNode {
  const { messages } = useFormSettings();
  const { choices, value, onChange, onEmpty, isRequired, isDisabled, ...described } = props;
  const key = JSON.stringify(value);
  const current = choices.find((choice) => JSON.stringify(choice.value) === key);
  const [text, setText] = useState<string | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const shown = text ?? current?.label ?? '';
  const needle = (text ?? '').trim().toLocaleLowerCase();
  const found = choices
    .filter((choice) => choice.label.toLocaleLowerCase().includes(needle))
    .slice(0, MAX_SHOWN);
  const isEmptied = text !== undefined && needle === '' && onEmpty !== undefined;
  const typed = text === undefined ? undefined : findTyped(choices, text.trim());
  const listId = `${props.id}--list`;
  const activeId =
    isOpen && active >= 0 && active < found.length ? `${listId}-${active}` : undefined;

  useEffect(() => {
    if (activeId !== undefined) {
      list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
    }
  }, [activeId, active]);

  function choose(choice: Choice): void {
    onChange(choice.value);
    close();
  }

  function close(): void {
    setText(undefined);
    setOpen(false);
    setActive(-1);
  }

  function move(to: number): void {
    setOpen(true);
    setActive(found.length === 0 ? -1 : (to + found.length) % found.length);
  }

  function press(event: KeyboardEvent): void {
    // These keys belong to an input method while it composes a text.
    if (event.nativeEvent.isComposing) return;
    const choice = found[active];
    if (event.key === 'ArrowDown') move(isOpen ? active + 1 : 0);
    else if (event.key === 'ArrowUp') move(isOpen && active >= 0 ? active - 1 : -1);
    else if (event.key === 'Enter' && isOpen && choice !== undefined) choose(choice);
    else if (event.key === 'Enter' && text !== undefined && !isEmptied && typed === undefined) {
      // A text that is no choice goes, for the person to see, before anything is sent.
      close();
      event.stopPropagation();
    } else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  }

  /**
   * Takes over the typed text when the box loses the focus: the label of a choice selects that
   * choice, and an empty text selects none.
   */
  function leave(): void {
    if (isEmptied) onEmpty?.();
    else if (typed !== undefined) onChange(typed.value);
    close();
  }

  return (
    <div className="fw-combobox">
      <input
        {...described}
        className="fw-input"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-required={isRequired || undefined}
        placeholder={messages.choose}
        value={shown}
        data-fw-typed={text !== undefined || undefined}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
        onChange={({ target }) => {
          setText(target.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={press}
        onBlur={leave}
      />
      {/* Tab must skip this list, although browsers stop at elements that scroll. */}
      <ul
        id={listId}
        ref={list}
        tabIndex={-1}
        role="listbox"
        aria-label={messages.choose}
        hidden={!isOpen}
      >
        {isOpen &&
          found.map((choice, position) => (
            <li
              key={JSON.stringify(choice.value)}
              id={`${listId}-${position}`}
              role="option"
              aria-selected={choice === current}
              className={position === active ? 'fw-active' : undefined}
              // The choice is taken on mouse down, because the list closes when the field loses the
              // focus.
              onMouseDown={(event) => {
                event.preventDefault();
                choose(choice);
              }}
            >
              {choice.label}
            </li>
          ))}
      </ul>
      <div className="fw-hidden" role="status">
        {isOpen && (found.length === 0 ? messages.noMatches : messages.matches(found.length))}
      </div>
    </div>
  );
}

/** Finds the choice whose label was typed; labels may differ in nothing but their case. */
function findTyped(choices: readonly Choice[], word: string): Choice | undefined {
  const needle = word.toLocaleLowerCase();
  return (
    choices.find(({ label }) => label === word) ??
    choices.find(({ label }) => label.toLocaleLowerCase() === needle)
  );
}
