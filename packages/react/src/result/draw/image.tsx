import { decodeBase64 } from '@formwork/core/internal';
import { useMemo, type ReactNode } from 'react';
import { formatBytes } from '../../text/format-amount.ts';
import { toImageSource, toInlineData, type InlineData } from '../../text/inline-data.ts';
import { toSafeFileName } from '../../text/to-safe-file-name.ts';
import { saveFile } from '../export/save-file.ts';
import { useResult } from '../settings.ts';
import { Enlarging } from './enlarging.tsx';
import { Text, type ValueProps } from './scalars.tsx';

/** Draws a file whose bytes are in the result: a picture, or else a button to download it. */
export function InlineFile({ node }: ValueProps): ReactNode {
  const { value, schema, label } = node;
  const data = useMemo(
    () => (typeof value === 'string' ? toInlineData(value, schema) : undefined),
    [value, schema],
  );
  if (data === undefined) return <Text node={node} />;
  const source = toImageSource(data);
  return source === undefined ? (
    <DownloadButton name={label} data={data} />
  ) : (
    <Picture source={source} alternative={label} />
  );
}

/** Draws a picture whose bytes are in the result, so that nothing is loaded. */
export function Picture({
  source,
  alternative,
}: {
  /** The picture as a `data:` URL. */
  readonly source: string;
  readonly alternative: string;
}): ReactNode {
  return (
    <Enlarging name={alternative}>
      <img className="fw-picture" src={source} alt={alternative} decoding="async" />
    </Enlarging>
  );
}

/** Draws the button that saves bytes of the result as a file. */
export function DownloadButton({
  name,
  data,
}: {
  readonly name: string;
  readonly data: InlineData;
}): ReactNode {
  const { messages } = useResult();
  const facts = [data.mediaType.slice(0, 80), formatBytes(data.bytes, messages.language)];
  const fileName = toSafeFileName(name, messages.result.result);
  function save(): void {
    const content = decodeBase64(data.base64);
    if (content !== undefined) saveFile({ name: fileName, content });
  }
  return (
    <span className="fw-file-line">
      <button type="button" className="fw-button" onClick={save}>
        {messages.result.download(fileName)}
      </button>
      <span className="fw-note">{facts.filter((fact) => fact !== '').join(', ')}</span>
    </span>
  );
}
