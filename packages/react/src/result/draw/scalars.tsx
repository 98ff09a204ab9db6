import type { ReactNode } from 'react';
import { findUnit } from '../../text/find-unit.ts';
import { formatDuration } from '../../text/format-amount.ts';
import { formatNumber } from '../../text/format-number.ts';
import { findTimeKind, formatTime, isTimeText, type TimeKind } from '../../text/format-time.ts';
import { toMailLink, toSafeLink } from '../../text/to-safe-link.ts';
import { cutVisibleText } from '../../text/visible-text.ts';
import { SafeAnchor } from '../markdown/safe-anchor.tsx';
import { type ResultValue } from '../result-value.ts';
import { VARIANT_TITLE } from '../schema/create-schema-reader.ts';
import { useResult } from '../settings.ts';
import { findRange, toText } from '../shape/cell.ts';
import { findDecimals } from '../shape/find-decimals.ts';
import { findMoney } from '../shape/find-money.ts';

/** The maximum length of a text that is drawn in one line, in characters. */
const MAX_LINE = 500;

const UNCOUNTED =
  /(?:^|[^\p{Ll}])(?:id|year|zip|postcode|code|port|number|no|version)$|(?:Id|Year|Code|Port|Number)$/u;

export interface ValueProps {
  readonly node: ResultValue;
}

export function Nothing(): ReactNode {
  const { messages } = useResult();
  return <span className="fw-note">{messages.none}</span>;
}

/**
 * Draws a fixed choice, or a yes or no, as a word in a frame, so that colour alone never carries
 * the meaning.
 */
export function Badge({ node: { value, schema } }: ValueProps): ReactNode {
  const { messages } = useResult();
  if (typeof value === 'boolean') {
    return (
      <span className="fw-badge" data-fw-state={value ? 'yes' : 'no'}>
        <span aria-hidden="true">{value ? '✓' : '✕'}</span>{' '}
        {value ? messages.result.yes : messages.result.no}
      </span>
    );
  }
  const title = schema[VARIANT_TITLE];
  const text = typeof title === 'string' ? title : toText(value);
  return <bdi className="fw-badge">{cutVisibleText(text, MAX_LINE)}</bdi>;
}

/** Draws a number within a range as a bar, with its digits. */
export function Meter({ node: { value, schema, label, name } }: ValueProps): ReactNode {
  const { messages } = useResult();
  const number = typeof value === 'number' ? value : 0;
  const { min, max } = findRange(schema, number) ?? { min: 0, max: 1 };
  const isFraction = min === 0 && max === 1 && schema['type'] !== 'integer';
  const write = findUnit({ schema, name }, messages.language);
  const format = (bound: number): string =>
    write === undefined ? formatNumber(bound, messages.language) : write(bound, 0);
  const isPercent = min === 0 && max === 100 && /percent|pct/iu.test(`${name} ${label}`);
  const text = isFraction
    ? formatNumber(number, messages.language, { isFraction })
    : isPercent
      ? formatNumber(number / 100, messages.language, { isFraction: true })
      : min === 0 || min === 1
        ? messages.result.outOf(format(number), format(max))
        : messages.result.between(format(number), format(min), format(max));
  return (
    <span className="fw-meter">
      <span>{text}</span>
      <meter min={min} max={max} value={number} aria-label={label} aria-valuetext={text} />
    </span>
  );
}

export function NumberText({ node }: ValueProps): ReactNode {
  const { messages } = useResult();
  const isName = UNCOUNTED.test(node.name);
  const decimals = Math.max(node.decimals ?? 0, findDecimals(node));
  const write = findUnit(node, messages.language);
  const number = Number(node.value);
  const text =
    write === undefined
      ? formatNumber(number, messages.language, { isName, decimals })
      : write(number, decimals);
  return <span className="fw-figure">{text}</span>;
}

export function MoneyText({ node }: ValueProps): ReactNode {
  const { messages } = useResult();
  const { amount, currency } = findMoney(node) ?? { amount: 0 };
  const options = currency === undefined ? {} : { currency };
  return <span className="fw-figure">{formatNumber(amount, messages.language, options)}</span>;
}

/**
 * Finds the kind of date or time that a text contains, by its schema or its form; `undefined` for
 * other text.
 */
export function toTimeKind({ value, schema }: ResultValue): TimeKind | undefined {
  if (typeof value !== 'string') return undefined;
  const format = schema['format'];
  const isNamed = format === 'date' || format === 'date-time' || format === 'time';
  const kind = isNamed ? format : format === undefined ? findTimeKind(value) : undefined;
  return kind !== undefined && isTimeText(value, kind) ? kind : undefined;
}

export function TimeText({ node }: ValueProps): ReactNode {
  const { messages } = useResult();
  const text = toText(node.value);
  const kind = toTimeKind(node);
  return (
    <time dateTime={text}>
      {kind === undefined ? text : formatTime(text, kind, messages.language)}
    </time>
  );
}

export function DurationText({ node: { value } }: ValueProps): ReactNode {
  const { messages } = useResult();
  const text = toText(value);
  return <time dateTime={text}>{formatDuration(text, messages.language) ?? text}</time>;
}

/** Finds the link that a text contains, by its schema or its form; `undefined` for other text. */
export function toLink({ value, schema }: ResultValue): ReturnType<typeof toSafeLink> {
  if (typeof value !== 'string') return undefined;
  if (schema['format'] === 'email') return toMailLink(value);
  const isNamed = schema['format'] === 'uri' || schema['format'] === 'iri';
  return isNamed || /^https?:\/\/\S{1,2040}$/u.test(value) ? toSafeLink(value) : undefined;
}

export function Link({ node }: ValueProps): ReactNode {
  const link = toLink(node);
  const text = toText(node.value);
  return link === undefined ? text : <SafeAnchor link={link} text={cutVisibleText(text, 120)} />;
}

export function Text({ node: { value } }: ValueProps): ReactNode {
  const { messages } = useResult();
  if (value === '') return <span className="fw-note">{messages.result.empty}</span>;
  return <span className="fw-text">{cutVisibleText(toText(value), MAX_LINE)}</span>;
}
