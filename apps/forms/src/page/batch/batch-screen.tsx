import type { DescribedSkill } from '@formwork/client';
import { toVisibleText } from '@formwork/react';
import { createId, FileButton, type TextTable } from '@formwork/react/internal';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { KeptBatch } from '../history/stored-batches.ts';
import { Select } from '../parts/select.tsx';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { type UsableSchema, useWorkspace } from '../workspace/workspace.ts';
import { BatchRun } from './batch-run.tsx';
import { useBatchTexts } from './batch-texts.ts';
import { InterruptedBatches } from './interrupted-batches.tsx';
import { type BatchTarget, listTargets } from './list-targets.ts';
import { type ColumnMapping, guessMapping } from './map-columns.ts';
import { type BatchTable, parseTable } from './parse-table.ts';
import { planRows } from './plan-rows.ts';

const NONE = '';

const MAX_BYTES = 5_000_000;

/** Draws the screen that runs the rows of a table through one skill. */
export function BatchScreen({
  skill,
  schema,
}: {
  readonly skill: DescribedSkill;
  readonly schema: string | undefined;
}): ReactNode {
  const batchTexts = useBatchTexts();
  const { routeAgent } = useWorkspace();
  const usable = skill.inputs.filter((input): input is UsableSchema => input.kind === 'usable');
  const input = usable.find(({ name }) => name === schema) ?? usable[0];
  return (
    <>
      <header className="work-head">
        <div>
          <h1 tabIndex={-1}>{batchTexts.batchTitle}</h1>
          <p className="lead">{skill.name}</p>
        </div>
        <a
          className="quiet"
          href={toHash({ ...routeAgent, skill: skill.id, ...(input && { schema: input.name }) })}
        >
          {batchTexts.batchBack}
        </a>
      </header>
      {input !== undefined && <Batches key={input.name} skill={skill} input={input} />}
    </>
  );
}

/** Draws the table that was left and that the person goes on with, else the way to a new one. */
function Batches({ skill, input }: BatchProps): ReactNode {
  const [storedBatch, setStoredBatch] = useState<KeptBatch>();
  // The rows of another schema cannot run.
  if (storedBatch === undefined || storedBatch.fingerprint !== input.fingerprint) {
    return (
      <>
        <InterruptedBatches skill={skill} input={input} onGoOn={setStoredBatch} />
        <Batch skill={skill} input={input} />
      </>
    );
  }
  const rows = storedBatch.rows.map(({ number, data }) => ({ number, data, problems: [] }));
  return (
    <BatchRun
      key={storedBatch.id}
      skill={skill}
      input={input}
      rows={rows}
      storedBatch={storedBatch}
    />
  );
}

interface BatchProps {
  readonly skill: DescribedSkill;
  readonly input: UsableSchema;
}

function Batch({ skill, input }: BatchProps): ReactNode {
  const batchTexts = useBatchTexts();
  const { language } = useTexts();
  const [problem, setProblem] = useState('');
  const [table, setTable] = useState<BatchTable>();
  const [mapping, setMapping] = useState<ColumnMapping>([]);
  // What has run belongs to the rows as they were then, so other rows begin with nothing.
  const [plan, setPlan] = useState({ id: '', language });
  const targets = useMemo(() => listTargets(input.schema), [input]);
  const rows = useMemo(
    () =>
      table === undefined
        ? []
        : planRows(table, { schema: input.schema, targets, mapping, language: plan.language }),
    [table, input, targets, mapping, plan],
  );
  const planAnew = (): void => setPlan({ id: createId(), language });

  function read(source: string): void {
    const parsed = parseTable(source);
    const isEmpty =
      parsed.kind === 'cells'
        ? parsed.table.rows.length === 0
        : parsed.kind === 'values' && parsed.values.length === 0;
    if (parsed.kind === 'unreadable') setProblem(batchTexts.batchUnreadable(parsed.line));
    else if (parsed.kind === 'open-quote') setProblem(batchTexts.batchOpenQuote(parsed.line));
    else setProblem(isEmpty ? batchTexts.batchEmpty : '');
    const isReadable = parsed.kind === 'cells' || parsed.kind === 'values';
    const isUsable = isReadable && !isEmpty;
    setTable(isUsable ? parsed : undefined);
    planAnew();
    if (parsed.kind === 'cells') setMapping(guessMapping(parsed.table.columns, targets));
  }

  const isCut =
    table?.kind === 'cells' ? table.table.isCut : table?.kind === 'values' && table.isCut;
  return (
    <>
      <TableSource problem={problem} onRead={read} onProblem={setProblem} />
      {isCut && <p className="note">{batchTexts.batchCut(rows.length)}</p>}
      {table?.kind === 'cells' && (
        <ColumnMap
          table={table.table}
          targets={targets}
          mapping={mapping}
          onChange={(next) => {
            setMapping(next);
            planAnew();
          }}
        />
      )}
      {table !== undefined && (
        <BatchRun key={`${plan.id} ${input.fingerprint}`} skill={skill} input={input} rows={rows} />
      )}
    </>
  );
}

