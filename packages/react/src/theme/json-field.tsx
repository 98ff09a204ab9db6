import { useEffect, useState, type ReactNode } from 'react';
import { escapeNames, unescapeNames } from '../form-schema/escape-names.ts';
import type { FieldProps } from '../rjsf.ts';
import { parseJson, type JsonProblem } from '../text/parse-json.ts';
import { toElementId, toPartIds, toPointer } from './element-ids.ts';
import { useFormSettings } from './form-settings.ts';
import { KeptText } from './stored-text.tsx';
import { toJsonText } from './to-json-text.ts';
import { useLabel } from './use-label.ts';
import { useUnfinished } from './use-unfinished.ts';

/** The outcome of parsing an empty editor: no value. */
const NOTHING = { kind: 'value', value: undefined } as const;

/** Draws the editor for JSON in place of fields that cannot be drawn. */
export function JsonField(props: FieldProps): ReactNode {
  const { messages, restored, title } = useFormSettings();
  const { formData, onChange, fieldPathId, schema, rawErrors = [], disabled, readonly } = props;
  const pointer = toPointer(fieldPathId.path);
  const [{ text, isWhole }, setText] = useState(() => {
    const restoredText = restored.get(pointer)?.text;
    return restoredText === undefined
      ? formatJson(formData)
      : { text: restoredText, isWhole: true };
  });
  const [shown, setShown] = useState<unknown>(formData);
  const [fault, setFault] = useState(() => findFault(restored.get(pointer)?.text));
  useEffect(() => void restored.delete(pointer), []);
  const label = useLabel({ fallback: props.name, schema, path: fieldPathId.path });
  const problem = fault === undefined ? undefined : messages[fault];
  const isUnreadable = problem !== undefined;
  useUnfinished(pointer, problem, { text });
  // The value was changed by another part of the form, such as when a row was moved. An entry or row
  // that was emptied is null, which must not be written into what the person goes on typing.
  if (!isUnreadable && JSON.stringify(shown ?? null) !== JSON.stringify(formData ?? null)) {
    setShown(formData);
    setText(formatJson(formData));
  }
  const id = toElementId(fieldPathId.$id);
  const ids = toPartIds(id);
  const hint = `${id}--json`;
  const described = [
    hint,
    schema.description === undefined ? '' : ids.description,
    rawErrors.length > 0 ? ids.error : '',
  ];

  function change(next: string): void {
    setText({ text: next, isWhole: true });
    const parsed = next.trim() === '' ? NOTHING : parseJson(next);
    setFault(parsed.kind === 'fault' ? parsed.fault : undefined);
    if (parsed.kind === 'fault') return;
    const value = escapeNames(parsed.value);
    setShown(value);
    onChange(value, fieldPathId.path);
  }

  if (!isWhole) {
    const isFixed = disabled === true || readonly === true;
    const about = described.slice(1).join(' ').trim();
    return (
      <KeptText
        id={id}
        text={text}
        label={label || title}
        onRemove={isFixed ? undefined : () => change('')}
        aria-invalid={rawErrors.length > 0 || undefined}
        aria-describedby={about === '' ? undefined : about}
      />
    );
  }

  return (
    <>
      <textarea
        className="fw-input fw-json"
        id={id}
        value={text}
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        spellCheck={false}
        dir="ltr"
        disabled={disabled === true}
        readOnly={readonly === true}
        aria-invalid={rawErrors.length > 0 || isUnreadable || undefined}
        aria-describedby={described.filter((part) => part !== '').join(' ')}
        onChange={({ target }) => change(target.value)}
      />
      <p className="fw-help" id={hint}>
        {isUnreadable ? `JSON ${problem}` : messages.json}
      </p>
    </>
  );
}

/** Returns what is wrong with a text that "Undo" brings back. */
function findFault(text: string | undefined): JsonProblem | undefined {
  const parsed = text === undefined ? NOTHING : parseJson(text);
  return parsed.kind === 'fault' ? parsed.fault : undefined;
}

function formatJson(value: unknown): ReturnType<typeof toJsonText> {
  return toJsonText(unescapeNames(value));
}
