import { Fragment, type ReactNode } from 'react';
import type { ConsoleShape, ConsoleSpan, ConsoleTask } from '../../api/console-api.ts';
import { useFormat } from '../parts/format.ts';
import { CodeLabel, StateLabel } from '../parts/state-label.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { describeChange, nameAddresses, type QuestionNames, type Words } from './question-words.ts';
import { findChange, listSpans, toStepName } from './to-lanes.ts';

/** A line of the list of what happened. */
interface Line {
  readonly key: string;
  readonly time: number;
  readonly what: ReactNode;
  readonly took?: number;
}

/** The number of lines that are shown: the newest. */
const MAX_LINES = 1_000;

/** The means to describe events. */
interface EventWords extends Words {
  readonly questionNames: QuestionNames;
}

/** Draws the list of what happened in a task, the oldest first. */
export function TaskEventList({
  value,
  questionNames,
}: {
  readonly value: ConsoleTask;
  readonly questionNames: QuestionNames;
}): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const lines = toLines(value, { texts, format, questionNames });
  const [first] = lines;
  return (
    <section>
      <h2>{texts.task.happened}</h2>
      <div className="scroll" tabIndex={0} role="region" aria-label={texts.task.happened}>
        <table className="happenings">
          <thead>
            <tr>
              <th scope="col">{texts.task.time}</th>
              <th scope="col">{texts.task.what}</th>
              <th scope="col">{texts.task.took}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, time, what, took }) => (
              <tr key={key}>
                <td>
                  <time dateTime={new Date(time).toISOString()} title={format.time(time)}>
                    +{format.span(time - (first?.time ?? time))}
                  </time>
                </td>
                <td>{what}</td>
                <td>{took !== undefined && format.span(took)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function toLines(value: ConsoleTask, words: EventWords): readonly Line[] {
  const { events } = value;
  const spans = listSpans(value);
  const steps = new Set(spans.filter(({ kind }) => kind === 'step').map(({ name }) => name));
  const lines = [
    ...events.flatMap((event, index): readonly Line[] => {
      const what = describeEvent(index, { events, steps, words });
      const time = Date.parse(event.timestamp);
      return what === undefined ? [] : [{ key: `${event.seq}`, time, what }];
    }),
    ...spans.map((span, index): Line => {
      const took = span.endedAt === undefined ? undefined : span.endedAt - span.startedAt;
      return {
        key: `span ${index} ${span.startedAt}`,
        time: span.startedAt,
        what: describeSpan(span, words),
        ...(took !== undefined && { took }),
      };
    }),
  ];
  return lines.toSorted((a, b) => a.time - b.time).slice(-MAX_LINES);
}

function describeSpan(
  { kind, name, answers, outcome, reason }: ConsoleSpan,
  { texts }: Words,
): ReactNode {
  const what = kind === 'attempt' ? texts.task.attempt(name, answers) : texts.task[kind](name);
  const ends = new Set([outcome, reason].filter((code) => code !== undefined));
  return (
    <>
      {what}
      {[...ends].map((code, index) => (
        <Fragment key={code}>
          {index === 0 ? ': ' : ' · '}
          <CodeLabel code={code} />
        </Fragment>
      ))}
    </>
  );
}

/** Describes an event; `undefined` for one that a span or another event tells already. */
function describeEvent(
  index: number,
  {
    events,
    steps,
    words,
  }: {
    readonly events: ConsoleTask['events'];
    readonly steps: ReadonlySet<string>;
    readonly words: EventWords;
  },
): ReactNode {
  const { texts, format, questionNames } = words;
  const shape = events[index]?.shape;
  switch (shape?.kind) {
    case undefined:
      return undefined;
    case 'status': {
      const { state, question, hasMessage } = shape;
      if (state === 'working' && hasMessage) return texts.task.progress;
      const change = findChange(events, index);
      if (change !== undefined) return describeChange(change, words);
      if (!hasMessage && findStatus(events, index)?.state === state) return undefined;
      const { to, dueAt } = question ?? {};
      const details = [
        ...(to === undefined ? [] : [texts.task.givenTo(nameAddresses(to, words))]),
        ...(dueAt === undefined ? [] : [texts.task.dueAt(format.time(dueAt))]),
      ];
      return (
        <>
          <StateLabel state={state} />{' '}
          {question !== undefined && <span dir="auto">{questionNames.get(question.number)}</span>}
          {details.length > 0 && <span className="note"> {details.join(' · ')}</span>}
        </>
      );
    }
    case 'artifact': {
      const name = shape.append ? texts.task.more(shape.name) : texts.task.artifact(shape.name);
      return <Parts {...{ name, parts: shape.parts, words }} />;
    }
    case 'message': {
      const { answeredFor, answeredBy, isAutomatic } = shape;
      if (isAutomatic === true) {
        return <Parts {...{ name: texts.task.automaticAnswer, parts: shape.parts, words }} />;
      }
      if (answeredFor === undefined) {
        const isAnswer = findStatus(events, index)?.question !== undefined;
        const unsigned = isAnswer ? texts.task.answer : texts.task.message;
        const name = answeredBy === undefined ? unsigned : texts.task.answerBy(answeredBy);
        return <Parts {...{ name, parts: shape.parts, words }} />;
      }
      const to = findStatus(events, index)?.question?.to;
      return texts.task.answerFor(
        answeredFor.by ?? texts.task.anOperator,
        answeredFor.reason,
        to && nameAddresses(to, words),
      );
    }
    case 'metadata':
      return texts.task.metadata(shape.entries);
    case 'memo': {
      const name = toStepName(shape.key);
      // The message before it tells who has answered.
      if (name === undefined) return undefined;
      return steps.has(name) ? undefined : texts.task.step(name);
    }
  }
}

/** Returns the last status before a place. */
function findStatus(
  events: ConsoleTask['events'],
  index: number,
): Extract<ConsoleShape, { readonly kind: 'status' }> | undefined {
  for (let at = index - 1; at >= 0; at -= 1) {
    const shape = events[at]?.shape;
    if (shape?.kind === 'status') return shape;
  }
  return undefined;
}

function Parts({
  name,
  parts,
  words: { texts, format },
}: {
  readonly name: string;
  readonly parts: readonly { readonly bytes: number }[];
  readonly words: Words;
}): ReactNode {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return (
    <>
      {name} <span className="note">{texts.task.parts(parts.length, format.bytes(bytes))}</span>
    </>
  );
}
