import { findPatternFault } from '../pattern/find-pattern-fault.ts';
import { isHostname, isInternationalHostname } from './hostnames.ts';

const OCTET = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/u;

const HEX_GROUP = /^[0-9a-fA-F]{1,4}$/u;

/**
 * The characters beyond ASCII that an IRI may hold (RFC 3987, section 2.2), without those for
 * private use.
 */
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

const URI = createGrammar('', '');

const IRI = createGrammar(OTHER_CHARACTERS, PRIVATE_CHARACTERS);

const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]*:/u;

const FUTURE_ADDRESS = /^[vV][0-9a-fA-F]+\.[\w.~!$&'()*+,;=:-]+$/u;

const REFERENCE = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su;

const AUTHORITY = /^(?:([^@]*)@)?(\[[^[\]]*\]|[^:]*)(?::\d*)?$/su;

/**
 * A function that is true for a text of one format. It never throws, and its time grows linearly
 * with the text.
 */
type FormatCheck = (text: string) => boolean;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/u;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(z|[+-]\d{2}:\d{2})?$/iu;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const DURATION =
  /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/u;

const ATOM = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+$/u;
/**
 * Matches plain e-mail addresses, which are most of them, so that the full check is rarely needed.
 */
const PLAIN_EMAIL = /^[\w+-]+(?:\.[\w+-]+)*@[a-zA-Z0-9]{1,63}(?:\.[a-zA-Z0-9]{1,63}){1,2}$/u;
/**
 * Matches the quoted local part of an e-mail address (RFC 5321): printable ASCII, in which a
 * backslash escapes.
 */
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/u;
/**
 * Matches a word of the local part of an international e-mail address (RFC 6532): characters beyond
 * ASCII are allowed.
 */
const ANY_ATOM = /^(?:[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]|[^\0-\u007f\p{Cs}])+$/u;
const ANY_QUOTED = /^"(?:[ !#-[\]-~]|[^\0-\u007f\p{Cs}]|\\[ -~])*"$/u;

const ESCAPED = '%[0-9a-fA-F]{2}';

const TEMPLATE_NAME = `(?:\\w|${ESCAPED})+(?:\\.(?:\\w|${ESCAPED})+)*(?::[1-9]\\d{0,3}|\\*)?`;
const TEMPLATE = new RegExp(
  `^(?:[^\\u0000-\\u0020\\u007f"<>%\\\\^\`{|}]|${ESCAPED}|\\{[+#./;?&=,!@|]?${TEMPLATE_NAME}(?:,${TEMPLATE_NAME})*\\})*$`,
  'u',
);

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/u;
const POINTER_FRAGMENT = /^#(?:\/(?:[\w.!$&'()*+,;:=@~-]|%[0-9a-fA-F]{2})*)*$/u;
const RELATIVE_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/u;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;
const BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u;

/**
 * The checks of all formats of texts, for every dialect. A format that is missing here checks
 * nothing.
 */
const TEXT_FORMATS: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ['date-time', (text) => isDateTime(text, isTime)],
  ['date', isDate],
  ['time', isTime],
  ['iso-date-time', (text) => isDateTime(text, isLocalTime)],
  ['iso-time', isLocalTime],
  ['duration', (text) => DURATION.test(text)],
  ['email', isEmail],
  ['idn-email', isInternationalEmail],
  ['hostname', isHostname],
  ['idn-hostname', isInternationalHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uri-template', (text) => TEMPLATE.test(text)],
  ['url', (text) => /^(?:[hH][tT]{2}[pP][sS]?|[fF][tT][pP]):\/\/[^/?#]/u.test(text) && isUri(text)],
  ['uuid', (text) => UUID.test(text)],
  ['json-pointer', (text) => POINTER.test(text)],
  ['json-pointer-uri-fragment', isPointerFragment],
  ['relative-json-pointer', (text) => RELATIVE_POINTER.test(text)],
  ['regex', (text) => findPatternFault(text) === undefined],
  ['byte', (text) => BYTE.test(text)],
]);

/** The checks of all formats of numbers, which come from OpenAPI. */
const NUMBER_FORMATS: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ['int32', (value: number) => Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31],
  ['int64', (value: number) => Number.isInteger(value)],
]);

/**
 * The formats that are known, so that schemas may use them without a warning, but that check
 * nothing.
 */
const ANNOTATIONS = ['float', 'double', 'password', 'binary'];

/** The names of all formats that this package knows, whether they check anything or not. */
export const KNOWN_FORMATS: ReadonlySet<string> = new Set([
  ...TEXT_FORMATS.keys(),
  ...NUMBER_FORMATS.keys(),
  ...ANNOTATIONS,
]);

/** Makes the check of a format; `undefined` for formats that check nothing. */
export function createFormatCheck(format: string): ((value: unknown) => boolean) | undefined {
  const text = TEXT_FORMATS.get(format);
  if (text !== undefined) return (value) => typeof value !== 'string' || text(value);
  const number = NUMBER_FORMATS.get(format);
  if (number !== undefined) return (value) => typeof value !== 'number' || number(value);
  return undefined;
}

function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (DATE.exec(text) ?? []).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** True for a time of day with an offset (RFC 3339). */
function isTime(text: string): boolean {
  return /[z\d:]$/iu.test(text) && TIME.exec(text)?.[4] !== undefined && isLocalTime(text);
}

