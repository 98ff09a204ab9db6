import { toVisibleText } from '@formwork/react';
import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { formatNumber } from './format-number.ts';
import { formatDay } from './format-time.ts';
import { toFieldLabel, toPropertySchema } from './to-field-label.ts';

interface DataSummaryProps {
  readonly data: Json;
  /** The schema of the data, whose titles become labels; without a schema, names become labels. */
  readonly schema: unknown;
}

/**
 * The maximum number of shown rows of a list, and of shown levels of nesting; of further ones only
 * the number is shown.
 */
const MAX_ROWS = 12;
const MAX_DEPTH = 4;

/** Draws data as a list of labels and values for people. */
export function DataSummary({ data, schema }: DataSummaryProps): ReactNode {
  return <Value data={data} schema={schema} root={schema} depth={0} />;
}

function Value({
  data,
  schema,
  root,
  depth,
}: DataSummaryProps & {
  readonly root: unknown;
  readonly depth: number;
}): ReactNode {
  const texts = useTexts();
  if (data === null || data === '') return <span className="faint">{texts.empty}</span>;
  if (typeof data === 'boolean') return data ? texts.yes : texts.no;
  if (typeof data === 'number') {
    return formatNumber(data, { schema, language: texts.language });
  }
  if (typeof data === 'string') {
    if (data.startsWith('data:')) return toFileName(data);
    const text = data.length > 2000 ? `${data.slice(0, 2000)}…` : data;
    return <span dir="auto">{formatDay(text, texts.language) ?? toVisibleText(text)}</span>;
  }
  if (depth > MAX_DEPTH) return <code dir="ltr">{JSON.stringify(data).slice(0, 200)}</code>;
  if (Array.isArray(data)) {
    if (data.length === 0) return <span className="faint">{texts.empty}</span>;
    const items = toPropertySchema(schema, '0', root);
    const isPlain = data.every((item) => item === null || typeof item !== 'object');
    return (
      <ol className={isPlain ? 'plain-list' : 'value-list'}>
        {data.slice(0, MAX_ROWS).map((item, n) => (
          <li key={n}>
            <Value data={item} schema={items} root={root} depth={depth + 1} />
          </li>
        ))}
        {data.length > MAX_ROWS && <li className="faint">{texts.more(data.length - MAX_ROWS)}</li>}
      </ol>
    );
  }
  const entries = Object.entries(data).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined,
  );
  if (!isRecord(data) || entries.length === 0) return <span className="faint">{texts.empty}</span>;
  return (
    <dl className="summary">
      {entries.map(([name, value]) => {
        const memberSchema = toPropertySchema(schema, name, root);
        return (
          <div key={name}>
            <dt dir="auto">{toFieldLabel(schema, name, root)}</dt>
            <dd>
              <Value data={value} schema={memberSchema} root={root} depth={depth + 1} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Returns the name or media type of a file in a `data:` URL, to show in place of its bytes. */
function toFileName(data: string): string {
  const name = /;name=([^;,]+)/u.exec(data)?.[1];
  const [, type = ''] = /^data:([^;,]*)/u.exec(data) ?? [];
  try {
    return name === undefined ? type : decodeURIComponent(name);
  } catch {
    return type;
  }
}
