import { isRecord } from '@formwork/schema/json';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FieldPathList, WidgetProps } from '../rjsf.ts';
import { isLinkToFile } from '../form-schema/control-kind.ts';
import { describeWidget } from './describe-widget.ts';
import { toPointer } from './element-ids.ts';
import { FileButton } from '../files/file-button.tsx';
import { nameFormat } from '../files/file-type-names.ts';
import { type StoredFile, type StoringFile, useFormSettings } from './form-settings.ts';
import { useUnfinished } from './use-unfinished.ts';
import { Thumbnail } from './thumbnail.tsx';
import type { Messages } from '../messages/messages.ts';
import { formatBytes } from '../text/format-amount.ts';
import { toVisibleText } from '../text/visible-text.ts';

/** A file that the field waits for until it is stored or cancelled. */
interface Awaited extends StoringFile {
  readonly cancel: () => void;
}

/**
 * Draws the control with which a person picks or drops files. A value is a `data:` URL, bare base64
 * if the schema has `contentEncoding`, or a link if the form stores files elsewhere.
 */
export function FileWidget(props: WidgetProps): ReactNode {
  const { messages, maxFileBytes, onUpload, restored } = useFormSettings();
  const { schema, value, onChange, options, multiple = false, disabled, readonly } = props;
  /** The reasons why files were refused, by the names of the files. */
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [storing, setStoring] = useState<readonly Awaited[]>([]);
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
  const latest = useRef({ values, onChange, storing, isGone: false });
  latest.current = { ...latest.current, values, onChange };
  const path = options['path'];
  const pointer = Array.isArray(path) ? toPointer(path as FieldPathList) : undefined;
  const [left] = useState(() => restored.get(pointer ?? '')?.readStoring?.() ?? []);
  const [readStoring] = useState(() => () => latest.current.storing);
  useEffect(() => {
    latest.current.isGone = false;
    restored.delete(pointer ?? '');
    void take(left);
    // A file of a removed row belongs nowhere, and "Undo" brings back those that an example replaced.
    return () => {
      latest.current.isGone = true;
      cancelAll();
    };
  }, []);
  const isStoring = storing.length > 0;
  const refused = [...refusals.values()];
  // A form that is sent meanwhile would be sent without the files.
  useUnfinished(
    pointer,
    isStoring ? messages.notUploaded : refused.length > 0 ? refused.join(' ') : undefined,
    { isNotice: !isStoring, readStoring },
  );

  /**
   * Stores a file; resolves with its value for the data, or with the reason why it is refused.
   */
  async function store(file: File): Promise<StoredFile> {
    const { name } = file;
    if (file.size > maxFileBytes) return { refusal: messages.fileRefused(name, 'size') };
    try {
      return { value: await read(file) };
    } catch {
      return { refusal: messages.fileRefused(name, 'unreadable') };
    }
  }

  /** Returns the value of a file: the link to its stored copy, or its bytes. */
  async function read(file: File): Promise<string> {
    if (onUpload !== undefined && isLinkToFile(place)) return (await onUpload(file)).url;
    const url = await readDataUrl(file);
    const isBare = place['format'] !== 'data-url' && place['contentEncoding'] === 'base64';
    return isBare ? url.slice(url.indexOf(',') + 1) : url;
  }

  function keepStoring(next: readonly Awaited[]): void {
    latest.current.storing = next;
    setStoring(next);
  }

  function cancelAll(): void {
    for (const { cancel } of latest.current.storing) cancel();
  }

  /** Waits until a file is stored, refused or cancelled; `undefined` if it was cancelled. */
  async function wait(file: StoringFile): Promise<StoredFile | undefined> {
    let cancel = (): void => {};
    const cancelled = new Promise<undefined>((resolve) => {
      cancel = () => resolve(undefined);
    });
    const one: Awaited = { ...file, cancel };
    keepStoring([...latest.current.storing, one]);
    const stored = await Promise.race([file.stored, cancelled]);
    if (!latest.current.isGone) {
      keepStoring(latest.current.storing.filter((other) => other !== one));
    }
    return stored;
  }

  function pick(files: readonly File[]): void {
    const chosen = multiple ? files : files.slice(0, 1);
    void take(chosen.map((file) => ({ name: file.name, stored: store(file) })));
  }

  async function take(chosen: readonly StoringFile[]): Promise<void> {
    if (chosen.length === 0) return;
    // One file is the one that was chosen last.
    if (!multiple) cancelAll();
    const ended = await Promise.all(
      chosen.map(async (file) => ({ name: file.name, stored: await wait(file) })),
    );
    const stored = ended.flatMap((one) =>
      one.stored === undefined ? [] : [{ name: one.name, ...one.stored }],
    );
    if (stored.length === 0) return;
    const taken = stored.flatMap((one) => ('value' in one ? [one.value] : []));
    for (const one of stored) if ('value' in one) names.current.set(one.value, one.name);
    setRefusals((now) => {
      // A refusal stays until the same file is chosen again, because it may not have been read yet.
      const next = new Map(multiple ? now : []);
      for (const { name } of chosen) next.delete(name);
      for (const one of stored) if ('refusal' in one) next.set(one.name, one.refusal);
      return next;
    });
    if (taken.length === 0) return;
    // Kept at once, because others may be stored before this component is drawn again.
    latest.current.values = multiple ? [...latest.current.values, ...taken] : taken;
    latest.current.onChange(multiple ? latest.current.values : taken[0]);
  }

  function drop(position: number): void {
    const rest = values.filter((_value, at) => at !== position);
    setRefusals(new Map());
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
        if (!isFixed) pick([...event.dataTransfer.files]);
      }}
    >
      <FileButton
        {...described}
        text={multiple ? messages.chooseFiles : messages.chooseFile}
        multiple={multiple}
        accept={typeof media === 'string' ? media : undefined}
        disabled={isFixed}
        onPick={pick}
      />
      <p className="fw-help" id={hint}>
        {messages.dropFiles} · {messages.fileLimit(formatBytes(maxFileBytes, messages.language))}
      </p>
      <div role="status">
        {isStoring && <p className="fw-help">{messages.uploading}</p>}
        {[...refusals].map(([name, refusal]) => (
          <p key={name} className="fw-error">
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
        {storing.map((one, position) => (
          <li key={`storing ${position} ${one.name}`}>
            <bdi>{toVisibleText(one.name)}</bdi>
            <button
              type="button"
              className="fw-button"
              onClick={({ currentTarget }) => {
                // The focused button disappears with its file, so the file field gets the focus.
                currentTarget.closest('.fw-file')?.querySelector('input')?.focus();
                one.cancel();
              }}
            >
              {messages.remove(toVisibleText(one.name))}
            </button>
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
