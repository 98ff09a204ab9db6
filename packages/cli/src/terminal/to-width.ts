import { createRequire } from 'node:module';
import type stringWidth from 'string-width';

// Its expressions know every letter there is and take 25 ms to make, a tenth of a command. Lines are
// drawn at once, so that it cannot come by `import()`.
const load = createRequire(new URL('./', import.meta.url));

let measure: typeof stringWidth | undefined;

/** How many columns of a terminal a text takes. */
export function toWidth(text: string): number {
  if (!/[^ -~]/u.test(text)) return text.length;
  measure ??= (load('string-width') as { readonly default: typeof stringWidth }).default;
  return measure(text);
}
