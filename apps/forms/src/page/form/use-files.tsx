import type { SourceFile } from '@formwork/client';
import type { FileLimits } from '@formwork/core';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import type { PickedFile } from './file-picker.tsx';

/** The file picker, loaded only for skills that take files. */
const FilePicker = lazy(async () => ({
  default: (await import('./file-picker.tsx')).FilePicker,
}));

/** The part of a message with its files; empty if no files are sent. */
export interface SentFiles {
  readonly files?: readonly SourceFile[];
}

/**
 * The files that a person has picked for a message. They are kept in memory only, never in a draft
 * or the history.
 */
export interface PickedFiles {
  /** The field for picking files; `null` for a skill that accepts none. */
  readonly picker: ReactNode;
  readonly isEmpty: () => boolean;
  /**
   * Calls `use` with the files for the message: at once, or after the newly picked files have been
   * read.
   */
  readonly whenRead: (use: (sent: SentFiles) => void | Promise<void>) => Promise<void>;
  readonly clear: () => void;
}

/** The media types and limits of the files that a skill accepts. */
interface TakenFiles {
  readonly fileTypes: readonly string[];
  readonly fileLimits?: FileLimits;
}

/**
 * Holds the files that the person picks for a skill; the field is missing if the skill accepts
 * none.
 */
export function useFiles(skill: TakenFiles | undefined): PickedFiles {
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  // Files that are read later are added to the newest list, not to the one of their first render.
  const latest = useRef(files);
  const reading = useRef<Promise<void>>(undefined);
  const isWaiting = useRef(false);

  function change(update: (files: readonly PickedFile[]) => readonly PickedFile[]): void {
    latest.current = update(latest.current);
    setFiles(latest.current);
  }

  function read(one: (files: readonly PickedFile[]) => Promise<readonly PickedFile[]>): void {
    const next = readAfter(reading.current, one);
    reading.current = next;
    void forget(next);
  }

  async function readAfter(
    before: Promise<void> | undefined,
    one: (files: readonly PickedFile[]) => Promise<readonly PickedFile[]>,
  ): Promise<void> {
    await before;
    const taken = await one(latest.current);
    if (taken.length > 0) change((kept) => [...kept, ...taken]);
  }

  async function forget(next: Promise<void>): Promise<void> {
    await next;
    if (reading.current === next) reading.current = undefined;
  }

  function toSent(): SentFiles {
    if (latest.current.length === 0) return {};
    return {
      files: latest.current.map(({ kind, name, mediaType, base64 }) => {
        return { kind, name, mediaType, base64 };
      }),
    };
  }

  const picker =
    skill === undefined || skill.fileTypes.length === 0 ? null : (
      <Suspense>
        <FilePicker
          types={skill.fileTypes}
          limits={skill.fileLimits ?? {}}
          files={files}
          onRead={read}
          onChange={change}
        />
      </Suspense>
    );
  return {
    picker,
    isEmpty: () => latest.current.length === 0 && reading.current === undefined,
    async whenRead(use) {
      if (reading.current !== undefined) {
        // A second click during the wait does not send the message twice.
        if (isWaiting.current) return;
        isWaiting.current = true;
        await reading.current;
        isWaiting.current = false;
      }
      await use(toSent());
    },
    clear: () => change(() => []),
  };
}
