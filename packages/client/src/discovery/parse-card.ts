import { isRecord } from '@formwork/core';
import { ConnectError } from '../errors/connect-error.ts';

/** A card as JSON. @throws ConnectError if it is none. */
export function parseCard(text: string, url: URL): Readonly<Record<string, unknown>> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    raw = undefined;
  }
  if (isRecord(raw)) return raw;
  throw new ConnectError(
    `Cannot connect as ${url.href} must be an agent card: current value is ${JSON.stringify(text.slice(0, 60))}`,
  );
}
