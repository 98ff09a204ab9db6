import { toErrorText } from '@formwork/core';

/** Causes of causes that are told. */
const MAX_CAUSES = 3;

/**
 * What a failed request says of its reason, in one line. `fetch` itself says no more than
 * "fetch failed": what happened stands in its cause, or in the code of that.
 */
export function describeFault(thrown: unknown): string {
  const texts: string[] = [];
  for (
    let current: unknown = thrown;
    current !== undefined && texts.length < MAX_CAUSES;
    current = current instanceof Error ? current.cause : undefined
  ) {
    const text = describeOne(current);
    if (text !== '' && !texts.includes(text)) texts.push(text);
  }
  const [first = 'nothing is known', ...causes] = texts;
  return causes.length === 0 ? first : `${first} (${causes.join(': ')})`;
}

function describeOne(thrown: unknown): string {
  if (!(thrown instanceof Error)) return toErrorText(thrown).split('\n')[0] ?? '';
  const [message = ''] = thrown.message.split('\n');
  if (message !== '') return message;
  // Several addresses were tried: the error of all of them has no message of its own.
  const code: unknown = Reflect.get(thrown, 'code');
  return typeof code === 'string' ? code : thrown.name;
}
