import { previewJson } from '../problems/preview-json.ts';
import type { Gap, Segment } from './gap.ts';

/** The names that messages about changes use for keywords, such as `step` for `multipleOf`. */
const LABELS: Readonly<Record<string, string>> = {
  minimum: 'minimum',
  exclusiveMinimum: 'minimum (exclusive)',
  maximum: 'maximum',
  exclusiveMaximum: 'maximum (exclusive)',
  multipleOf: 'step',
  minLength: 'least length',
  maxLength: 'greatest length',
  pattern: 'pattern',
  format: 'format',
  minItems: 'least number of items',
  maxItems: 'greatest number of items',
  minProperties: 'least number of properties',
  maxProperties: 'greatest number of properties',
};

/**
 * Describes in a sentence the values that are no longer possible (`isNarrower`), or that have
 * become possible.
 */
export function describeGap(gap: Gap, isNarrower: boolean): string {
  const subject = describeSegments(gap.frames.map(({ segment }) => segment));
  const { from, to } = gap;
  const can = isNarrower ? 'can no longer be' : 'can now be';
  switch (gap.rule) {
    case 'type':
      return `${subject} ${can} ${listKinds(from)}.`;
    case 'enum':
    case 'const':
      if (from !== undefined && Array.isArray(from)) {
        return `${subject} ${can} ${from.map(previewJson).slice(0, 5).join(', ')}${from.length > 5 ? ' and others' : ''}.`;
      }
      return isNarrower
        ? `${subject} can now only be ${previewList(to)}.`
        : `${subject} can now be something else than ${previewList(to)}.`;
    case 'required':
      return isNarrower
        ? `Property ${previewJson(to)} of ${lower(subject)} is now required.`
        : `Property ${previewJson(to)} of ${lower(subject)} is no longer required.`;
    case 'property':
      return isNarrower
        ? `${subject} was removed, and is refused now.`
        : `${subject} was added, and was refused before.`;
    case 'declared':
      return isNarrower
        ? `${subject} is now declared; before, anything could stand there.`
        : `${subject} is no longer declared; anything can stand there now.`;
    case 'others':
      return isNarrower
        ? `${describeSegments(gap.frames.slice(0, -1).map(({ segment }) => segment))} can no longer have properties that are not declared.`
        : `${describeSegments(gap.frames.slice(0, -1).map(({ segment }) => segment))} can now have properties that were not declared.`;
    case 'item':
      return isNarrower
        ? `${subject} was removed, and is refused now.`
        : `${subject} was added, and was refused before.`;
    case 'uniqueItems':
      return isNarrower
        ? `${subject} can no longer hold the same item twice.`
        : `${subject} can now hold the same item twice.`;
    case 'alternative':
    case 'anyOf':
    case 'oneOf':
      return isNarrower
        ? `${subject} can no longer be one of the alternatives that it could be.`
        : `${subject} can now be an alternative that it could not be.`;
    case 'overlap':
      return isNarrower
        ? `${subject} may now fit more than one alternative where exactly one is allowed.`
        : `${subject} may have fitted more than one alternative where exactly one was allowed.`;
    case 'complexity':
      return `${subject} is too complex to be compared.`;
    default:
      return describeLimit(gap, { subject, isNarrower });
  }
}

function describeLimit(
  { rule, from, to }: Gap,
  { subject, isNarrower }: { readonly subject: string; readonly isNarrower: boolean },
): string {
  const label = LABELS[rule] ?? `condition "${rule}"`;
  if (LABELS[rule] === undefined) {
    return isNarrower
      ? `${subject} has another ${label}, which may refuse what was possible.`
      : `${subject} has another ${label}, which may let through what was not possible.`;
  }
  const [was, is] = isNarrower ? [from, to] : [to, from];
  if (was === undefined) return `${subject} now has a ${label}: ${previewJson(is)}.`;
  if (is === undefined) return `${subject} no longer has its ${label} of ${previewJson(was)}.`;
  return `${subject} now has the ${label} ${previewJson(is)}, and had ${previewJson(was)}.`;
}

function describeSegments(segments: readonly Segment[]): string {
  let text = '';
  for (const segment of segments) {
    switch (segment.kind) {
      case 'name':
        text += `${text === '' ? '' : '.'}${segment.name}`;
        break;
      case 'position':
        text += `[${segment.position}]`;
        break;
      case 'items':
        text += '[]';
        break;
      case 'others':
        text += `${text === '' ? '' : '.'}*`;
        break;
    }
  }
  return text === '' ? 'The value' : previewJson(text);
}

function lower(subject: string): string {
  return subject === 'The value' ? 'the value' : subject;
}

function listKinds(kinds: unknown): string {
  const names = (Array.isArray(kinds) ? kinds : [kinds]).map(String);
  const isNumber = names.includes('integer') && names.includes('fraction');
  const words = names
    .filter((name) => !(isNumber && name === 'integer'))
    .map((name) => {
      if (name !== 'fraction') return name;
      return isNumber ? 'number' : 'a number with a fraction';
    });
  return words.join(' or ');
}

function previewList(values: unknown): string {
  const list = Array.isArray(values) ? values : [values];
  return `${list.slice(0, 5).map(previewJson).join(', ')}${list.length > 5 ? ' and others' : ''}`;
}
