import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { readFile } from 'node:fs/promises';

/** The address of the page that draws the results of every tool. */
export const VIEW_URI = 'ui://formwork/view.html';

/** The media type of pages; the MCP Apps extension knows no other. */
const VIEW_MIME_TYPE = 'text/html;profile=mcp-app';

/**
 * The security settings of the page as a resource: it loads nothing and needs no permissions,
 * because everything is inside it.
 */
const VIEW_META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
};

let text: Promise<string> | undefined;

/**
 * Returns the page as a resource of MCP; `undefined` if it has not been built, or stayed behind when
 * a program was bundled, as in Workers, where modules have no address.
 */
export async function readView(): Promise<ReadResourceResult | undefined> {
  try {
    text ??= readFile(new URL('../../dist/view/index.html', import.meta.url), 'utf8');
    const content = { uri: VIEW_URI, mimeType: VIEW_MIME_TYPE, text: await text };
    return { contents: [{ ...content, _meta: VIEW_META }] };
  } catch {
    text = undefined;
    return undefined;
  }
}
