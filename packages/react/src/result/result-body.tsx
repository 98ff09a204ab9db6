import type { SourceFile } from '@formwork/client';
import { isRecord } from '@formwork/schema/internal';
import type { Json, JsonSchema } from '@formwork/schema';
import type { ReactNode } from 'react';
import { Group } from './draw/group.tsx';
import { Prose } from './draw/prose.tsx';
import { Skeleton } from './draw/skeleton.tsx';
import { FileList } from './file-list.tsx';
import { cutText, type ResultPlace } from './place.ts';
import { useResult } from './settings.ts';

interface ResultBodyProps {
  /** Absent without data. */
  readonly place: ResultPlace | undefined;
  readonly schema: JsonSchema;
  readonly text: string;
  readonly files: readonly SourceFile[];
}

/** What an agent sent: data first, then text and files; before that, the shape of what will come. */
export function ResultBody({ place, schema, text, files }: ResultBodyProps): ReactNode {
  const { draw, messages, isPending } = useResult();
  const isNothing = place === undefined && text.trim() === '' && files.length === 0;
  const description = schema['description'];
  return (
    <div className="fw-result-body">
      {typeof description === 'string' && description.trim() !== '' && (
        <p className="fw-help">{cutText(description, 300)}</p>
      )}
      {place !== undefined && draw(place)}
      {place === undefined && isPending && <Outline schema={schema} />}
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

/** The result as it will be, by its schema. */
function Outline({ schema }: { readonly schema: JsonSchema }): ReactNode {
  const value: Json = {};
  return isRecord(schema['properties']) ? (
    <Group place={{ value, schema, pointer: '', name: '', label: '', depth: 0 }} />
  ) : (
    <Skeleton schema={schema} />
  );
}
