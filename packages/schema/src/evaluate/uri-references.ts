import { isIpv6 } from './ip-addresses.ts';

/** What the parts of a reference may be made of. Linear in the text. */
interface Grammar {
  readonly path: RegExp;
  readonly query: RegExp;
  readonly fragment: RegExp;
  readonly user: RegExp;
  readonly host: RegExp;
}

/** RFC 3987, section 2.2: characters of other scripts, none of them private. */
const OTHER_CHARACTERS =
  '\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef' +
  Array.from({ length: 14 }, (_, plane) => {
    const [from, to] = [
      plane === 13 ? 0xe_10_00 : (plane + 1) * 0x1_00_00,
      (plane + 2) * 0x1_00_00,
    ];
    return `\\u{${from.toString(16)}}-\\u{${(to - 3).toString(16)}}`;
  }).join('');

const PRIVATE_CHARACTERS = '\\ue000-\\uf8ff\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}';

const URI = toGrammar('', '');
const IRI = toGrammar(OTHER_CHARACTERS, PRIVATE_CHARACTERS);

const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]*:/u;
const FUTURE_ADDRESS = /^[vV][0-9a-fA-F]+\.[\w.~!$&'()*+,;=:-]+$/u;
const REFERENCE = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su;
const AUTHORITY = /^(?:([^@]*)@)?(\[[^[\]]*\]|[^:]*)(?::\d*)?$/su;

/** Each expression eats one character, or one that is escaped, so that no text is read twice. */
function toGrammar(more: string, moreInQueries: string): Grammar {
  const repeat = (characters: string): RegExp =>
    new RegExp(`^(?:[\\w.~!$&'()*+,;=${more}${characters}-]|%[0-9a-fA-F]{2})*$`, 'u');
  return {
    path: repeat(':@/'),
    query: repeat(`:@/?${moreInQueries}`),
    fragment: repeat(':@/?'),
    user: repeat(':'),
    host: repeat(''),
  };
}

/** RFC 3986: a URI. */
export function isUri(text: string): boolean {
  return SCHEME.test(text) && isReference(text, URI);
}

/** RFC 3986: a URI, or a reference that is relative to one. */
export function isUriReference(text: string): boolean {
  return isReference(text, URI);
}

/** RFC 3987: a URI with characters of any script. */
export function isIri(text: string): boolean {
  return SCHEME.test(text) && isReference(text, IRI);
}

/** RFC 3987: such a one, or a reference that is relative to one. */
export function isIriReference(text: string): boolean {
  return isReference(text, IRI);
}

function isReference(text: string, grammar: Grammar): boolean {
  const [, hierarchy = '', query = '', fragment = ''] = REFERENCE.exec(text) ?? [];
  if (!grammar.query.test(query) || !grammar.fragment.test(fragment)) return false;
  const scheme = SCHEME.exec(hierarchy)?.[0] ?? '';
  const rest = hierarchy.slice(scheme.length);
  if (!rest.startsWith('//')) {
    // Without a scheme a colon in the first segment would make one.
    return grammar.path.test(rest) && (scheme !== '' || !/^[^/]*:/u.test(rest));
  }
  const end = rest.indexOf('/', 2);
  const authority = rest.slice(2, end < 0 ? undefined : end);
  return isAuthority(authority, grammar) && grammar.path.test(end < 0 ? '' : rest.slice(end));
}

function isAuthority(text: string, grammar: Grammar): boolean {
  const found = AUTHORITY.exec(text);
  if (found === null) return false;
  const [, user = '', host = ''] = found;
  if (!grammar.user.test(user)) return false;
  if (!host.startsWith('[')) return grammar.host.test(host);
  const address = host.slice(1, -1);
  return isIpv6(address) || FUTURE_ADDRESS.test(address);
}