/** Draws the fields by which a person picks a file with a table, or pastes one. */
function TableSource({
  problem,
  onRead,
  onProblem,
}: {
  /** The reason why a text cannot be read as a table; `''` for none. */
  readonly problem: string;
  readonly onRead: (text: string) => void;
  readonly onProblem: (problem: string) => void;
}): ReactNode {
  const batchTexts = useBatchTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState('');

  async function pick(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setFileName(toVisibleText(file.name));
    if (file.size > MAX_BYTES) {
      onProblem(batchTexts.batchTooBig);
      return;
    }
    const content = await file.text();
    setText(content.length > 20_000 ? '' : content);
    onRead(content);
  }

  return (
    <form
      className="card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onRead(text);
      }}
    >
      <p>{batchTexts.batchHelp}</p>
      <div className="field">
        <label id={`${id}-label`} htmlFor={`${id}-file`}>
          {batchTexts.batchFile}
        </label>
        <div className="buttons">
          <FileButton
            id={`${id}-file`}
            label={`${id}-label`}
            text={batchTexts.batchChoose}
            accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json"
            onPick={([file]) => void pick(file)}
          />
          <bdi role="status">{fileName}</bdi>
        </div>
      </div>
      <div className="field">
        <label htmlFor={`${id}-text`}>{batchTexts.batchPaste}</label>
        <textarea
          id={`${id}-text`}
          rows={5}
          dir="ltr"
          spellCheck={false}
          className="mono"
          value={text}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <p id={`${id}-help`} role="status" className="wrong">
        {problem}
      </p>
      <button type="submit">
        <Icon name="rows" />
        {batchTexts.batchRead}
      </button>
    </form>
  );
}

/** Draws the choice of the field that each column fills, with the first value as a hint. */
function ColumnMap({
  table,
  targets,
  mapping,
  onChange,
}: {
  readonly table: TextTable;
  readonly targets: readonly BatchTarget[];
  readonly mapping: ColumnMapping;
  readonly onChange: (mapping: ColumnMapping) => void;
}): ReactNode {
  const batchTexts = useBatchTexts();
  const options = [
    [NONE, batchTexts.batchSkip] as const,
    ...targets.map(({ label }, n) => [String(n), label] as const),
  ];
  const missing = targets.filter(({ isRequired }, n) => isRequired && !mapping.includes(n));
  return (
    <section className="card" aria-label={batchTexts.batchColumns}>
      <h2>{batchTexts.batchColumns}</h2>
      <div className="columns">
        {table.columns.map((column, n) => (
          <div key={`${column} ${n}`}>
            <Select
              label={batchTexts.batchColumn(column)}
              value={mapping[n] === undefined ? NONE : String(mapping[n])}
              options={options}
              onChange={(value) =>
                onChange(
                  table.columns.map((_, index) =>
                    index === n ? (value === NONE ? undefined : Number(value)) : mapping[index],
                  ),
                )
              }
            />
            <p className="help line" dir="auto">
              {table.rows[0]?.[n] ?? ''}
            </p>
          </div>
        ))}
      </div>
      {missing.length > 0 && (
        <p className="note" data-kind="warning" role="status">
          {batchTexts.batchMissing(missing.map(({ label }) => label).join(', '))}
        </p>
      )}
    </section>
  );
}
