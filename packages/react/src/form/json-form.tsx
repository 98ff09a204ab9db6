import { useId, useState, type ReactNode } from 'react';
import type { Json } from '@formwork/core';
import { useFormSettings } from '../theme/form-settings.ts';
import { KeptText } from '../theme/kept-text.tsx';
import { toJsonText } from '../theme/to-json-text.ts';
import { parseJson } from './parse-json.ts';

interface JsonFormProps {
  /** Why there is no form. */
  readonly reason: string;
  readonly data: Json | undefined;
  readonly id: string;
  readonly onSubmit: (data: Json) => void;
}

/** All of the data as JSON, where no form can be drawn. */
export function JsonForm({ reason, data, id: formId, onSubmit }: JsonFormProps): ReactNode {
  const { messages } = useFormSettings();
  const id = useId();
  const [{ text, isWhole }, setText] = useState(() => toJsonText(data === undefined ? {} : data));
  const [isInvalid, setInvalid] = useState(false);
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = isWhole ? parseJson(text) : { value: data === undefined ? {} : data };
        setInvalid(parsed === undefined);
        if (parsed !== undefined) onSubmit(parsed.value);
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
            aria-invalid={isInvalid || undefined}
            aria-describedby={`${id}-help`}
            onChange={({ target }) => setText({ text: target.value, isWhole: true })}
          />
        ) : (
          <KeptText
            id={id}
            text={text}
            label="JSON"
            onRemove={() => setText({ text: '', isWhole: true })}
            aria-describedby={`${id}-help`}
          />
        )}
        <div id={`${id}-help`} role="status" className={isInvalid ? 'fw-error' : 'fw-help'}>
          {isInvalid ? `JSON ${messages.jsonInvalid}` : messages.json}
        </div>
      </div>
    </form>
  );
}
