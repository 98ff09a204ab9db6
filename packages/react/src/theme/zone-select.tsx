import { useMemo, useState, type ReactNode } from 'react';
import { useFormSettings } from './form-settings.ts';
import { createMomentZone, type MomentZone } from './time-zone.ts';

/** Draws the time zone of a field beside it, and the choice of another one. */
export function ZoneSelect(props: {
  readonly id: string;
  /** True for a time of day, which has no date. */
  readonly isClock: boolean;
  readonly isFixed: boolean;
  /** The clock that the person has entered; `''` for none. */
  readonly wall: string;
  /** The chosen zone; `undefined` for that of the person. */
  readonly zone: MomentZone | undefined;
  /** Called with the zone that the person chooses; `undefined` for that of the person. */
  readonly onChoose: (zone: MomentZone | undefined) => void;
}): ReactNode {
  const { id, isClock, isFixed, wall, zone, onChoose } = props;
  const { language, timeZone } = useFormSettings().messages;
  const local = useMemo(() => new Intl.DateTimeFormat().resolvedOptions().timeZone, []);
  const [isOpened, setOpened] = useState(false);
  const chosen = zone?.name ?? local;
  const time = Date.parse(isClock || wall === '' ? '' : `${wall.slice(0, 16)}Z`);
  const at = Number.isNaN(time) ? Date.now() : time;
  const zones = useMemo(() => {
    // All 400 zones are listed only once a person wants to choose one.
    const listed = isOpened ? Intl.supportedValuesOf('timeZone') : [];
    return [...new Set([local, 'UTC', chosen, ...listed])];
  }, [local, chosen, isOpened]);
  return (
    <select
      className="fw-input fw-zone"
      id={id}
      aria-label={timeZone}
      value={chosen}
      disabled={isFixed}
      onFocus={() => setOpened(true)}
      onPointerDown={() => setOpened(true)}
      onChange={({ target }) =>
        onChoose(target.value === local ? undefined : createMomentZone(target.value, isClock))
      }
    >
      {zones.map((name) => (
        <option key={name} value={name}>
          {name === chosen
            ? `${toZoneLabel(name)} (${toOffset(name, at, language)})`
            : toZoneLabel(name)}
        </option>
      ))}
    </select>
  );
}

/** Writes the name of a zone for people, such as "Buenos Aires" for `America/Argentina/Buenos_Aires`. */
function toZoneLabel(name: string): string {
  return name.replace(/^.*\//u, '').replaceAll('_', ' ');
}

function toOffset(timeZone: string, at: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
