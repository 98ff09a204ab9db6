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
  const { id, isRequired, isDisabled } = props;
  const search = useChoiceSearch(props);
  const { text, isOpen, active, matches, current } = search;
  const list = useRef<HTMLUListElement>(null);
  const listId = `${id}--list`;
  const activeId =
    isOpen && active >= 0 && active < matches.length ? `${listId}-${active}` : undefined;

  useEffect(() => {
    if (activeId !== undefined) {
      list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
    }
  }, [activeId, active]);

  return (
    <div className="fw-combobox">
      <input
        id={id}
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
        className="fw-input"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-required={isRequired || undefined}
        placeholder={messages.choose}
        value={text ?? current?.label ?? ''}
        data-fw-typed={text !== undefined || undefined}
        disabled={isDisabled}
        onClick={search.open}
        onChange={({ target }) => search.type(target.value)}
        onKeyDown={search.press}
        onBlur={search.leave}
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
          matches.map((choice, position) => (
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
                search.choose(choice);
              }}
            >
              {choice.label}
            </li>
          ))}
      </ul>
      <div className="fw-hidden" role="status">
        {isOpen && (matches.length === 0 ? messages.noMatches : messages.matches(matches.length))}
      </div>
    </div>
  );
}

/** Holds the search for a choice: the typed text, the choices that match it, and the active one. */
function useChoiceSearch({ choices, value, onChange, onEmpty }: ComboboxProps): {
  /** The text in the box while the person types; `undefined` for the label of the chosen one. */
  readonly text: string | undefined;
  readonly isOpen: boolean;
  /** The position of the active choice in the list; -1 for none. */
  readonly active: number;
  readonly matches: readonly Choice[];
  readonly current: Choice | undefined;
  readonly open: () => void;
  readonly type: (text: string) => void;
  readonly choose: (choice: Choice) => void;
  readonly press: (event: KeyboardEvent) => void;
  /**
   * Takes over the typed text when the box loses the focus: the label of a choice selects that
   * choice, and an empty text selects none.
   */
  readonly leave: () => void;
} {
  const key = JSON.stringify(value);
  const [text, setText] = useState<string | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const needle = (text ?? '').trim().toLocaleLowerCase();
  const matches = choices
    .filter((choice) => choice.label.toLocaleLowerCase().includes(needle))
    .slice(0, MAX_SHOWN);
  const isEmptied = text !== undefined && needle === '' && onEmpty !== undefined;
  const typed = text === undefined ? undefined : findTyped(choices, text.trim());

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
    setActive(matches.length === 0 ? -1 : (to + matches.length) % matches.length);
  }

  return {
    text,
    isOpen,
    active,
    matches,
    current: choices.find((choice) => JSON.stringify(choice.value) === key),
    open: () => setOpen(true),
    type(typing) {
      setText(typing);
      setOpen(true);
      setActive(-1);
    },
    choose,
    press(event) {
      // These keys belong to an input method while it composes a text.
      if (event.nativeEvent.isComposing) return;
      const choice = matches[active];
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
    },
    leave() {
      if (isEmptied) onEmpty?.();
      else if (typed !== undefined) onChange(typed.value);
      close();
    },
  };
}

/** Finds the choice whose label was typed; labels may differ in nothing but their case. */
function findTyped(choices: readonly Choice[], word: string): Choice | undefined {
  const needle = word.toLocaleLowerCase();
  return (
    choices.find(({ label }) => label === word) ??
    choices.find(({ label }) => label.toLocaleLowerCase() === needle)
  );
}
