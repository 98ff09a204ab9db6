import type { FileLimits } from '@formwork/core';
import { lazyPart, type PickedFiles, usePickedFiles } from '@formwork/react/internal';
import { Suspense, type ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { useFormTexts } from './use-form-texts.ts';

export type { SentFiles } from '@formwork/react/internal';

/** The file picker, loaded only for skills that take files. */
const FilePicker = lazyPart(async () => (await import('./file-picker.ts')).FilePicker);

/** The maximum number of bytes of all files of a message, which go to the gateway in one request. */
const MAX_BYTES = 10_000_000;

/**
 * Holds the files that the person picks for a skill; the field is missing if the skill accepts
 * none.
 */
export function useFiles(
  skill:
    | {
        readonly fileTypes: readonly string[];
        readonly fileLimits?: FileLimits;
      }
    | undefined,
): Omit<PickedFiles, 'field'> & {
  readonly picker: ReactNode;
} {
  const { language } = useTexts();
  const formTexts = useFormTexts();
  const { field, ...files } = usePickedFiles();
  const picker =
    skill === undefined || skill.fileTypes.length === 0 ? null : (
      <Suspense>
        <FilePicker
          {...field}
          types={skill.fileTypes}
          limits={skill.fileLimits ?? {}}
          maxBytes={MAX_BYTES}
          language={language}
          note={formTexts.filesHint}
          isOwnPage
        />
      </Suspense>
    );
  return { ...files, picker };
}
