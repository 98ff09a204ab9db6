import { resolveSchema } from '@formwork/documents';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Icon } from '../parts/icon.tsx';
import { useCheckTexts } from './check-texts.ts';

interface SchemaViewProps {
  /** The keyword that says so: an `$id` with a pointer as its fragment. */
  readonly reference: string;
  readonly onClose: () => void;
}

/** The definition that a problem comes from, with the keyword that says so set off. */
export function SchemaView({ reference, onClose }: SchemaViewProps): ReactNode {
  const texts = useTexts();
  const own = useCheckTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<HTMLPreElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const mark = shown.current?.querySelector('mark');
    if (mark && shown.current)
      shown.current.scrollTop = mark.offsetTop - shown.current.offsetTop - 40;
  }, [reference]);
  const place = reference.lastIndexOf('/');
  const holder = reference.slice(0, place).replace(/#$/u, '');
  const keyword = reference.slice(place + 1);
  const found = resolveSchema(reference);
  // A keyword alone says little: what stands beside it is shown, too.
  const definition = found === undefined ? undefined : resolveSchema(holder)?.schema;
  const lines = JSON.stringify(definition ?? found?.schema, undefined, 2).split('\n');
  const isOwn = (line: string): boolean => line.startsWith(`  ${JSON.stringify(keyword)}:`);
  return (
    <section className="card" aria-label={own.schema}>
      <div className="details-head">
        <h2 tabIndex={-1} ref={heading}>
          {own.schemaOf(reference)}
        </h2>
        <button type="button" className="icon-button" aria-label={texts.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <pre ref={shown} dir="ltr" className="scroll check-schema" tabIndex={0}>
        <code>
          {lines.map((line, index) =>
            isOwn(line) ? <mark key={`${index} ${line}`}>{`${line}\n`}</mark> : `${line}\n`,
          )}
        </code>
      </pre>
    </section>
  );
}
