import { readFile } from 'node:fs/promises';
import type { ReadResourceResult } from '@modelcontextprotocol/server';

/** Where the one page is that draws every tool. */
export const VIEW_URI = 'ui://formwork/view.html';

/** The only type of page that the extension knows. */
const VIEW_MIME_TYPE = 'text/html;profile=mcp-app';

/** The built page, whether this code runs built or as source. */
const FILE = new URL('../../dist/view/index.html', import.meta.url);

/** Nothing is loaded from anywhere, and nothing asked for: the page is whole in itself. */
const VIEW_META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
};

let text: Promise<string> | undefined;

/** The page; `undefined` if it has not been built. */
export async function readView(): Promise<ReadResourceResult | undefined> {
  try {
    text ??= readFile(FILE, 'utf8');
    const content = { uri: VIEW_URI, mimeType: VIEW_MIME_TYPE, text: await text };
    return { contents: [{ ...content, _meta: VIEW_META }] };
  } catch {
    text = undefined;
    return undefined;
  }
}
