import type { Problem } from './problem.ts';
import { toPlace } from './to-place.ts';

/** Options of {@link toPlainText}. */
export interface ToPlainTextOptions {
  /** Name of the schema; `''` if it has none. */
  readonly schema: string;
}

/** Problems for a person: one line each, with the place as `items[2].name`. */
export function toPlainText(problems: readonly Problem[], { schema }: ToPlainTextOptions): string {
  const name = schema === '' ? 'what is expected' : schema;
  if (problems.length === 0) return `The data fits ${name}.`;
  const lines = problems.map(({ pointer, message, suggestion }) => {
    const hint = suggestion === undefined ? '' : ` (${suggestion})`;
    return `- ${toPlace(pointer)}: ${message}${hint}`;
  });
  return [`The data does not fit ${name}:`, ...lines].join('\n');
}
