/** A link that may be shown. */
export interface SafeLink {
  readonly href: string;
  /** Where it leads, as a person should see it: the host, or the address of a mail. */
  readonly host: string;
}

/** Addresses that are longer are shown as text. */
const MAX_LENGTH = 2048;

const MAIL = /^[^\s@/?#&]{1,128}@[^\s@/?#&]{1,255}$/u;

/**
 * A link to the web or to a mailbox; `undefined` for everything else, such as scripts, data, files and
 * addresses within this page. Addresses with a user are refused as they hide their host.
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

/** A link to a mailbox; `undefined` for a text that is no address. */
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
