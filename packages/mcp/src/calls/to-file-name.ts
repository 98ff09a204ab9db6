import { toCleanLine } from '../text/to-clean-text.ts';

/** The name of a file without any folder, as hosts may write it where it says; `''` for none. */
export function toFileName(name: string): string {
  const clean = toCleanLine(name, { most: 1000 });
  const last = clean
    .split(/[/\\]/u)
    .map((step) => step.trim())
    .findLast((step) => step !== '' && !/^\.+$/u.test(step));
  return toCleanLine(last ?? '', { most: 200 });
}
