import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The script that defines the element `<formwork-form>`, one file with all that it needs. */
export interface ElementFile {
  /** The name of the file, which changes with its content, such as `element-Xq3d0pA1.js`. */
  readonly name: string;
  /** The value of `integrity` for the script, such as `sha384-...`. */
  readonly integrity: string;
  readonly bytes: Buffer;
  /** The content compressed, by HTTP encoding. */
  readonly compressed: { readonly br: Buffer; readonly gzip: Buffer };
}

let read: ElementFile | undefined;

/**
 * Reads the script of the element, once in a process.
 *
 * @throws Error if the script has not been built
 *
 * @example
 * ```ts
 * import { readElementFile } from '@formwork/embed';
 *
 * const { name, integrity } = readElementFile();
 * console.log(`https://agent.example/forms/${name}`, integrity);
 * ```
 */
export function readElementFile(): ElementFile {
  read ??= open();
  return read;
}

/** Each file is named where it is read, in full, because bundlers of apps take it along by that. */
function open(): ElementFile {
  const bytes = readFileSync(new URL('../dist/element/element.js', import.meta.url));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  return {
    name: `element-${hash}.js`,
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
    bytes,
    compressed: {
      br: readFileSync(new URL('../dist/element/element.js.br', import.meta.url)),
      gzip: readFileSync(new URL('../dist/element/element.js.gz', import.meta.url)),
    },
  };
}
