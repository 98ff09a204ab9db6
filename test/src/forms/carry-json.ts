import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** Characters from which a text is packed: to carry ten million takes longer than to draw them. */
const LARGE = 100_000;

/** Carries JSON to a page, where it is read and kept under a name of `window`. */
export async function carryJson(
  page: Page,
  name: 'prepared' | 'preparedResult',
  json: string,
): Promise<void> {
  if (json.length < LARGE) {
    await page.evaluate(
      ([key, text]) => {
        Object.assign(window, { [key]: JSON.parse(text) });
      },
      [name, json] as const,
    );
    return;
  }
  const packed = gzipSync(json, { level: 1 }).toString('base64');
  await page.evaluate(
    async ([key, text]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
      Object.assign(window, { [key]: await new Response(unpacked).json() });
    },
    [name, packed] as const,
  );
}
