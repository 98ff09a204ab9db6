import { isRecord } from '@formwork/schema/internal';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FieldPathList, WidgetProps } from '../rjsf.ts';
import { isLinkToFile } from '../form-schema/control-kind.ts';
import { describeWidget } from './describe-widget.ts';
import { toPointer } from './element-ids.ts';
import { FileButton } from '../files/file-button.tsx';
import { nameFormat } from '../files/file-type-names.ts';
import { useFormSettings } from './form-settings.ts';
import { Thumbnail } from './thumbnail.tsx';
import type { Messages } from '../messages/messages.ts';
import { formatBytes } from '../text/format-amount.ts';
import { toVisibleText } from '../text/visible-text.ts';

/**
 * Draws the control with which a person picks or drops files. A value is a `data:` URL, bare base64
 * if the schema has `contentEncoding`, or a link if the form stores files elsewhere.
 */
export function FileWidget(props: WidgetProps): ReactNode {
  const { messages, maxFileBytes, onUpload, unreadable } = useFormSettings();
  const { schema, value, onChange, options, multiple = false, disabled, readonly } = props;
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  /** The number of choices of files that are being stored. */
  const [busy, setBusy] = useState(0);
  const [isOver, setOver] = useState(false);
  const place = multiple && isRecord(schema.items) ? schema.items : schema;
  const media = place['contentMediaType'];
  const isFixed = disabled === true || readonly === true;
  const hint = `${describeWidget(props).id}--limit`;
  const described = describeWidget(props, hint);
  /** The names of the files that were picked here, by their value in the data. */
  const names = useRef(new Map<string, string>());
  const values = [value].flat().filter((one): one is string => typeof one === 'string');
  // While files are stored, the values may change, and a row may move, so what is true then is read.
  const latest = useRef({ values, onChange, choice: 0, isDrawn: false });
  latest.current = { ...latest.current, values, onChange };
  useEffect(() => {
    latest.current.isDrawn = true;
    return () => {
      latest.current.isDrawn = false;
    };
  }, []);
  const path = options['path'];
  const pointer = Array.isArray(path) ? toPointer(path as FieldPathList) : undefined;
  // A form that is sent meanwhile would be sent without the files.
  useEffect(() => {
    if (busy === 0 || pointer === undefined) return undefined;
    unreadable.set(pointer, messages.notUploaded);
    return () => void unreadable.delete(pointer);
  }, [busy, pointer, messages, unreadable]);

  /**
   * Stores a file; resolves with its value for the data, or with the text of the reason why it is
   * refused.
   */
  async function store(file: File): Promise<{ readonly value: string } | string> {
    if (file.size > maxFileBytes) return messages.fileRefused(file.name, 'size');
    try {
      const stored = await read(file);
      names.current.set(stored, file.name);
      return { value: stored };
    } catch {
      return messages.fileRefused(file.name, 'unreadable');
    }
  }

  /** Returns the value of a file: the link to its stored copy, or its bytes. */
  async function read(file: File): Promise<string> {
    if (onUpload !== undefined && isLinkToFile(place)) return (await onUpload(file)).url;
    const url = await readDataUrl(file);
    const isBare = place['format'] !== 'data-url' && place['contentEncoding'] === 'base64';
    return isBare ? url.slice(url.indexOf(',') + 1) : url;
  }

  async function take(files: readonly File[]): Promise<void> {
    const choice = (latest.current.choice += 1);
    setBusy((count) => count + 1);
    const stored = await Promise.all((multiple ? files : files.slice(0, 1)).map(store));
    setBusy((count) => count - 1);
    // A file of a removed row belongs nowhere, and one file is the one that was chosen last.
    if (!latest.current.isDrawn || (!multiple && choice !== latest.current.choice)) return;
    setRefusals(stored.filter((one) => typeof one === 'string'));
    const taken = stored.flatMap((one) => (typeof one === 'string' ? [] : [one.value]));
    if (taken.length === 0) return;
    // Kept at once, because others may be stored before this component is drawn again.
    latest.current.values = multiple ? [...latest.current.values, ...taken] : taken;
    latest.current.onChange(multiple ? latest.current.values : taken[0]);
  }

  function drop(position: number): void {
    const rest = values.filter((_value, at) => at !== position);
    onChange(multiple ? rest : undefined);
  }

  return (
    <div
      className="fw-file"
      data-fw-over={isOver || undefined}
      onDragOver={(event) => {
        // Otherwise, the browser would open the dropped file.
        event.preventDefault();
        setOver(!isFixed);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!isFixed) void take([...event.dataTransfer.files]);
      }}
    >
      <FileButton
        {...described}
        text={multiple ? messages.chooseFiles : messages.chooseFile}
        multiple={multiple}
        accept={typeof media === 'string' ? media : undefined}
        disabled={isFixed}
        onPick={(picked) => void take(picked)}
      />
      <p className="fw-help" id={hint}>
        {messages.dropFiles} · {messages.fileLimit(formatBytes(maxFileBytes, messages.language))}
      </p>
      <div role="status">
        {busy > 0 && <p className="fw-help">{messages.uploading}</p>}
        {refusals.map((refusal) => (
          <p key={refusal} className="fw-error">
            {refusal}
          </p>
        ))}
      </div>
      <ul className="fw-files">
        {values.map((url, position) => (
          <li key={`${position}-${url.length}`}>
            <Thumbnail value={url} schema={place} />
            <span>
              <bdi>{toVisibleText(names.current.get(url) ?? '')}</bdi>{' '}
              <span className="fw-note">
                {isLinkToFile(place) ? url : describeFile(url, messages)}
              </span>
            </span>
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

async function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}

/** Describes a file in a `data:` URL by its media type and its size. */
function describeFile(url: string, messages: Messages): string {
  const media = /^data:([^;,]*)/u.exec(url)?.[1] ?? '';
  const text = url.slice(url.indexOf(',') + 1).replace(/(?<!=)=+$/u, '');
  const bytes = Math.floor(text.length * 0.75);
  const facts = [nameFormat(media), formatBytes(bytes, messages.language)];
  return facts.filter((fact) => fact !== '').join(', ');
}
