import {
  DOCUMENT_DIALECTS,
  type FormChoice,
  isDocumentDialect,
  listDocumentForms,
  resolveSchema,
} from '@formwork/documents';
import { decodeUtf8 } from '@formwork/schema/json-text';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Logo } from '../parts/badge.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Select } from '../parts/select.tsx';
import { Icon } from '../parts/work-icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import './check.css';
import { CheckReport } from './check-report.tsx';
import { type CheckedText, checkText } from './check-text.ts';
import { useCheckTexts } from './check-texts.ts';
import { fromDocumentHash, toDocumentHash } from './document-link.ts';
import { DocumentSources } from './document-sources.tsx';

/** The maximum length of a document, in characters; a longer one would block the page. */
const MAX_CHARACTERS = 2_000_000;

/**
 * Draws the screen that checks a document of any dialect, which is pasted, dropped, fetched, or
 * contained in a link.
 */
export function CheckScreen(): ReactNode {
  const checkTexts = useCheckTexts();
  const [text, showText] = useState('');
  const version = useRef(0);
  /**
   * A loaded file that is not valid UTF-8: the text that is shown for it, and the result of checking
   * its bytes.
   */
  const [broken, setBroken] = useState<{
    readonly shown: string;
    readonly result: CheckedText;
  }>();
  const [dialect, setDialect] = useState('');
  const [kind, setKind] = useState('');
  const [schema, setSchema] = useState<string>();
  const [note, setNote] = useState('');
  const setText = (next: string): void => {
    version.current += 1;
    showText(next);
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = checkTexts.title;
  useEffect(() => {
    document.title = title;
    heading.current?.focus();
  }, [title]);
  useEffect(() => {
    async function take(): Promise<void> {
      try {
        const linked = await fromDocumentHash(window.location.hash);
        if (linked !== undefined) setText(linked);
      } catch {
        setNote(checkTexts.linkBroken);
      }
    }
    void take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [checkTexts]);

  const choice = toChoice(dialect, kind);
  const kinds = listDocumentForms({ dialect: choice.dialect }).map((form) => form.kind);
  const checked = useDeferredValue(text);
  const isTooLarge = checked.length > MAX_CHARACTERS;
  const result = useMemo(() => {
    if (checked.trim() === '' || isTooLarge) return undefined;
    if (broken?.shown === checked) return broken.result;
    return checkText(checked, toChoice(dialect, kind));
  }, [checked, broken, dialect, kind, isTooLarge]);
  const report = result?.kind === 'checked' ? result.report : undefined;
  const failure = result?.kind === 'failed' ? checkTexts.failed : note;

  function takeBytes(bytes: Uint8Array): void {
    const decoded = decodeUtf8(bytes);
    const shown = decoded.kind === 'text' ? decoded.text : new TextDecoder().decode(bytes);
    // Converts line ends as the text field does, so that both texts are equal.
    const lines = shown.replaceAll(/\r\n?/gu, '\n');
    setBroken(decoded.kind === 'text' ? undefined : { shown: lines, result: checkText(bytes) });
    setNote('');
    setSchema(undefined);
    setText(lines);
  }

  async function takeFile(file: File): Promise<void> {
    takeBytes(new Uint8Array(await file.arrayBuffer()));
  }

  function goTo({ line, column }: { readonly line: number; readonly column: number }): void {
    const area = field.current;
    if (area === null) return;
    const lines = text.split('\n');
    const mark = text.startsWith('\uFEFF') ? 1 : 0;
    const before = lines.slice(0, line - 1).reduce((sum, item) => sum + item.length + 1, mark);
    const start = Math.min(before + column - (line > 1 ? 1 + mark : 1), text.length);
    const lineLength = text.slice(start).search(/\n|$/u);
    area.focus();
    area.setSelectionRange(start, start + Math.max(lineLength, 1));
    const height = area.scrollHeight / Math.max(lines.length, 1);
    area.scrollTop = Math.max(0, (line - 4) * height);
  }

  return (
    <main className="check">
      <header className="check-head">
        <Logo />
        <a className="quiet button" href="#">
          {checkTexts.back}
        </a>
      </header>
      <h1 tabIndex={-1} ref={heading}>
        {checkTexts.title}
      </h1>
      <p className="lead">{checkTexts.lead}</p>
      <DocumentSources onBytes={takeBytes} readVersion={() => version.current} />
      <div className="field">
        <label htmlFor="check-text">{checkTexts.document}</label>
        <textarea
          id="check-text"
          ref={field}
          className="check-text"
          dir="ltr"
          rows={14}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          value={text}
          aria-describedby="check-help"
          aria-invalid={(report !== undefined && !report.valid) || undefined}
          onChange={({ target }) => setText(target.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            const file = event.dataTransfer.files.item(0);
            if (file === null) return;
            event.preventDefault();
            void takeFile(file);
          }}
        />
        <p id="check-help" className="help">
          {checkTexts.documentHelp}
        </p>
      </div>
      <div className="check-choices">
        <Select
          label={checkTexts.dialect}
          value={dialect}
          options={[
            ['', checkTexts.detect],
            ...DOCUMENT_DIALECTS.map((name) => [name, name] as const),
          ]}
          onChange={(name) => {
            setDialect(name);
            setKind('');
          }}
        />
        <Select
          label={checkTexts.kind}
          value={kind}
          options={[
            ['', checkTexts.detect],
            ...[...new Set(kinds)].map((name) => [name, name] as const),
          ]}
          onChange={setKind}
        />
      </div>
      <p role="status" className="wrong">
        {isTooLarge ? checkTexts.tooLarge : failure}
      </p>
      <CheckReport report={report} onPlace={goTo} onSchema={setSchema} />
      {schema !== undefined && (
        <SchemaView reference={schema} onClose={() => setSchema(undefined)} />
      )}
      <ShareLink text={checked} />
    </main>
  );
}

function toChoice(dialect: string, kind: string): FormChoice {
  return {
    ...(isDocumentDialect(dialect) && { dialect }),
    ...(kind !== '' && { kind }),
  };
}

/**
 * Draws the link that contains the document. It is made in advance, because packing takes a moment.
 */
function ShareLink({ text }: { readonly text: string }): ReactNode {
  const checkTexts = useCheckTexts();
  const [hash, setHash] = useState<string>();
  useEffect(() => {
    const effect = new AbortController();
    setHash(undefined);
    async function make(): Promise<void> {
      const documentHash = await toDocumentHash(text).catch(() => undefined);
      if (!effect.signal.aborted) setHash(documentHash);
    }
    void make();
    return () => {
      effect.abort();
    };
  }, [text]);
  if (text.trim() === '') return null;
  return (
    <div className="check-share">
      <CopyButton
        // Another document gets a new button, because the note about the earlier one no longer
        // applies.
        key={text}
        icon="link"
        label={checkTexts.share}
        done={checkTexts.shared}
        none={checkTexts.shareTooLong}
        toText={() => {
          if (hash === undefined) return undefined;
          const { origin, pathname, search } = window.location;
          return `${origin}${pathname}${search}${hash}`;
        }}
      />
      <p className="help">{checkTexts.shareHelp}</p>
    </div>
  );
}

/** Draws the part of the schema that a document violates, with the violated keyword marked. */
function SchemaView({
  reference,
  onClose,
}: {
  /**
   * The keyword of a schema that a document violates: the `$id` of the schema with a JSON pointer
   * as the fragment.
   */
  readonly reference: string;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts();
  const checkTexts = useCheckTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<HTMLPreElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const mark = shown.current?.querySelector('mark');
    if (mark && shown.current)
      shown.current.scrollTop = mark.offsetTop - shown.current.offsetTop - 40;
  }, [reference]);
  const slash = reference.lastIndexOf('/');
  const holder = reference.slice(0, slash).replace(/#$/u, '');
  const keyword = reference.slice(slash + 1);
  const match = resolveSchema(reference);
  // A keyword alone says little, so the whole schema around it is shown.
  const definition = match === undefined ? undefined : resolveSchema(holder)?.schema;
  const lines = JSON.stringify(definition ?? match?.schema, undefined, 2).split('\n');
  const isOwn = (line: string): boolean => line.startsWith(`  ${JSON.stringify(keyword)}:`);
  return (
    <section className="card" aria-label={checkTexts.schema}>
      <div className="details-head">
        <h2 tabIndex={-1} ref={heading}>
          {checkTexts.schemaOf(reference)}
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
