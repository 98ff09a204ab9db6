import { Suspense, useState, type ReactNode } from 'react';
import { toControlKind } from '../form-schema/control-kind.ts';
import { lazyPart } from '../loading/code-loader.ts';
import type { WidgetProps } from '../rjsf.ts';
import { fromLocalClock, fromLocalTime, toLocalClock, toLocalTime } from '../text/local-time.ts';
import { describeWidget } from './describe-widget.ts';
import { TimeInput } from './time-input.tsx';
import type { MomentZone } from './time-zone.ts';
import { toEmpty } from './to-empty.ts';

/** The choice of the time zone; its code is loaded only with a field that has one. */
const ZoneSelect = lazyPart(async () => (await import('./zone-select.tsx')).ZoneSelect);

/**
 * Draws the control for a time, or for a day with a time: people enter the time of a clock, and the
 * value gets the offset of the chosen time zone, at first that of the person.
 */
export function MomentWidget(props: WidgetProps): ReactNode {
  const { schema, value, onChange, disabled, readonly } = props;
  const isClock = toControlKind(schema) === 'time';
  const [zone, setZone] = useState<MomentZone>();
  const { label: _label, ...described } = describeWidget(props);
  const text = typeof value === 'string' ? value : '';
  const shown = zone?.toWall(text) ?? (isClock ? toLocalClock(text) : toLocalTime(text));
  const isFixed = disabled === true || readonly === true;

  function change(wall: string, chosen: MomentZone | undefined): void {
    if (wall === '') onChange(toEmpty(schema));
    else if (chosen !== undefined) onChange(chosen.fromWall(wall));
    else onChange(isClock ? fromLocalClock(wall) : fromLocalTime(wall));
  }

  return (
    <div className="fw-moment">
      {/* Own state: the first value alone; the input follows each later one. */}
      <TimeInput
        {...described}
        className="fw-input"
        type={isClock ? 'time' : 'datetime-local'}
        step={1}
        value={shown}
        aria-required={props.required === true || undefined}
        disabled={disabled === true}
        readOnly={readonly === true}
        onChange={({ target }) => change(target.value, zone)}
      />
      <Suspense fallback={<span className="fw-note fw-zone" />}>
        <ZoneSelect
          id={`${described.id}--zone`}
          isClock={isClock}
          isFixed={isFixed}
          wall={shown}
          zone={zone}
          onChoose={(chosen) => {
            setZone(chosen);
            // The clock stays, because people choose the zone of the time that they have entered.
            if (shown !== '') change(shown, chosen);
          }}
        />
      </Suspense>
    </div>
  );
}
