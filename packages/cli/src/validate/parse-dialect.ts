import { DOCUMENT_DIALECTS, type DocumentDialect } from '@formwork/documents';
import { UsageError } from '../errors/errors.ts';

/** A dialect by its name, or by a part of it that is only its: `1.0`, `sessions`. @throws UsageError */
export function parseDialect(text: string): DocumentDialect {
  const word = text.toLowerCase();
  const found = DOCUMENT_DIALECTS.filter((dialect) => {
    const [group = '', version = ''] = dialect.split('/');
    return [dialect, group, version, version.replace(/^v/u, '')].includes(word);
  });
  const [only, another] = found;
  if (only !== undefined && another === undefined) return only;
  throw new UsageError(
    `Cannot validate as --dialect must be one of ${DOCUMENT_DIALECTS.join(', ')}: current value is ${JSON.stringify(text)}`,
  );
}
