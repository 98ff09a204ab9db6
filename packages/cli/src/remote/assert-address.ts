import { UsageError } from '../errors/errors.ts';

/** @throws UsageError for a text that is not the URL of an agent */
export function assertAddress(text: string, name = 'URL'): void {
  if (isWebUrl(text)) return;
  const guess = `http://${text}`;
  // A port or a dot: what people mean when they leave the protocol out.
  const hint =
    /^(?:[\w-]+\.)*[\w-]+(?::\d+)?(?:\/\S*)?$/u.test(text) && isWebUrl(guess)
      ? `. Did you mean ${guess}?`
      : '';
  throw new UsageError(
    `Cannot connect as ${name} must be an http or https URL: current value is ${JSON.stringify(text)}${hint}`,
  );
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol);
}
