import type { SourceFile } from '@formwork/client';
import type { Json, JsonSchema, Problem } from '@formwork/schema';
import { toRecord } from '@formwork/schema/json';
import { createElement, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { ENGLISH } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';
import { ErrorBoundary } from '../text/error-boundary.tsx';
import { toSafeFileName } from '../text/to-safe-file-name.ts';
import { cutVisibleText } from '../text/visible-text.ts';
import { describeProblem } from './describe-problems.ts';
import { MoreButton } from './draw/skeleton.tsx';
import { saveFile } from './export/save-file.ts';
import { toJsonText, writeJson } from './export/write-json.ts';
import type { ResultRenderer } from './renderer.ts';
import { findRenderer, RENDERERS } from './renderers.tsx';
import { ResultBody } from './result-body.tsx';
import type { ResultValue } from './result-value.ts';
import { createSchemaReader } from './schema/create-schema-reader.ts';
import { ResultProvider, type ResultSettings, useResult } from './settings.ts';
import { Tabs } from './tabs.tsx';

/** The number of characters of a result's JSON that are shown at first and that each click adds. */
const STEP = 50_000;

/** The maximum number of problems for which a result has sentences. */
const MAX_PROBLEMS = 500;

/**
 * Properties of {@link ResultView}. Everything but the texts may come from an untrusted agent.
 */
export interface ResultViewProps {
  /**
   * The schema of the result; its titles become labels. Without it, the data are drawn by their
   * shape.
   */
  readonly schema?: JsonSchema;
  /** The name of the schema at its agent, such as `fightResponse`. Default: no name is shown. */
  readonly schemaName?: string;
  /**
   * The structured data of the result; absent while they are still to come, or if there are none.
   */
  readonly data?: Json;
  /** The text of the result, which may be Markdown. Default `''`. */
  readonly text?: string;
  /** The files of the result. Default: none. */
  readonly files?: readonly SourceFile[];
  /**
   * The problems of the data by its schema; `[]` if the data fit. Default: the result shows no
   * verdict.
   */
  readonly problems?: readonly Problem[];
  /** The heading of the result; `''` for none. Default: the schema's title. */
  readonly title?: string;
  /** The level of the heading, such as 2 for an `h2`. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4 | 5 | 6;
  /** The texts around the result, in one language. Default `ENGLISH`. */
  readonly messages?: Messages;
  /**
   * The colours of the result: `light`, `dark`, or those of the operating system. Default `system`.
   */
  readonly colorScheme?: 'light' | 'dark' | 'system';
  /**
   * True while more of the result may arrive: members that the schema announces and that are
   * missing are drawn as bars. Default false.
   */
  readonly pending?: boolean;
  /**
   * True for people who know no JSON: the data are drawn without the view, the copy and the download
   * that show them as JSON. Default false.
   */
  readonly plain?: boolean;
  /** Renderers that are tried before the built-in ones. Default: none. */
  readonly renderers?: readonly ResultRenderer[];
}

/**
 * Draws the result of a skill as a headline, meters, tables, pictures and texts, chosen by the
 * output schema and the shape of the data, with the JSON behind a tab. Schema, data and texts may
 * come from an untrusted agent: nothing of them is loaded or run.
 *
 * Needs the style sheet `@formwork/react/theme.css`.
 *
 * @example
 * ```ts
 * import { ResultView } from '@formwork/react/result';
 * import { createElement } from 'react';
 *
 * const view = createElement(ResultView, { data: { winner: 'Lion', probability: 0.7 } });
 * ```
 */
export function ResultView(props: ResultViewProps): ReactNode {
  const { schema, data, text = '', files = [], problems, schemaName = '' } = props;
  const { messages = ENGLISH, pending = false, headingLevel = 2, renderers } = props;
  const { plain = false } = props;
  const headingId = useId();
  const tables = useRef<ResultSettings['tables']>(new Map());
  const root = useMemo(() => toRoot(schema, data, props.title), [schema, data, props.title]);
  const title = root.node.label;
  const schemaTitle = schema?.['title'];
  // People know a schema by its title, which is shown here unless it is the heading already.
  const isTold = title === '' && typeof schemaTitle === 'string' && schemaTitle.trim() !== '';
  const promised = isTold ? cutVisibleText(schemaTitle, 120) : schemaName;
  const name = title === '' ? messages.result.result : title;
  const sentences = useMemo(
    () =>
      (problems ?? []).slice(0, MAX_PROBLEMS).map((problem) => ({
        pointer: problem.pointer,
        sentence: describeProblem(problem, { ...root, root: root.node, messages }),
      })),
    [problems, root, messages],
  );
  const settings = useMemo<ResultSettings>(() => {
    const all = renderers === undefined ? RENDERERS : [...renderers, ...RENDERERS];
    return {
      messages,
      reader: root.reader,
      problems: new Map(sentences.map(({ pointer, sentence }) => [pointer, sentence])),
      isPending: pending,
      tables: tables.current,
      headingLevel: title === '' ? headingLevel : Math.min(6, headingLevel + 1),
      find: (node) => findRenderer(all, node),
      draw: (node) => findRenderer(all, node).draw(node),
    };
  }, [messages, root, sentences, pending, renderers, title, headingLevel]);
  const isKnownToFit =
    schemaName !== '' && problems?.length === 0 && data !== undefined && !pending;
  const json = data === undefined ? null : <JsonPanel data={data} />;
  const body = (
    <ErrorBoundary fallback={json}>
      <ResultBody
        node={data === undefined ? undefined : root.node}
        schema={root.node.schema}
        text={text}
        files={files}
      />
    </ErrorBoundary>
  );
  const head = (
    <>
      {title !== '' &&
        createElement(`h${headingLevel}`, { id: headingId, className: 'fw-title' }, title)}
      {isKnownToFit && (
        <span className="fw-badge fw-fits">
          <span aria-hidden="true">✓</span> {messages.result.checked}
        </span>
      )}
    </>
  );
  return (
    <ResultProvider value={settings}>
      <div
        role="group"
        className="fw-result"
        lang={messages.language}
        dir={messages.direction}
        data-fw-scheme={props.colorScheme ?? 'system'}
        aria-busy={pending}
        {...(title === '' ? { 'aria-label': name } : { 'aria-labelledby': headingId })}
      >
        {data === undefined || plain ? (
          <>
            {title !== '' && <div className="fw-result-head">{head}</div>}
            {body}
          </>
        ) : (
          <Tabs
            label={messages.result.views}
            isRightToLeft={messages.direction === 'rtl'}
            views={[
              { name: messages.result.result, draw: () => body },
              { name: 'JSON', draw: () => json },
            ]}
          >
            {head}
          </Tabs>
        )}
        <ProblemList
          schemaName={promised === '' ? name : promised}
          sentences={sentences.map(({ sentence }) => sentence)}
        />
        {(data === undefined ? text !== '' : !plain) && !pending && (
          <ResultActions data={data} text={text} title={name} />
        )}
      </div>
    </ResultProvider>
  );
}

/**
 * Makes the place (a value with its schema) of the whole result, labelled by its title or that of
 * its schema.
 */
function toRoot(
  schema: JsonSchema | undefined,
  data: Json | undefined,
  heading: string | undefined,
): {
  readonly reader: ReturnType<typeof createSchemaReader>;
  readonly node: ResultValue;
} {
  const document = toRecord(schema);
  const reader = createSchemaReader(document);
  const read = reader.read(document, data);
  const title = heading ?? read['title'];
  const label = typeof title === 'string' ? cutVisibleText(title, 120) : '';
  const value = data ?? null;
  return { reader, node: { value, schema: read, pointer: '', name: '', label, depth: 0 } };
}

/**
 * Escapes characters that reverse the order of letters as JSON does, so that the value stays the
 * same.
 */
function escapeTurns(json: string): string {
  return json.replaceAll(
    /[\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
}

/** Draws the beginning of a result's JSON, and more of it with each click. */
function JsonPanel({ data }: { readonly data: Json }): ReactNode {
  const [length, setLength] = useState(STEP);
  const { text, isCut } = useMemo(() => writeJson(data, length), [data, length]);
  return (
    <>
      <pre className="fw-code" dir="ltr" tabIndex={0}>
        {escapeTurns(text)}
        {isCut && '…'}
      </pre>
      {isCut && <MoreButton onMore={() => setLength(length + STEP)} />}
    </>
  );
}

/** Draws the buttons that copy a result or save it as a file. */
function ResultActions({
  data,
  text,
  title,
}: {
  readonly data: Json | undefined;
  readonly text: string;
  readonly title: string;
}): ReactNode {
  const { messages } = useResult();
  const { result: texts } = messages;
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(data === undefined ? text : toJsonText(data));
      setState('copied');
    } catch {
      setState('failed');
    }
  }

  return (
    <div className="fw-result-actions">
      <button type="button" className="fw-button fw-small" onClick={() => void copy()}>
        {texts.copy}
      </button>
      {data !== undefined && (
        <button
          type="button"
          className="fw-button fw-small"
          onClick={() => {
            const name = `${toSafeFileName(title, texts.result)}.json`;
            saveFile({ name, content: toJsonText(data), mediaType: 'application/json' });
          }}
        >
          {texts.downloadJson}
        </button>
      )}
      <span role="status" className="fw-note">
        {state === 'copied' && texts.copied}
        {state === 'failed' && texts.copyFailed}
      </span>
    </div>
  );
}

/** The number of a result's problems that are shown at first, and that each click adds. */
const PROBLEM_STEP = 10;

/** Draws the verdict on a result: that it matches its schema, or the list of its problems. */
function ProblemList({
  schemaName,
  sentences,
}: {
  /** The name of the schema that the result was checked against. */
  readonly schemaName: string;
  readonly sentences: readonly string[];
}): ReactNode {
  const { messages } = useResult();
  const [count, setCount] = useState(PROBLEM_STEP);
  if (sentences.length === 0) return null;
  return (
    <div className="fw-problems">
      <p>
        <span aria-hidden="true">⚠</span>{' '}
        <strong>{messages.result.differs(schemaName, sentences.length)}</strong>
      </p>
      <ul>
        {sentences.slice(0, count).map((sentence, at) => (
          <li key={at}>{sentence}</li>
        ))}
      </ul>
      <MoreButton hiddenCount={sentences.length - count} onMore={() => setCount(count * 2)} />
    </div>
  );
}
