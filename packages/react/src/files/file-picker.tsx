import type { FileLimits } from '@formwork/core';
import { judgeFiles, toFileRules } from '@formwork/core/internal';
import { useEffect, useId, useState, type DragEvent, type ReactNode } from 'react';
import { formatBytes, formatExactBytes } from '../text/format-amount.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { FileButton } from './file-button.tsx';
import { findFileTexts } from './file-texts.ts';
import { nameFileTypes } from './file-type-names.ts';
import type { FileField, PickedFile, ReadFiles } from './use-picked-files.ts';

type Files = readonly PickedFile[];

/** The reason why a file was refused, as a sentence. */
interface Refusal {
  /** The name of the file; several files may have the same. */
  readonly name: string;
  readonly text: string;
}

interface FilePickerProps extends FileField {
  /** The media types that the skill takes, such as `image/png` or `image/*`. */
  readonly types: readonly string[];
  readonly limits: FileLimits;
  /**
   * The maximum number of bytes of all files of a message, because they have to fit into one request
   * as base64.
   */
  readonly maxBytes: number;
  /** The language of the texts, as a BCP 47 tag. */
  readonly language: string;
  /** A sentence behind the hints. Default: none. */
  readonly note?: string;
  /**
   * True if the page around belongs to the same site. Then pictures are shown, which other pages may
   * forbid, and a file that is dropped beside the field does not replace the page.
   */
  readonly isOwnPage: boolean;
}

/** The maximum number of files of one message, which is the limit of servers of pages. */
const MAX_FILES = 100;

/**
 * Draws the field for the files of a message: people pick or drop files, see their sizes, and can
 * remove them.
 */
