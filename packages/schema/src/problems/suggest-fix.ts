import { describeType } from './describe-value.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Fault } from './fault.ts';
import { previewJson } from './preview-json.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;
const MAX_PARSED_LENGTH = 100_000;

/** A likely fix for a value of the wrong type or spelling. It echoes the value. */
export function suggestFix({ keyword, params, data }: Fault): string | undefined {
  if (keyword === 'type') return suggestType([params['type']].flat(), data);
  const allowed = params['allowedValues'] ?? [params['allowedValue'] ?? []].flat();
  return Array.isArray(allowed) ? suggestValue(allowed, data) : undefined;
}

function suggestType(types: readonly unknown[], data: unknown): string | undefined {
  if (typeof data === 'string') {
    const value = parseJson(data);
    const type = describeType(value);
    if (types.includes(type) || (type === 'integer' && types.includes('number'))) {
      return type === 'array' || type === 'object'
        ? `send the ${type} itself, not a string of JSON`
        : `send ${previewJson(value)} without quotes`;
    }
  }
  if (types.includes('string') && (typeof data === 'number' || typeof data === 'boolean')) {
    return `send ${previewJson(String(data))} with quotes`;
  }
  return types.includes('array') && data !== undefined && data !== null
    ? 'send an array, also for a single item'
    : undefined;
}

function suggestValue(allowed: readonly unknown[], data: unknown): string | undefined {
  const sameText = allowed.find(
    (value) => value !== data && toText(value) !== undefined && toText(value) === toText(data),
  );
  if (sameText !== undefined) {
    return `send ${previewJson(sameText)} ${typeof sameText === 'string' ? 'with' : 'without'} quotes`;
  }
  if (typeof data !== 'string') return undefined;
  const near = didYouMean(
    data,
    allowed.filter((value) => typeof value === 'string'),
  );
  return near === undefined ? undefined : `did you mean ${previewJson(near)}?`;
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** What a string of JSON stands for; `undefined` for any other text. */
function parseJson(text: string): unknown {
  const trimmed = text.trim();
  const likely = NUMBER.test(trimmed) || /^(?:true|false|null|[[{].*)$/su.test(trimmed);
  if (!likely || trimmed.length > MAX_PARSED_LENGTH) return undefined;
  try {
    const value: unknown = JSON.parse(trimmed);
    return value;
  } catch {
    return undefined;
  }
}
