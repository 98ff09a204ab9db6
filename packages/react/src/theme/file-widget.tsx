import { isRecord } from '@formwork/core';
import { useState, type ReactNode } from 'react';
import type { WidgetProps } from '../rjsf.ts';
import { describeWidget } from './describe-widget.ts';
import { useFormSettings } from './form-settings.ts';
import type { Messages } from '../messages/messages.ts';

/** A file, or several, as data URLs; as bare base64 where the schema says `contentEncoding`. */
export function FileWidget(props: WidgetProps): ReactNode {
  const { messages, maxFileBytes } = useFormSettings();
  const { schema, value, onChange, multiple = false, disabled, readonly } = props;
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const place = multiple && isRecord(schema.items) ? schema.items : schema;
  const isBare = place['format'] !== 'data-url' && place['contentEncoding'] === 'base64';
  const media = place['contentMediaType'];
  const isFixed = disabled === true || readonly === true;
  const hint = `${describeWidget(props).id}--limit`;
  const { label: _label, ...described } = describeWidget(props, hint);
  const values = [value].flat().filter((one): one is string => typeof one === 'string');

  async function take(files: readonly File[]): Promise<void> {
    const taken: string[] = [];
    const refused: string[] = [];
    for (const file of files) {
      const url = file.size > maxFileBytes ? undefined : await readDataUrl(file);
      if (url !== undefined) taken.push(isBare ? url.slice(url.indexOf(',') + 1) : url);
      else {
        const reason = file.size > maxFileBytes ? 'size' : 'unreadable';
        refused.push(messages.fileRefused(file.name, reason));
      }
    }
    setRefusals(refused);
    if (taken.length > 0) onChange(multiple ? [...values, ...taken] : taken[0]);
  }

  function drop(position: number): void {
    const rest = values.filter((_value, at) => at !== position);
    onChange(multiple ? rest : undefined);
  }

  return (
    <div className="fw-file">
      <input
        {...described}
        type="file"
        multiple={multiple}
        accept={typeof media === 'string' ? media : undefined}
        disabled={isFixed}
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          // The same file may be picked again after it was removed.
          target.value = '';
        }}
      />
      <p className="fw-help" id={hint}>
        {messages.fileLimit(toSize(maxFileBytes, messages))}
      </p>
      <div role="status">
        {refusals.map((refusal) => (
          <p key={refusal} className="fw-error">
            {refusal}
          </p>
        ))}
      </div>
      <ul className="fw-files">
        {values.map((url, position) => (
          <li key={`${position}-${url.length}`}>
            <span>{describeFile(url, messages)}</span>
            {!isFixed && (
              <button type="button" className="fw-button" onClick={() => drop(position)}>
                {messages.remove(`${props.label} ${position + 1}`)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

async function readDataUrl(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? reader.result : undefined);
    });
    reader.addEventListener('error', () => resolve(undefined));
    reader.readAsDataURL(file);
  });
}

/** Media type and size of a file; four characters of base64 are three bytes. */
function describeFile(url: string, messages: Messages): string {
  const media = /^data:([^;,]*)/u.exec(url)?.[1] ?? '';
  const text = url.slice(url.indexOf(',') + 1).replace(/=+$/u, '');
  const bytes = Math.floor(text.length * 0.75);
  return [media, toSize(bytes, messages)].filter((part) => part !== '').join(', ');
}

function toSize(bytes: number, { language }: Messages): string {
  const [value, unit] =
    bytes >= 1_048_576
      ? [bytes / 1_048_576, 'megabyte']
      : bytes >= 1024
        ? [bytes / 1024, 'kilobyte']
        : [bytes, 'byte'];
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(value);
}
