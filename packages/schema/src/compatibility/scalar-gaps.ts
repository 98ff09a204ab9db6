import { createMultipleCheck } from '../evaluate/value-keywords.ts';
import {
  isLower,
  isHigher,
  findHighest,
  findLowest,
  listLowerBounds,
  findSize,
  moveToReachable,
  listUpperBounds,
} from './bounds.ts';
import { createGap, type Gap, type Position } from './gap.ts';

/**
 * The formats that also accept every text of a narrower format, by the narrower one, such as
 * `uri-reference` for `uri`.
 */
const WIDER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  email: ['idn-email'],
  hostname: ['idn-hostname'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  'uri-reference': ['iri-reference'],
  iri: ['iri-reference'],
};

/** The longest text that is made up as a counter-example, in characters. */
const MAX_TEXT = 5000;

/**
 * Finds numbers that one schema lets through and the other refuses: they are out of bounds, or not
 * multiples.
 */
export function findNumberGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  if (target.schema === false) return [];
  if (!constraints.kinds.has('integer') && !constraints.kinds.has('fraction')) return [];
  const gaps: Gap[] = [];
  const lowest = findLowest(constraints);
  for (const bound of listLowerBounds(target)) {
    const isCovered =
      !isHigher(bound, lowest) || !isHigher(moveToReachable(bound, constraints, 1), lowest);
    if (isCovered) continue;
    const rule =
      bound.isExclusive && target.schema['exclusiveMinimum'] === bound.value
        ? 'exclusiveMinimum'
        : 'minimum';
    const from = Number.isFinite(lowest.value) ? lowest.value : undefined;
    const candidates = [
      lowest.value,
      bound.value,
      bound.value - 0.5,
      bound.value - 1,
      lowest.value + 0.5,
    ];
    gaps.push(createGap(position, { rule, from, to: bound.value, candidates }));
  }
  const highest = findHighest(constraints);
  for (const bound of listUpperBounds(target)) {
    const isCovered =
      !isLower(bound, highest) || !isLower(moveToReachable(bound, constraints, -1), highest);
    if (isCovered) continue;
    const rule =
      bound.isExclusive && target.schema['exclusiveMaximum'] === bound.value
        ? 'exclusiveMaximum'
        : 'maximum';
    const from = Number.isFinite(highest.value) ? highest.value : undefined;
    const candidates = [
      highest.value,
      bound.value,
      bound.value + 0.5,
      bound.value + 1,
      highest.value - 0.5,
    ];
    gaps.push(createGap(position, { rule, from, to: bound.value, candidates }));
  }
  const step = target.schema['multipleOf'];
  if (typeof step === 'number') gaps.push(...findMultipleGaps(position, step));
  return gaps;
}

function findMultipleGaps(position: Position, step: number): readonly Gap[] {
  const { constraints } = position;
  const steps = constraints.locations.flatMap(({ schema }) => {
    const multiple = schema === false ? undefined : schema['multipleOf'];
    return typeof multiple === 'number' ? [multiple] : [];
  });
  const all = constraints.kinds.has('fraction') ? steps : [...steps, 1];
  if (all.some(createMultipleCheck(step))) return [];
  const lowest = findLowest(constraints).value;
  const base = Number.isFinite(lowest) ? Math.ceil(lowest) : 0;
  const candidates = [
    ...steps.flatMap((multiple) => [
      multiple,
      multiple * 2,
      multiple * (Math.ceil(base / multiple) + 1),
    ]),
    ...[1, 2, 3, 5, 7, 0.5, 0.1].flatMap((offset) => [base + offset, base + step + offset]),
  ];
  return [createGap(position, { rule: 'multipleOf', from: steps[0], to: step, candidates })];
}

/**
 * Finds texts that one schema lets through and the other refuses: they are too short, too long, or
 * of another form.
 */
export function findStringGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  if (target.schema === false || !constraints.kinds.has('string')) return [];
  const { minLength, maxLength, pattern, format } = target.schema;
  const gaps: Gap[] = [];
  const least = findSize(constraints, 'minLength', Math.max) ?? 0;
  const most = findSize(constraints, 'maxLength', Math.min) ?? Number.POSITIVE_INFINITY;
  if (typeof minLength === 'number' && minLength > least) {
    const candidates = [least, minLength - 1]
      .filter((size) => size <= MAX_TEXT)
      .map(createTextOfSize);
    gaps.push(
      createGap(position, {
        rule: 'minLength',
        from: least || undefined,
        to: minLength,
        candidates,
      }),
    );
  }
  if (typeof maxLength === 'number' && maxLength < most) {
    const from = Number.isFinite(most) ? most : undefined;
    const candidates = [most, maxLength + 1]
      .filter((size) => size <= MAX_TEXT)
      .map(createTextOfSize);
    gaps.push(createGap(position, { rule: 'maxLength', from, to: maxLength, candidates }));
  }
  for (const [rule, to] of [
    ['pattern', pattern],
    ['format', format],
  ] as const) {
    if (typeof to !== 'string') continue;
    const factValues = constraints.locations.flatMap(({ schema }) => {
      const value = schema === false ? undefined : schema[rule];
      return typeof value === 'string' ? [value] : [];
    });
    if (factValues.some((value) => value === to || WIDER_FORMATS[value]?.includes(to) === true))
      continue;
    const isCertain = factValues.length === 0 || rule === 'format';
    const candidates = ['', 'a', 'A1', '0', ' ', '~', createTextOfSize(Math.min(least, MAX_TEXT))];
    gaps.push(createGap(position, { rule, from: factValues[0], to, isCertain, candidates }));
  }
  return gaps;
}

function createTextOfSize(size: number): string {
  return 'a'.repeat(Math.max(0, size));
}