function isLocalTime(text: string): boolean {
  const match = TIME.exec(text);
  if (match === null) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const zone = match[4] ?? 'z';
  const [zoneHour, zoneMinute] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))];
  if (hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) return false;
  if (second < 60) return true;
  // A leap second can only be the last second of a day in UTC.
  const offset = (zone.startsWith('-') ? -1 : 1) * (zoneHour * 60 + zoneMinute);
  return (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

function isDateTime(text: string, isOfTime: FormatCheck): boolean {
  const separator = text[10];
  return (
    (separator === 'T' || separator === 't') &&
    isDate(text.slice(0, 10)) &&
    isOfTime(text.slice(11))
  );
}

/** True for an e-mail address in ASCII (RFC 5321). */
function isEmail(text: string): boolean {
  return (
    PLAIN_EMAIL.test(text) || isMailbox(text, { atom: ATOM, quoted: QUOTED, isHost: isHostname })
  );
}

/** The longest domain that is composed, in characters: four for each byte of a host name. */
const MAX_DOMAIN = 1012;

/** True for an e-mail address in letters of any script (RFC 6531). */
function isInternationalEmail(text: string): boolean {
  // Domains are compared in their composed form, so any form stands for it (RFC 5321, RFC 5890).
  // ICU sorts marks by insertion: 100,000 of them take seven seconds.
  const isHost = (domain: string): boolean =>
    domain.length <= MAX_DOMAIN && isInternationalHostname(domain.normalize('NFC'));
  const shape = { atom: ANY_ATOM, quoted: ANY_QUOTED, isHost };
  return isEmail(text) || isMailbox(text, shape);
}

function isMailbox(
  text: string,
  {
    atom,
    quoted,
    isHost,
  }: {
    readonly atom: RegExp;
    readonly quoted: RegExp;
    readonly isHost: FormatCheck;
  },
): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1) return false;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const isLocal = local.startsWith('"')
    ? quoted.test(local)
    : local.split('.').every((part) => atom.test(part));
  if (!isLocal) return false;
  if (!domain.startsWith('[')) return isHost(domain);
  if (!domain.endsWith(']')) return false;
  const address = domain.slice(1, -1);
  return /^ipv6:/iu.test(address) ? isIpv6(address.slice(5)) : isIpv4(address);
}

function isPointerFragment(text: string): boolean {
  return POINTER_FRAGMENT.test(text) && !/~(?![01])/u.test(text);
}

/**
 * The regular expressions for the parts of a URI or IRI reference; the time of each grows linearly
 * with the text.
 */
interface Grammar {
  readonly path: RegExp;
  readonly query: RegExp;
  readonly fragment: RegExp;
  readonly user: RegExp;
  readonly host: RegExp;
}

/**
 * Makes the patterns of URI references, with further characters for IRIs. Each expression takes one
 * character at a time, or one that is escaped, so that no text is read twice.
 */
function createGrammar(extra: string, moreInQueries: string): Grammar {
  const repeat = (characters: string): RegExp =>
    new RegExp(`^(?:[\\w.~!$&'()*+,;=${extra}${characters}-]|%[0-9a-fA-F]{2})*$`, 'u');
  return {
    path: repeat(':@/'),
    query: repeat(`:@/?${moreInQueries}`),
    fragment: repeat(':@/?'),
    user: repeat(':'),
    host: repeat(''),
  };
}

/** True for a URI (RFC 3986). */
function isUri(text: string): boolean {
  return SCHEME.test(text) && isReference(text, URI);
}

/** True for a URI, or a reference relative to one (RFC 3986). */
function isUriReference(text: string): boolean {
  return isReference(text, URI);
}

/** True for an IRI, which is a URI with characters of any script (RFC 3987). */
function isIri(text: string): boolean {
  return SCHEME.test(text) && isReference(text, IRI);
}

/** True for an IRI, or a reference relative to one (RFC 3987). */
function isIriReference(text: string): boolean {
  return isReference(text, IRI);
}

function isReference(text: string, grammar: Grammar): boolean {
  const [, hierarchy = '', query = '', fragment = ''] = REFERENCE.exec(text) ?? [];
  if (!grammar.query.test(query) || !grammar.fragment.test(fragment)) return false;
  const scheme = SCHEME.exec(hierarchy)?.[0] ?? '';
  const afterScheme = hierarchy.slice(scheme.length);
  if (!afterScheme.startsWith('//')) {
    // In a reference without a scheme, a colon in the first segment would end a scheme.
    return grammar.path.test(afterScheme) && (scheme !== '' || !/^[^/]*:/u.test(afterScheme));
  }
  const end = afterScheme.indexOf('/', 2);
  const authority = afterScheme.slice(2, end < 0 ? undefined : end);
  return (
    isAuthority(authority, grammar) && grammar.path.test(end < 0 ? '' : afterScheme.slice(end))
  );
}

function isAuthority(text: string, grammar: Grammar): boolean {
  const match = AUTHORITY.exec(text);
  if (match === null) return false;
  const [, user = '', host = ''] = match;
  if (!grammar.user.test(user)) return false;
  if (!host.startsWith('[')) return grammar.host.test(host);
  const address = host.slice(1, -1);
  return isIpv6(address) || FUTURE_ADDRESS.test(address);
}

/** True for an IPv4 address: four numbers, none with a leading zero. */
function isIpv4(text: string): boolean {
  const octets = text.split('.');
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet));
}

/** True for an IPv6 address (RFC 4291), without a zone. */
function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2 || text.length > 45) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const hasIpv4 = last.includes('.');
  if (hasIpv4 && (!isIpv4(last) || text.endsWith('::'))) return false;
  const hex = hasIpv4 ? groups.slice(0, -1) : groups;
  if (!hex.every((group) => HEX_GROUP.test(group))) return false;
  const count = hex.length + (hasIpv4 ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}
