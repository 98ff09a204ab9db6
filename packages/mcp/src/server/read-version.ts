import { readFileSync } from 'node:fs';

/** The version of a package whose manifest is not there. */
const UNKNOWN = '0.0.0';

let version: string | undefined;

/** Returns the version of this package. */
export function readVersion(): string {
  version ??= read();
  return version;
}

function read(): string {
  try {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    return (JSON.parse(text) as { readonly version: string }).version;
  } catch {
    // The file stayed behind when a program was bundled.
    return UNKNOWN;
  }
}
