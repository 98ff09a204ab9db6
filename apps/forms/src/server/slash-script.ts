import { createHash } from 'node:crypto';

/**
 * The script that stands first in a page: it adds the slash that the page's relative paths need at
 * the end of its address. Behind a proxy that strips a prefix, only the browser knows whether it is
 * missing. It tries once, because a proxy may take the slash away again.
 */
const SLASH_SCRIPT =
  'let p=location.pathname,s=sessionStorage;/\\/$|\\.html$/.test(p)?s.removeItem("slash"):s.slash||(s.slash=1,location.pathname=p+"/")';

/** The script as a source in a Content Security Policy. */
export const SLASH_SOURCE: string = `'sha256-${createHash('sha256').update(SLASH_SCRIPT).digest('base64')}'`;

/** Makes the built HTML of a page begin with the script, before anything that it would load. */
export function addSlashScript(): {
  readonly name: string;
  readonly transformIndexHtml: {
    readonly order: 'post';
    readonly handler: (html: string) => string;
  };
} {
  return {
    name: 'formwork:slash',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<head>', `<head><script>${SLASH_SCRIPT}</script>`),
    },
  };
}
