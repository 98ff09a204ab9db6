/** A link of an agent that is safe to be shown as a link. */
export interface SafeLink {
  readonly href: string;
  /** The target as people see it: the host, or a mail address. */
  readonly host: string;
}

/** The maximum length of a link, in characters; a longer one is shown as text. */
const MAX_LENGTH = 2048;

const MAIL = /^[^\s@/?#&]{1,128}@[^\s@/?#&]{1,255}$/u;

/**
 * Reads a link to the web or to a mailbox; `undefined` for all other text, such as scripts, `data:`
 * URLs, files and addresses within this page. An address with a user name is refused, because it
 * hides its host.
 */
export function toSafeLink(text: string): SafeLink | undefined {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'mailto:') {
    const address = decode(url.pathname);
    return MAIL.test(address) ? { href: `mailto:${encodeURI(address)}`, host: address } : undefined;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return { href: url.href, host: url.host };
}

/** Reads a `mailto:` link; `undefined` for a text that holds no mail address. */
export function toMailLink(text: string): SafeLink | undefined {
  return MAIL.test(text) ? toSafeLink(`mailto:${text}`) : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
