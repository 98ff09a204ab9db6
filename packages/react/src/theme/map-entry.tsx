import { appendPointer } from '@formwork/schema/json';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { escapeName, unescapeName } from '../form-schema/escape-names.ts';
import { type FieldPathList, type FieldTemplateProps, ID_SEPARATOR } from '../rjsf.ts';
import { ENTRY_NAME, toElementId, toPartIds, toPointer } from './element-ids.ts';
import { useFormSettings } from './form-settings.ts';
import type { EntryMap } from './map-context.ts';
import { useUnfinished } from './use-unfinished.ts';

/** Draws a property whose name the person chooses: a field for the name, and one for the value. */
export function Entry(
  props: FieldTemplateProps & { readonly map: EntryMap; readonly children: ReactNode },
): ReactNode {
  const { messages } = useFormSettings();
  const { label, disabled, readonly, onRemoveProperty, fieldPathId, map, children } = props;
  const { path } = fieldPathId;
  const { isDraft } = map;
  const key = isDraft ? '' : unescapeName(String(path.at(-1)));
  const [text, setText] = useState(key);
  const id = toNameId(fieldPathId.$id);
  const isFixed = disabled || readonly;
  const isTaken = map.isTaken(escapeName(text));
  const problem =
    isDraft && text === '' ? messages.nameMissing : isTaken ? messages.nameTaken : undefined;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isDraft) input.current?.focus();
  }, []);
  useUnfinished(toNamePointer(path), problem);
  // The error is shown only after the form was refused, because an error that appears when the
  // field loses the focus could move a button that is being pressed.
  const isWrong = problem !== undefined && map.isRefused;

  function rename(): void {
    if (problem !== undefined || text === key) return;
    const name = escapeName(text);
    if (isDraft && name === path.at(-1)) map.keepKey();
    else props.onKeyRename(name);
  }

  return (
    <div className="fw-entry">
      <div className="fw-field">
        <label
          className="fw-label"
          id={toPartIds(id).label}
          htmlFor={id}
          data-fw-label={messages.entryName}
        >
          {messages.entryName}
        </label>
        <input
          className="fw-input"
          id={id}
          dir="auto"
          value={text}
          ref={input}
          onChange={({ target }) => setText(target.value)}
          data-fw-typed={text !== key || undefined}
          onBlur={rename}
          readOnly={isFixed}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? toPartIds(id).error : undefined}
        />
        {isWrong && (
          <div className="fw-error" id={toPartIds(id).error}>
            <p>
              {messages.entryName} {problem}
            </p>
          </div>
        )}
      </div>
      {children}
      {!isFixed && (
        <button type="button" className="fw-button" onClick={onRemoveProperty}>
          {messages.remove(label)}
        </button>
      )}
    </div>
  );
}

/** Makes the JSON pointer to the name of an entry, for problems with that name. */
function toNamePointer(path: FieldPathList): string {
  return appendPointer(toPointer(path), ENTRY_NAME);
}

/** Makes the id of the field for the name of an entry, which the person chooses. */
function toNameId(fieldId: string): string {
  return toElementId([fieldId, escapeName(ENTRY_NAME)].join(ID_SEPARATOR));
}
