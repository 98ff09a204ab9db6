import type { SourceFile } from '@formwork/client';
import { useState, type ReactNode } from 'react';
import { fromBase64, toImageSource } from './format/inline-data.ts';
import { toSafeFileName } from './format/to-safe-file-name.ts';
import { toSafeLink } from './format/to-safe-link.ts';
import { DownloadButton, Picture } from './draw/image.tsx';
import { MoreButton } from './draw/more-button.tsx';
import { SafeAnchor } from './draw/safe-anchor.tsx';
import { useResult } from './settings.ts';

/** Files that are shown at once. */
const STEP = 20;

/** The files of a result: pictures are shown, others saved or linked to. Nothing is fetched. */
export function FileList({ files }: { readonly files: readonly SourceFile[] }): ReactNode {
  const { messages } = useResult();
  const [count, setCount] = useState(STEP);
  if (files.length === 0) return null;
  return (
    <>
      <ul className="fw-result-files" aria-label={messages.result.files}>
        {files.slice(0, count).map((file, at) => (
          <li key={at}>
            <FileItem file={file} />
          </li>
        ))}
      </ul>
      <MoreButton left={files.length - count} onMore={() => setCount(count * 2)} />
    </>
  );
}

function FileItem({ file }: { readonly file: SourceFile }): ReactNode {
  const { messages } = useResult();
  const name = toSafeFileName(file.name, messages.result.files);
  if (file.kind === 'url') {
    const link = toSafeLink(file.url);
    return (
      <span className="fw-file-line">
        {link === undefined ? <bdi>{name}</bdi> : <SafeAnchor link={link} text={name} />}
        <span className="fw-note">{file.mediaType.slice(0, 80)}</span>
      </span>
    );
  }
  const data = fromBase64(file.base64, file.mediaType);
  if (data === undefined) {
    return (
      <>
        <bdi>{name}</bdi> <span className="fw-note">{messages.result.unreadableFile}</span>
      </>
    );
  }
  const source = toImageSource(data);
  return (
    <>
      {source !== undefined && <Picture source={source} alternative={name} />}
      <DownloadButton name={name} data={data} />
    </>
  );
}
