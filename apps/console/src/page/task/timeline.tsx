import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import type { ConsoleTask } from '../../api/console-api.ts';
import { useFormat } from '../parts/format.ts';
import type { ShownState } from '../parts/state-label.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { describeChange, type QuestionNames } from './question-words.ts';
import { type Bar, createScale, LANES, type Scale, toTimeline } from './to-lanes.ts';

/** The number of marks on the axis of time. */
const MARKS = 4;

/** The share of the line that a bar needs for its name. */
const MIN_SHARE = 0.06;

/** Draws the timeline of a task as a picture; the list below it says the same in words. */
export function TimelinePicture({
  value,
  questionNames,
}: {
  readonly value: ConsoleTask;
  readonly questionNames: QuestionNames;
}): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const id = useId();
  const [isToScale, setToScale] = useState(false);
  const timeline = toTimeline(value);
  const { start, end, bars } = timeline;
  const scale = createScale(timeline, isToScale);
  const lanes = LANES.filter((lane) => bars.some((bar) => bar.lane === lane));
  const marks = Array.from({ length: MARKS + 1 }, (_none, index) =>
    format.span(invert(scale, { start, end, share: index / MARKS }) - start),
  );
  return (
    <section aria-labelledby={`${id}-title`}>
      <div className="heading">
        <h2 id={`${id}-title`}>{texts.task.timeline}</h2>
        <label className="check">
          <input
            type="checkbox"
            checked={isToScale}
            onChange={({ target }) => setToScale(target.checked)}
          />
          {texts.task.toScale}
        </label>
      </div>
      <div
        className="timeline"
        role="img"
        aria-label={texts.task.picture(format.time(start), format.time(end))}
      >
        {lanes.map((lane) => (
          <div className="lane" key={lane}>
            <span className="lane-name">{texts.task.lanes[lane]}</span>
            <div className="track">
              {bars
                .filter((bar) => bar.lane === lane)
                .map((bar, index, inLane) => (
                  <BarView
                    key={`${bar.start} ${bar.name} ${index}`}
                    {...{ bar, scale, inLane, questionNames }}
                  />
                ))}
            </div>
          </div>
        ))}
        <div className="lane axis">
          <span className="lane-name" />
          <div className="track">
            {marks.map((mark, index) => (
              <span key={index} style={toPositionStyle(index / MARKS)}>
                {mark === marks[index + 1] ? '' : mark}
              </span>
            ))}
          </div>
        </div>
      </div>
      <p className="note">{texts.task.elsewhere(value.process.id)}</p>
    </section>
  );
}

function BarView({
  bar,
  inLane,
  scale,
  questionNames,
}: {
  readonly bar: Bar;
  /** All bars of the lane, which a name beside a bar must not cover. */
  readonly inLane: readonly Bar[];
  readonly scale: Scale;
  readonly questionNames: QuestionNames;
}): ReactNode {
  const format = useFormat();
  const name = useBarName(bar, questionNames);
  const [from, to] = [scale(bar.start), scale(bar.end)];
  const isMoment = bar.start === bar.end && !bar.isOpen;
  const took = isMoment ? format.time(bar.start) : format.span(bar.end - bar.start);
  const shown = bar.lane === 'steps' && !isMoment ? `${name} · ${took}` : name;
  const isInside = !isMoment && to - from > MIN_SHARE;
  const nexts = inLane.filter((otherBar) => otherBar !== bar && otherBar.end >= bar.start);
  const room = Math.min(1, ...nexts.map((nextBar) => scale(nextBar.start))) - to;
  return (
    <>
      <span
        className={isMoment ? 'moment' : 'bar'}
        data-tone={bar.tone}
        data-open={bar.isOpen || undefined}
        data-change={bar.change?.kind}
        title={`${name}: ${took}`}
        style={
          isMoment
            ? // The whole dot stays in its lane, also at its ends.
              { insetInlineStart: `clamp(0%, ${from * 100}% - 5px, 100% - 10px)` }
            : { ...toPositionStyle(from), inlineSize: `${(to - from) * 100}%` }
        }
      >
        {isInside && <span dir="auto">{shown}</span>}
      </span>
      {!isInside && room > MIN_SHARE && (
        <span
          className="bar-name"
          style={{ ...toPositionStyle(to), maxInlineSize: `${room * 100}%` }}
        >
          {/* The direction of the name is not that of its place. */}
          <span dir="auto">{shown}</span>
        </span>
      )}
    </>
  );
}

function useBarName({ lane, name, answers, change }: Bar, questionNames: QuestionNames): string {
  const texts = useTexts();
  const format = useFormat();
  if (change !== undefined) return describeChange(change, { texts, format });
  switch (lane) {
    case 'state':
      return texts.states[name as ShownState];
    case 'attempts':
      return texts.task.attempt(name, answers);
    case 'questions':
      return questionNames.get(Number(name)) ?? '';
    case 'events':
      return name === 'progress' || name === 'message' ? texts.task[name] : name;
    case 'steps':
    case 'webhooks':
      return name;
  }
}

function toPositionStyle(share: number): CSSProperties {
  return { insetInlineStart: `${share * 100}%` };
}

/** Finds the time at a place of the scale, by halving. */
function invert(
  scale: Scale,
  { start, end, share }: { readonly start: number; readonly end: number; readonly share: number },
): number {
  let [low, high] = [start, end];
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (scale(middle) < share) low = middle;
    else high = middle;
  }
  return high;
}
