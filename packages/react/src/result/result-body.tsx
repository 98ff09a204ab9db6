import type { SourceFile } from '@formwork/client';
import type { Json, JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { type ReactNode, useState } from 'react';
import { fromBase64, toImageSource } from '../text/inline-data.ts';
import { toSafeFileName } from '../text/to-safe-file-name.ts';
import { toSafeLink } from '../text/to-safe-link.ts';
import { Group } from './draw/group.tsx';
import { DownloadButton, Picture } from './draw/image.tsx';
import { Prose } from './draw/prose.tsx';
import { MoreButton, Skeleton } from './draw/skeleton.tsx';
import { SafeAnchor } from './markdown/safe-anchor.tsx';
import { type ResultValue } from './result-value.ts';
import { useResult } from './settings.ts';

/** The number of a result's files that are shown at first, and that each click adds. */
const STEP = 20;

/**
 * Draws the content of a result: its data, then its text and files. Before the result arrives, it
 * draws an outline by the schema.
 */
export function ResultBody({
  node,
  schema,
  text,
  files,
}: {
  /** The structured data of the result, with their schema; absent if there are none. */
  readonly node: ResultValue | undefined;
  readonly schema: JsonSchema;
  readonly text: string;
  readonly files: readonly SourceFile[];
}): ReactNode {
  const { draw, messages, isPending } = useResult();
  const isNothing = node === undefined && text.trim() === '' && files.length === 0;
  return (
    <div className="fw-result-body">
      {node !== undefined && draw(node)}
      {node === undefined && isPending && <Outline schema={schema} />}
      {isPending && (
        <p role="status" className="fw-hidden">
          {messages.result.waiting}
        </p>
      )}
      {text.trim() !== '' && <Prose text={text} isMarkdown />}
      <FileList files={files} />
      {isNothing && !isPending && <p className="fw-note">{messages.result.nothing}</p>}
    </div>
  );
}

/** Draws the outline of a result that has not arrived yet, by its schema. */
function Outline({ schema }: { readonly schema: JsonSchema }): ReactNode {
  const value: Json = {};
  return isRecord(schema['properties']) ? (
    <Group node={{ value, schema, pointer: '', name: '', label: '', depth: 0 }} />
  ) : (
    <Skeleton schema={schema} />
  );
}

/**
 * Draws the files of a result: pictures are shown, and others can be saved or opened by a link.
 * Nothing is fetched.
 */
function FileList({ files }: { readonly files: readonly SourceFile[] }): ReactNode {
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
      <MoreButton hiddenCount={files.length - count} onMore={() => setCount(count * 2)} />
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