export function FilePicker(props: FilePickerProps): ReactNode {
  const { types, files, onRead, onChange, input, language, isOwnPage } = props;
  const texts = findFileTexts(language);
  const id = useId();
  const { refusals, read, forget } = useFileReading(props);
  useEffect(() => (isOwnPage ? keepPage() : undefined), [isOwnPage]);

  function remove(position: number): void {
    onChange((before) => before.filter((_file, at) => at !== position));
    forget();
    // The focused button disappears with its file, so the file field gets the focus.
    input.current?.focus();
  }

  function drop(event: DragEvent): void {
    const dropped = [...event.dataTransfer.files];
    if (dropped.length === 0) return;
    event.preventDefault();
    onRead((before) => read(dropped, before));
  }

  return (
    <div
      className="fw-upload"
      onDragOver={(event) => {
        // Otherwise, the browser would open the dropped file.
        event.preventDefault();
      }}
      onDrop={drop}
    >
      <label id={`${id}-label`} htmlFor={id}>
        {texts.files}
      </label>
      <FileButton
        ref={input}
        id={id}
        label={`${id}-label`}
        text={texts.chooseFiles}
        multiple
        accept={types.includes('*/*') ? undefined : types.join(',')}
        aria-describedby={`${id}-hint`}
        onPick={(picked) => onRead((before) => read(picked, before))}
      />
      <p className="fw-help" id={`${id}-hint`}>
        {listHints(props).map((hint, position) => (
          <span key={hint}>
            {position > 0 && ' · '}
            <bdi>{hint}</bdi>
          </span>
        ))}
      </p>
      <div role="status">
        {refusals.map(({ text }, position) => (
          <p key={`${position} ${text}`} className="fw-error">
            {text}
          </p>
        ))}
      </div>
      {files.length > 0 && (
        <ul className="fw-files" aria-label={texts.files}>
          {files.map((file, position) => (
            <li key={`${position} ${file.name}`}>
              {isOwnPage && <Preview file={file} />}
              <span>
                <bdi>{nameOf(file)}</bdi>{' '}
                <span className="fw-note">
                  {[...nameFileTypes([file.mediaType], language), formatBytes(file.size, language)]
                    .filter((fact) => fact !== '')
                    .join(', ')}
                </span>
              </span>
              <button type="button" className="fw-button" onClick={() => remove(position)}>
                {texts.removeFile(nameOf(file))}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Reads picked files one after the other, and keeps the refusals until their files are read. */
function useFileReading(props: FilePickerProps): {
  readonly refusals: readonly Refusal[];
  /** Reads those of the picked files that the agent accepts. */
  readonly read: (picked: readonly File[], before: Files) => Promise<ReadFiles>;
  /** Forgets the refusals. */
  readonly forget: () => void;
} {
  const { maxBytes, language } = props;
  const texts = findFileTexts(language);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  return {
    refusals,
    async read(picked, before) {
      let room = maxBytes - before.reduce((sum, { size }) => sum + size, 0);
      const accepted: PickedFile[] = [];
      const refused: Refusal[] = [];
      for (const file of picked) {
        const refusal =
          findRefusal(file, [...before, ...accepted], props) ??
          (file.size > room
            ? texts.filesTooLarge(nameOf(file), formatBytes(maxBytes, language))
            : undefined);
        if (refusal !== undefined) {
          refused.push({ name: file.name, text: refusal });
          continue;
        }
        try {
          accepted.push(await readPicked(file));
          room -= file.size;
        } catch {
          refused.push({ name: file.name, text: texts.fileUnreadable(nameOf(file)) });
        }
      }
      // A refusal stays until the same file is picked again, because it may not have been read yet.
      const again = new Set(picked.map(({ name }) => name));
      setRefusals((now) => [...now.filter(({ name }) => !again.has(name)), ...refused]);
      return { acceptedFiles: accepted, hasRefused: refused.length > 0 };
    },
    forget: () => setRefusals([]),
  };
}

/**
 * Returns the reason why the agent would refuse one more file, as a sentence; `undefined` if it
 * accepts the file.
 */
function findRefusal(
  { name, type, size }: File,
  before: Files,
  { types, limits, language }: FilePickerProps,
): string | undefined {
  const texts = findFileTexts(language);
  const judged = [...before, { mediaType: type, size }];
  const maxFiles = Math.min(MAX_FILES, limits.maxFiles ?? MAX_FILES);
  const problems = judgeFiles(judged, { ...toFileRules(types, limits), maxFiles });
  const problem = problems.find(({ index }) => index === before.length);
  const shown = toVisibleText(name);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case 'type': {
      const names = new Intl.ListFormat(language).format(nameFileTypes(types, language));
      return texts.fileOfOtherType(shown, names);
    }
    case 'size': {
      const sizes = [size, problem.maxBytes];
      const [has = '', most = ''] = sizes.map((bytes) => formatBytes(bytes, language));
      // Exact numbers of bytes are shown if the rounded sizes are equal.
      const exact = sizes.map((bytes) => formatExactBytes(bytes, language));
      return has === most
        ? texts.fileTooLarge(shown, exact[0] ?? has, exact[1] ?? most)
        : texts.fileTooLarge(shown, has, most);
    }
    case 'count':
      return texts.filesTooMany(shown, problem.maxFiles);
  }
}

/** Lists what a person should know before picking files. */
function listHints({ types, limits, language, note }: FilePickerProps): readonly string[] {
  const texts = findFileTexts(language);
  const names = nameFileTypes(types, language);
  const kinds = names.join(language.startsWith('ar') ? '، ' : ', ');
  return [
    // A name of the agent's own stays as it is; the words of the page begin as a sentence does.
    names[0] === types[0] ? kinds : kinds.charAt(0).toLocaleUpperCase(language) + kinds.slice(1),
    ...(limits.maxBytes === undefined
      ? []
      : [texts.fileSizeHint(formatBytes(limits.maxBytes, language))]),
    ...(limits.maxFiles === undefined ? [] : [texts.filesCountHint(limits.maxFiles)]),
    ...(note === undefined ? [] : [note]),
  ];
}

/** The media types of pictures that are shown; they contain no scripts and load nothing. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Draws a small picture of a picked file that is one. */
function Preview({ file }: { readonly file: PickedFile }): ReactNode {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (!PICTURES.has(file.mediaType)) return undefined;
    const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.codePointAt(0) ?? 0);
    const url = URL.createObjectURL(new Blob([bytes], { type: file.mediaType }));
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return source === undefined ? null : <img className="fw-thumbnail" src={source} alt="" />;
}

/**
 * Returns the name of a file with visible marks for the characters that could hide its type by
 * reversing it.
 */
function nameOf({ name }: { readonly name: string }): string {
  return toVisibleText(name);
}

/**
 * Keeps the browser from opening a file that the person drops beside the field; returns the
 * function that ends this.
 */
function keepPage(): () => void {
  const hold = (event: globalThis.DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  };
  const events = ['dragover', 'drop'] as const;
  for (const name of events) window.addEventListener(name, hold);
  return () => {
    for (const name of events) window.removeEventListener(name, hold);
  };
}

function readPicked(file: File): Promise<PickedFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      const base64 = url.slice(url.indexOf(',') + 1);
      const { name, type: mediaType, size } = file;
      // The `data:` URL of an empty file may have no comma.
      resolve({ kind: 'bytes', name, mediaType, size, base64: size === 0 ? '' : base64 });
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}
