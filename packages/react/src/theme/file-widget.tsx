import { decodeBase64 } from '@formwork/core/internal';
import { isRecord } from '@formwork/schema/json';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FileButton } from '../files/file-button.tsx';
import { nameFormat } from '../files/file-type-names.ts';
import { isLinkToFile } from '../form-schema/control-kind.ts';
import type { Messages } from '../messages/messages.ts';
import type { FieldPathList, WidgetProps } from '../rjsf.ts';
import { formatBytes } from '../text/format-amount.ts';
import { toImageSource, toInlineData } from '../text/inline-data.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { describeWidget } from './describe-widget.ts';
import { toPointer } from './element-ids.ts';
import {
  type FormSettings,
  type StoredFile,
  type StoringFile,
  useFormSettings,
} from './form-settings.ts';
import { useUnfinished } from './use-unfinished.ts';

/** A file that the field waits for until it is stored or cancelled. */
interface AwaitedFile extends StoringFile {
  readonly cancel: () => void;
}

/**
 * Draws the control with which a person picks or drops files. A value is a `data:` URL, bare base64
 * if the schema has `contentEncoding`, or a link if the form stores files elsewhere.
 */
export function FileWidget(props: WidgetProps): ReactNode {
  const { messages, maxFileBytes } = useFormSettings();
  const { multiple = false, disabled, readonly } = props;
  const [isOver, setOver] = useState(false);
  const storage = useFileStorage(props);
  const { values, refusals, storing } = storage;
  const schema = toFileSchema(props);
  const media = schema['contentMediaType'];
  const isFixed = disabled === true || readonly === true;
  const hint = `${describeWidget(props).id}--limit`;
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
        if (!isFixed) storage.pick([...event.dataTransfer.files]);
      }}
    >
      <FileButton
        {...describeWidget(props, hint)}
        text={multiple ? messages.chooseFiles : messages.chooseFile}
        multiple={multiple}
        accept={typeof media === 'string' ? media : undefined}
        disabled={isFixed}
        onPick={storage.pick}
      />
      <p className="fw-help" id={hint}>
        {messages.dropFiles} · {messages.fileLimit(formatBytes(maxFileBytes, messages.language))}
      </p>
      <div role="status">
        {storing.length > 0 && <p className="fw-help">{messages.uploading}</p>}
        {[...refusals].map(([name, refusal]) => (
          <p key={name} className="fw-error">
            {refusal}
          </p>
        ))}
      </div>
      <ul className="fw-files">
        {values.map((url, position) => (
          <li key={`${position}-${url.length}`}>
            <Thumbnail value={url} schema={schema} />
            <span>
              <bdi>{toVisibleText(storage.nameOf(url))}</bdi>{' '}
              <span className="fw-note">
                {isLinkToFile(schema) ? url : describeFile(url, messages)}
              </span>
            </span>
            {!isFixed && (
              <button type="button" className="fw-button" onClick={() => storage.drop(position)}>
                {messages.remove(`${props.label} ${position + 1}`)}
              </button>
            )}
          </li>
        ))}
        {storing.map((file, position) => (
          <li key={`storing ${position} ${file.name}`}>
            <bdi>{toVisibleText(file.name)}</bdi>
            <button
              type="button"
              className="fw-button"
              onClick={({ currentTarget }) => {
                // The focused button disappears with its file, so the file field gets the focus.
                currentTarget.closest('.fw-file')?.querySelector('input')?.focus();
                file.cancel();
              }}
            >
              {messages.remove(toVisibleText(file.name))}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the schema of one file. */
function toFileSchema({ schema, multiple }: WidgetProps): WidgetProps['schema'] {
  return multiple === true && isRecord(schema.items) ? schema.items : schema;
}

/** Stores the files that a person picks, and keeps their values in the data. */
function useFileStorage(props: WidgetProps): {
  /** The values of the stored files in the data. */
  readonly values: readonly string[];
  readonly storing: readonly AwaitedFile[];
  /** The reasons why files were refused, by the names of the files. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Returns the name of a file that was picked here; `''` for any other. */
  readonly nameOf: (value: string) => string;
  readonly pick: (files: readonly File[]) => void;
  readonly drop: (position: number) => void;
} {
  const settings = useFormSettings();
  const { value, onChange, options, multiple = false } = props;
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [storing, setStoring] = useState<readonly AwaitedFile[]>([]);
  /** The names of the files that were picked here, by their value in the data. */
  const names = useRef(new Map<string, string>());
  const values = [value].flat().filter((each): each is string => typeof each === 'string');
  // While files are stored, the values may change, and a row may move, so what is true then is read.
  const latest = useRef({ values, onChange, storing, isGone: false });
  latest.current = { ...latest.current, values, onChange };
  const path = options['path'];
  const pointer = Array.isArray(path) ? toPointer(path as FieldPathList) : undefined;
  const { restored } = settings;
  const [begun] = useState(() => restored.get(pointer ?? '')?.readStoring?.() ?? []);
  const isBegun = useRef(false);
  const [readStoring] = useState(() => () => latest.current.storing);
  useEffect(() => {
    latest.current.isGone = false;
    restored.delete(pointer ?? '');
    // A field that was hidden, as React's `Activity` does, waits again for what it had waited for.
    const { storing: interrupted } = latest.current;
    latest.current.storing = [];
    if (isBegun.current) for (const file of interrupted) void take([file]);
    else void take(begun);
    isBegun.current = true;
    // A file of a removed row belongs nowhere, and "Undo" brings back those that an example replaced.
    return () => {
      latest.current.isGone = true;
      cancelAll();
    };
  }, []);
  const isStoring = storing.length > 0;
  const refused = [...refusals.values()].join(' ') || undefined;
  // A form that is sent meanwhile would be sent without the files.
  useUnfinished(pointer, isStoring ? settings.messages.notUploaded : refused, {
    isNotice: !isStoring,
    readStoring,
  });

  function keepStoring(next: readonly AwaitedFile[]): void {
    latest.current.storing = next;
    setStoring(next);
  }

  function cancelAll(): void {
    for (const { cancel } of latest.current.storing) cancel();
  }

  /** Waits until a file is stored, refused or cancelled; `undefined` if it was cancelled. */
  async function wait(file: StoringFile): Promise<StoredFile | undefined> {
    const canceling = new AbortController();
    const awaited: AwaitedFile = { ...file, cancel: () => canceling.abort() };
    keepStoring([...latest.current.storing, awaited]);
    const ended = await new Promise<StoredFile | undefined>((resolve) => {
      canceling.signal.addEventListener('abort', () => resolve(undefined));
      void file.stored.then(resolve);
    });
    // React may draw the field twice, which then waits twice for the same file.
    if (!latest.current.isGone) {
      keepStoring(latest.current.storing.filter((each) => each !== awaited));
    }
    return ended;
  }

  async function take(chosen: readonly StoringFile[]): Promise<void> {
    if (chosen.length === 0) return;
    // One file is the one that was chosen last.
    if (!multiple) cancelAll();
    const ended = await Promise.all(
      chosen.map(async (file) => ({ name: file.name, stored: await wait(file) })),
    );
    const stored = ended.flatMap((file) =>
      file.stored === undefined ? [] : [{ name: file.name, ...file.stored }],
    );
    if (stored.length === 0) return;
    const added = stored.flatMap((file) => ('value' in file ? [file.value] : []));
    for (const file of stored) if ('value' in file) names.current.set(file.value, file.name);
    setRefusals((now) => {
      // A refusal stays until the same file is chosen again, because it may not have been read yet.
      const next = new Map(multiple ? now : []);
      for (const { name } of chosen) next.delete(name);
      for (const file of stored) if ('refusal' in file) next.set(file.name, file.refusal);
      return next;
    });
    if (added.length === 0) return;
    // Kept at once, because others may be stored before this component is drawn again.
    latest.current.values = multiple ? [...latest.current.values, ...added] : added;
    latest.current.onChange(multiple ? latest.current.values : added[0]);
  }

  return {
    values,
    storing,
    refusals,
    nameOf: (url) => names.current.get(url) ?? '',
    pick(files) {
      const chosen = multiple ? files : files.slice(0, 1);
      const schema = toFileSchema(props);
      void take(
        chosen.map((file) => ({ name: file.name, stored: storeFile(file, schema, settings) })),
      );
    },
    drop(position) {
      const remaining = values.filter((_value, at) => at !== position);
      setRefusals(new Map());
      onChange(multiple ? remaining : undefined);
    },
  };
}

/**
 * Stores a file; resolves with its value for the data, which is the link to its stored copy or its
 * bytes, or with the reason why it is refused.
 */
async function storeFile(
  file: File,
  schema: WidgetProps['schema'],
  { messages, maxFileBytes, onUpload }: FormSettings,
): Promise<StoredFile> {
  const { name } = file;
  if (file.size > maxFileBytes) return { refusal: messages.fileRefused(name, 'size') };
  try {
    if (onUpload !== undefined && isLinkToFile(schema)) {
      return { value: (await onUpload(file)).url };
    }
    const url = await readDataUrl(file);
    const isBare = schema['format'] !== 'data-url' && schema['contentEncoding'] === 'base64';
    return { value: isBare ? url.slice(url.indexOf(',') + 1) : url };
  } catch {
    return { refusal: messages.fileRefused(name, 'unreadable') };
  }
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

/** Draws a small picture of a file that is one; nothing is loaded. */
function Thumbnail({
  value,
  schema,
}: {
  /** The value of the file in the data. */
  readonly value: string;
  readonly schema: WidgetProps['schema'];
}): ReactNode {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const data = toInlineData(value, schema);
    const isPicture = data !== undefined && toImageSource(data) !== undefined;
    const bytes = isPicture ? decodeBase64(data.base64) : undefined;
    if (data === undefined || bytes === undefined) return undefined;
    const url = URL.createObjectURL(new Blob([bytes], { type: data.mediaType }));
    setSource(url);
    return () => {
      setSource(undefined);
      URL.revokeObjectURL(url);
    };
  }, [value, schema]);
  // The name and the type beside it say what the picture is.
  return source === undefined ? null : <img className="fw-thumbnail" src={source} alt="" />;
}
