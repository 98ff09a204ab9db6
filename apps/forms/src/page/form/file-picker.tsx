import type { SourceFile } from '@formwork/client';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/** A file as it is sent, with its size. */
export type PickedFile = SourceFile & { readonly kind: 'bytes'; readonly size: number };

interface FilePickerProps {
  /** Media types and ranges that the skill takes. */
  readonly types: readonly string[];
  readonly files: readonly PickedFile[];
  readonly onChange: (files: readonly PickedFile[]) => void;
}

/** All files together, in bytes: as base64 they have to fit in one request to the gateway. */
const MAX_BYTES = 10_485_760;

/** Files that go along with an input: picked, listed with their sizes, and taken out again. */
export function FilePicker({ types, files, onChange }: FilePickerProps): ReactNode {
  const texts = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const toSize = (bytes: number): string => formatSize(bytes, texts.language);

  async function take(picked: readonly File[]): Promise<void> {
    let left = MAX_BYTES - files.reduce((sum, { size }) => sum + size, 0);
    const taken: PickedFile[] = [];
    const refused: string[] = [];
    for (const file of picked) {
      if (file.size > left) {
        refused.push(texts.filesTooLarge(file.name, toSize(MAX_BYTES)));
        continue;
      }
      try {
        taken.push(await readPicked(file));
        left -= file.size;
      } catch {
        refused.push(texts.fileUnreadable(file.name));
      }
    }
    setRefusals(refused);
    if (taken.length > 0) onChange([...files, ...taken]);
  }

  function drop(position: number): void {
    onChange(files.filter((_file, at) => at !== position));
    // The button that had the focus goes.
    input.current?.focus();
  }

  return (
    <div className="files">
      <label htmlFor={id}>{texts.files}</label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        accept={types.includes('*/*') ? undefined : types.join(',')}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          // The same file may be picked again after it was removed.
          target.value = '';
        }}
      />
      <p className="help" id={`${id}-hint`}>
        <bdi>{types.join(', ')}</bdi> · {texts.filesHint}
      </p>
      <div role="status">
        {refusals.map((refusal) => (
          <p key={refusal} className="refusal">
            {refusal}
          </p>
        ))}
      </div>
      {files.length > 0 && (
        <ul aria-label={texts.files}>
          {files.map(({ name, size }, position) => (
            <li key={`${position} ${name}`}>
              <bdi>{name}</bdi> ({toSize(size)})
              <button type="button" className="quiet" onClick={() => drop(position)}>
                {texts.removeFile(name)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function readPicked(file: File): Promise<PickedFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      const base64 = url.slice(url.indexOf(',') + 1);
      const { name, type: mediaType, size } = file;
      // A file of no bytes may have no comma.
      resolve({ kind: 'bytes', name, mediaType, size, base64: size === 0 ? '' : base64 });
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}

function formatSize(bytes: number, language: string): string {
  const [value, unit] =
    bytes >= 1_048_576
      ? [bytes / 1_048_576, 'megabyte']
      : bytes >= 1024
        ? [bytes / 1024, 'kilobyte']
        : [bytes, 'byte'];
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(value);
}
