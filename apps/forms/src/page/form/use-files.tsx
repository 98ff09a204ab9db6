import type { SourceFile } from '@formwork/client';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { PickedFile } from './file-picker.tsx';

/** Most skills take none. */
const FilePicker = lazy(async () => ({
  default: (await import('./file-picker.tsx')).FilePicker,
}));

/** Files that somebody picks. They are in memory only: no draft and no history has them. */
export interface PickedFiles {
  /** Where they are picked; nothing for a skill that takes none. */
  readonly picker: ReactNode;
  readonly isEmpty: boolean;
  /** For the message. */
  readonly read: () => { readonly files?: readonly SourceFile[] };
  readonly clear: () => void;
}

/** Files for a skill that takes these media types. */
export function useFiles(types: readonly string[]): PickedFiles {
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const picker =
    types.length === 0 ? null : (
      <Suspense>
        <FilePicker types={types} files={files} onChange={setFiles} />
      </Suspense>
    );
  return {
    picker,
    isEmpty: files.length === 0,
    read: () => (files.length === 0 ? {} : { files: files.map(toSent) }),
    clear: () => setFiles([]),
  };
}

function toSent({ kind, name, mediaType, base64 }: PickedFile): SourceFile {
  return { kind, name, mediaType, base64 };
}
