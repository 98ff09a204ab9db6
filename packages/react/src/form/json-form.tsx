import type { Json } from '@formwork/schema';
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { parseJson, type JsonProblem, type ParsedJson } from '../text/parse-json.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { KeptText } from '../theme/stored-text.tsx';
import { toJsonText } from '../theme/to-json-text.ts';
import { useUnfinished } from '../theme/use-unfinished.ts';

/** Draws one editor for all data as JSON, in place of a form that cannot be drawn for a schema. */
export function JsonForm(props: {
  /** The sentence that tells the person why no form can be drawn. */
  readonly reason: string;
  readonly data: Json | undefined;
  readonly id: string;
  /** True to show the data without letting anybody change them. */
  readonly isReadOnly: boolean;
  /** Called after every change with the entered data, if the text is JSON or was emptied. */
  readonly onChange: (data: Json | undefined) => void;
  readonly onSubmit: (data: Json) => void;
}): ReactNode {
  const { reason, data, id: formId, isReadOnly, onSubmit } = props;
  const { messages, restored } = useFormSettings();
  const id = useId();
  const [{ text, isWhole }, setText] = useState(() => {
    const restoredText = restored.get('')?.text;
    return restoredText === undefined
      ? toJsonText(data === undefined ? {} : data)
      : { text: restoredText, isWhole: true };
  });
  useEffect(() => void restored.delete(''), []);
  const [fault, setFault] = useState<JsonProblem>();
  const isUnreadable = useMemo(() => isWhole && parseJson(text).kind === 'fault', [text, isWhole]);
  // An example takes the place of the text, which "Undo" then brings back.
  useUnfinished('', isUnreadable ? messages.json : undefined, { text });

  function enter(entered: string): void {
    setText({ text: entered, isWhole: true });
    const parsed = parseJson(entered);
    if (parsed.kind === 'value') props.onChange(parsed.value);
    else if (entered.trim() === '') props.onChange(undefined);
  }

  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const parsed: ParsedJson = isWhole
          ? parseJson(text)
          : { kind: 'value', value: data === undefined ? {} : data };
        setFault(parsed.kind === 'fault' ? parsed.fault : undefined);
        if (parsed.kind === 'value') onSubmit(parsed.value);
      }}
    >
      <p>{reason}</p>
      <div className="fw-field">
        <label className="fw-label" htmlFor={id}>
          {messages.jsonForm}
        </label>
        {isWhole ? (
          <textarea
            className="fw-input fw-json"
            id={id}
            rows={12}
            dir="ltr"
            spellCheck={false}
            value={text}
            readOnly={isReadOnly}
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={`${id}-help`}
            onChange={({ target }) => enter(target.value)}
          />
        ) : (
          <KeptText
            id={id}
            text={text}
            label="JSON"
            onRemove={isReadOnly ? undefined : () => enter('')}
            aria-describedby={`${id}-help`}
          />
        )}
        <div
          id={`${id}-help`}
          role="status"
          className={fault === undefined ? 'fw-help' : 'fw-error'}
        >
          {fault === undefined ? messages.json : `JSON ${messages[fault]}`}
        </div>
      </div>
    </form>
  );
}
