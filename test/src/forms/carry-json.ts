import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/**
 * The length from which JSON is packed before it is sent to a page, because sending ten million
 * characters takes longer than drawing them.
 */
const LARGE = 100_000;

/** Sends JSON to a page, which parses it and keeps the value under a name of `window`. */
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
