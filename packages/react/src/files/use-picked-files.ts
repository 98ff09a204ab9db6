import type { SourceFile } from '@formwork/client';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** A file that was picked, with its bytes and its size. */
export type PickedFile = SourceFile & { readonly kind: 'bytes'; readonly size: number };

type Files = readonly PickedFile[];

/** The files that were read, and whether others were refused, of which the field says why. */
export interface ReadFiles {
  readonly acceptedFiles: Files;
  readonly hasRefused: boolean;
}

/** The part of a message with its files; empty if no files are sent. */
export interface SentFiles {
  readonly files?: readonly SourceFile[];
}

/** The picked files of a form, and the function that changes them. */
export interface FileField {
  readonly files: Files;
  /**
   * Called with a function that reads the newly picked files and adds them to the earlier ones, so
   * that files are read one after the other.
   */
  readonly onRead: (read: (before: Files) => Promise<ReadFiles>) => void;
  readonly onChange: (update: (before: Files) => Files) => void;
  readonly input: RefObject<HTMLInputElement | null>;
}

/**
 * The files that a person has picked for a message. They are kept in memory only, never in a draft
 * or the history.
 */
export interface PickedFiles {
  readonly field: FileField;
  readonly isEmpty: () => boolean;
  /**
   * Calls `use` with the files for the message: at once, or after the newly picked files have been
   * read. If one was refused since the last press, nothing is sent, because the person has not read
   * that yet: the field gets the focus.
   */
  readonly whenRead: (use: (files: SentFiles) => void | Promise<void>) => Promise<void>;
  readonly clear: () => void;
}

/** Holds the files that the person picks for a message. */
export function usePickedFiles(): PickedFiles {
  const [files, setFiles] = useState<Files>([]);
  // Files that are read later are added to the newest list, not to the one of their first render.
  const latest = useRef(files);
  const reading = useRef<Promise<void>>(undefined);
  const isWaiting = useRef(false);
  /** True if a file was refused since the person last pressed something: a form may be checked between. */
  const hasRefused = useRef(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const ends = new AbortController();
    const options = { capture: true, signal: ends.signal };
    for (const type of ['click', 'keydown'])
      window.addEventListener(type, () => void (hasRefused.current = false), options);
    return () => ends.abort();
  }, []);

  function change(update: (files: Files) => Files): void {
    latest.current = update(latest.current);
    setFiles(latest.current);
  }

  function read(load: (files: Files) => Promise<ReadFiles>): void {
    const next = readAfter(reading.current, load);
    reading.current = next;
    void forget(next);
  }

  async function readAfter(
    before: Promise<void> | undefined,
    load: (files: Files) => Promise<ReadFiles>,
  ): Promise<void> {
    await before;
    const { acceptedFiles, hasRefused: isPart } = await load(latest.current);
    hasRefused.current ||= isPart;
    if (acceptedFiles.length > 0) change((current) => [...current, ...acceptedFiles]);
  }

  async function forget(next: Promise<void>): Promise<void> {
    await next;
    if (reading.current === next) reading.current = undefined;
  }

  function toSentFiles(): SentFiles {
    if (latest.current.length === 0) return {};
    return {
      files: latest.current.map(({ kind, name, mediaType, base64 }) => {
        return { kind, name, mediaType, base64 };
      }),
    };
  }

  return {
    field: { files, onRead: read, onChange: change, input },
    isEmpty: () => latest.current.length === 0 && reading.current === undefined,
    async whenRead(use) {
      if (reading.current !== undefined) {
        // A second click during the wait does not send the message twice.
        if (isWaiting.current) return;
        isWaiting.current = true;
        while (reading.current !== undefined) await reading.current;
        isWaiting.current = false;
      }
      if (hasRefused.current) {
        hasRefused.current = false;
        return input.current?.focus();
      }
      await use(toSentFiles());
    },
    clear: () => change(() => []),
  };
}
