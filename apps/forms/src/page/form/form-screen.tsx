import type { DescribedSchema, DescribedSkill } from '@formwork/client';
import { toVisibleText } from '@formwork/react';
import { codeLoader, lazyPart } from '@formwork/react/internal';
import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Run } from '../history/run.ts';
import { Badge } from '../parts/badge.tsx';
import { type Route, go } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';
import { FormCard } from './form-card.tsx';
import { useFormMessages } from './use-form-messages.ts';
import { useFormTexts } from './use-form-texts.ts';

const Composer = lazyPart(async () => (await import('./composer.tsx')).Composer);
const RefusedInput = lazyPart(async () => (await import('./refused-input.tsx')).RefusedInput);

/**
 * Draws the screen of a skill before it runs: its form, a tab for each of several forms, or a box
 * for text.
 */
export function FormScreen({
  skill,
  route,
}: {
  readonly skill: DescribedSkill;
  readonly route: Route;
}): ReactNode {
  const formTexts = useFormTexts();
  const { routeAgent, prefill } = useWorkspace();
  const { inputs } = skill;
  const schemaName = route.schema ?? (prefill?.skill === skill.id ? prefill.schema : undefined);
  const current =
    inputs.find(({ name }) => name === schemaName) ??
    inputs.find((input) => !isDeprecated(input)) ??
    inputs[0];
  const choose = (name: string): void => go({ ...routeAgent, skill: skill.id, schema: name });
  return (
    <>
      <header className="work-head">
        <Badge name={skill.name} icon={skill.icon} />
        <div>
          <h1 tabIndex={-1} dir="auto">
            {skill.name}
          </h1>
          <p className="lead" dir="auto">
            {skill.description}
          </p>
        </div>
      </header>
      {inputs.length > 1 && current !== undefined && (
        <Tabs inputs={inputs} current={current.name} onChoose={choose} />
      )}
      {current !== undefined && (
        <div
          {...(inputs.length > 1 && {
            role: 'tabpanel',
            id: 'form-panel',
            'aria-labelledby': `tab-${current.name}`,
          })}
        >
          {current.kind === 'usable' ? (
            <FormCard key={current.name} skill={skill} input={current} linked={route.linked} />
          ) : (
            <RefusedInput input={current} canWrite={skill.takesText} />
          )}
        </div>
      )}
      {current === undefined && <p className="help">{formTexts.unchecked}</p>}
      {current?.kind === 'usable' && skill.takesText && (
        <details
          className="write"
          open={prefill?.skill === skill.id && prefill.text !== undefined ? true : undefined}
        >
          <summary>{formTexts.chat}</summary>
          <Composer skillId={skill.id} contextId="" />
        </details>
      )}
      {current?.kind !== 'usable' && (skill.takesText || current === undefined) && (
        <Composer skillId={skill.id} contextId="" />
      )}
    </>
  );
}

/** The most characters that are shown of a value, before what draws it in full is there. */
const MOST_SHOWN = 200;

/** Milliseconds after which the page says that what was sent has not arrived. */
const LATE = 2000;

/**
 * Draws a run that was sent before the code was loaded which sends runs and draws them: the network
 * may be gone meanwhile.
 */
