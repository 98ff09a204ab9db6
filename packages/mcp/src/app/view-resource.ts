import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { readFile } from 'node:fs/promises';

/** The address of the page that draws the results of every tool. */
export const VIEW_URI = 'ui://formwork/view.html';

/** The media type of pages; the MCP Apps extension knows no other. */
const VIEW_MIME_TYPE = 'text/html;profile=mcp-app';

/** The file with the built page; the path is right both in built code and in the sources. */
const FILE = new URL('../../dist/view/index.html', import.meta.url);

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

/** Returns the page as a resource of MCP; `undefined` if it has not been built. */
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
