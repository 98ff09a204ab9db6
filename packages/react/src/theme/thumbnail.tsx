import { decodeBase64 } from '@formwork/core/internal';
import { useEffect, useState, type ReactNode } from 'react';
import type { WidgetProps } from '../rjsf.ts';
import { toImageSource, toInlineData } from '../text/inline-data.ts';

/** Draws a small picture of a file that is one; nothing is loaded. */
export function Thumbnail({
  value,
  schema,
}: {
  /** The value of the file in the data. */
  readonly value: string;
  readonly schema: WidgetProps['schema'];
}): ReactNode {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const data = toInlineData(value, schema);
    const isPicture = data !== undefined && toImageSource(data) !== undefined;
    const bytes = isPicture ? decodeBase64(data.base64) : undefined;
    if (data === undefined || bytes === undefined) return undefined;
    const url = URL.createObjectURL(new Blob([bytes], { type: data.mediaType }));
    setSource(url);
    return () => {
      setSource(undefined);
      URL.revokeObjectURL(url);
    };
  }, [value, schema]);
  // The name and the type beside it say what the picture is.
  return source === undefined ? null : <img className="fw-thumbnail" src={source} alt="" />;
}
