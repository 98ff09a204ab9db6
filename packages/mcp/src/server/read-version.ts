import { readFileSync } from 'node:fs';

let version: string | undefined;

/** Returns the version of this package. */
export function readVersion(): string {
  version ??= read();
  return version;
}

function read(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
