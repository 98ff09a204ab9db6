import { useId, useState, type ReactNode } from 'react';
import type { Json } from '@formwork/schema';
import { useFormSettings } from '../theme/form-settings.ts';
import { KeptText } from '../theme/kept-text.tsx';
import { toJsonText } from '../theme/to-json-text.ts';
import { parseJson, type ParsedJson } from '../text/parse-json.ts';

interface JsonFormProps {
  /** The sentence that tells the person why no form can be drawn. */
  readonly reason: string;
  readonly data: Json | undefined;
  readonly id: string;
  readonly onSubmit: (data: Json) => void;
}

/** Draws one editor for all data as JSON, in place of a form that cannot be drawn for a schema. */
export function JsonForm({ reason, data, id: formId, onSubmit }: JsonFormProps): ReactNode {
  const { messages } = useFormSettings();
  const id = useId();
  const [{ text, isWhole }, setText] = useState(() => toJsonText(data === undefined ? {} : data));
  const [fault, setFault] = useState<(ParsedJson & { readonly kind: 'fault' })['fault']>();
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
            aria-invalid={fault !== undefined || undefined}
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