export function WaitingRun({ run }: { readonly run: Run }): ReactNode {
  const { threads, description, cancel } = useWorkspace();
  const messages = useFormMessages();
  const next = useSyncExternalStore(codeLoader.subscribe, codeLoader.nextAttempt);
  const [isLost, setLost] = useState(next !== undefined);
  const [now, setNow] = useState(() => Date.now());
  if (next !== undefined && !isLost) setLost(true);
  useEffect(() => {
    const timers = [
      setTimeout(() => setLost(true), LATE),
      setInterval(() => setNow(Date.now()), 1000),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (messages === undefined) return null;
  const { task, language } = messages;
  const seconds = Math.max(1, Math.ceil(((next ?? now) - now) / 1000));
  const format = { style: 'unit', unit: 'second', unitDisplay: 'short' } as const;
  return (
    <>
      <header className="work-head">
        <Badge name={run.skillName} icon={findSkill(description, run.skillId)?.icon} />
        <h1 tabIndex={-1} dir="auto">
          {run.skillName}
        </h1>
      </header>
      <section className="card">
        <div role="status">
          <p>
            <strong>{isLost ? task.states.waiting : task.states.sending}</strong>
          </p>
          {isLost && <p className="help">{task.keepOpen}</p>}
        </div>
        {next !== undefined && (
          <p className="faint" aria-hidden="true">
            {task.nextTry(new Intl.NumberFormat(language, format).format(seconds))}
          </p>
        )}
        {isLost && (
          <button
            type="button"
            onClick={() => {
              codeLoader.tryNow();
              threads?.tryNow(run.id);
            }}
          >
            {task.tryNow}
          </button>
        )}{' '}
        <button type="button" onClick={() => cancel(run)}>
          {task.cancel}
        </button>
        <SentData run={run} />
      </section>
    </>
  );
}

/** Draws what was sent, in short: what draws it in full may be out of reach. */
function SentData({ run: { input, skillId } }: { readonly run: Run }): ReactNode {
  const { description } = useWorkspace();
  if (input.kind === 'text') return <p dir="auto">{toVisibleText(input.text)}</p>;
  const inputs = findSkill(description, skillId)?.inputs ?? [];
  const schema = inputs.find(({ name }) => name === input.schema);
  const properties = schema && toSchema(schema)['properties'];
  if (!isRecord(input.data)) return null;
  return (
    <dl className="summary">
      {Object.entries(input.data).map(([name, value]) => {
        const property = isRecord(properties) ? properties[name] : undefined;
        const title = isRecord(property) ? property['title'] : undefined;
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        return (
          <div key={name}>
            <dt dir="auto">{toVisibleText(typeof title === 'string' ? title : name)}</dt>
            <dd dir="auto">{toVisibleText(text.slice(0, MOST_SHOWN))}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Draws a tab for each form of the skill; arrow keys switch between the tabs. */
function Tabs({
  inputs,
  current,
  onChoose,
}: {
  readonly inputs: readonly DescribedSchema[];
  readonly current: string;
  readonly onChoose: (name: string) => void;
}): ReactNode {
  const texts = useTexts();
  const formTexts = useFormTexts();
  const list = useRef<HTMLDivElement>(null);
  function move(event: KeyboardEvent): void {
    const isForward = (event.key === 'ArrowRight') === (texts.direction === 'ltr');
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const position = inputs.findIndex(({ name }) => name === current);
    const next = (position + (isForward ? 1 : -1) + inputs.length) % inputs.length;
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    onChoose(inputs[next]?.name ?? current);
  }
  return (
    <div className="tabs" role="tablist" aria-label={formTexts.forms} ref={list} onKeyDown={move}>
      {inputs.map((input) => (
        <button
          key={input.name}
          type="button"
          role="tab"
          id={`tab-${input.name}`}
          aria-selected={input.name === current}
          aria-controls={input.name === current ? 'form-panel' : undefined}
          tabIndex={input.name === current ? 0 : -1}
          onClick={() => onChoose(input.name)}
        >
          {toTitle(input)}
          {isDeprecated(input) && ` (${formTexts.deprecated})`}
        </button>
      ))}
    </div>
  );
}

function toTitle(input: DescribedSchema): string {
  const { title } = toSchema(input);
  return typeof title === 'string' ? title : input.name;
}

/** True for a form that the agent may stop accepting, according to its schema. */
function isDeprecated(input: DescribedSchema): boolean {
  return toSchema(input)['deprecated'] === true;
}

function toSchema(input: DescribedSchema): JsonSchema {
  return input.kind === 'usable' ? input.schema : {};
}
