import type { Json } from '@formwork/schema';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { parseJson } from '../text/parse-json.ts';
import { findFocused } from '../text/shadow-root.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { toJsonText } from '../theme/to-json-text.ts';
import { useUnfinished } from '../theme/use-unfinished.ts';
import { useFormMoment, type FormStore } from './form-store.ts';

/** Milliseconds without a key press after which the form takes over the typed JSON. */
const PAUSE = 250;

/**
 * Draws the panel that shows the data of a form as JSON to edit. A text that is not JSON stays in
 * the panel and does not change the form.
 */
export function JsonPanel({
  store,
  isReadOnly,
  flush,
  onLoad,
  onHold,
}: {
  readonly store: FormStore;
  readonly isReadOnly: boolean;
  /**
   * A reference into which the panel puts a function. The function hands JSON that was just typed
   * to the form at once; it returns false if there is nothing new.
   */
  readonly flush: RefObject<(() => boolean) | undefined>;
  /** Called with the typed JSON, if it can be parsed. */
  readonly onLoad: (data: Json) => void;
  /** Called with true when the panel has text of the person's own, and with false when it has none. */
  readonly onHold: (isHeld: boolean) => void;
}): ReactNode {
  const { messages } = useFormSettings();
  const { data } = useFormMoment(store);
  const id = useId();
  /** The text that the person is typing; `undefined` while the panel shows the data of the form. */
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const editor = useRef<HTMLTextAreaElement>(null);
  const parsed = typed === undefined ? undefined : parseJson(typed);
  const isInvalid = parsed?.kind === 'fault';
  const whole = toJsonText(data);
  const text = typed ?? whole.text;
  const isKept = typed === undefined && !whole.isWhole;

  function load(entered: string): boolean {
    clearTimeout(timer.current);
    timer.current = undefined;
    const loaded = parseJson(entered);
    if (loaded.kind === 'value') onLoad(loaded.value);
    if (findFocused() !== editor.current) setTyped(undefined);
    return loaded.kind === 'value';
  }

  useEffect(() => {
    flush.current = () => timer.current !== undefined && typed !== undefined && load(typed);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      flush.current = undefined;
      onHold(false);
    },
    [flush, onHold],
  );
  useUnfinished('', isInvalid ? messages[parsed.fault] : undefined);
  const isHeld = typed !== undefined;
  useEffect(() => {
    onHold(isHeld);
  }, [isHeld, onHold]);

  return (
    <div className="fw-panel">
      <label className="fw-label" htmlFor={id}>
        JSON
      </label>
      <textarea
        className="fw-input fw-json"
        id={id}
        ref={editor}
        data-fw-json=""
        rows={16}
        dir="ltr"
        spellCheck={false}
        readOnly={isReadOnly || isKept}
        value={text}
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => {
          const { value } = target;
          setTyped(value);
          clearTimeout(timer.current);
          timer.current = undefined;
          const entered = parseJson(value);
          if (entered.kind === 'value') timer.current = setTimeout(() => load(value), PAUSE);
        }}
        onBlur={() => {
          // The form does not take the JSON here, because that could move a button that is about to
          // be pressed.
          if (timer.current === undefined && !isInvalid) setTyped(undefined);
        }}
      />
      <div id={`${id}-help`} role="status" className={isInvalid ? 'fw-error' : 'fw-help'}>
        {isInvalid ? `JSON ${messages[parsed.fault]}` : isKept ? messages.tooLong : messages.json}
      </div>
    </div>
  );
}
