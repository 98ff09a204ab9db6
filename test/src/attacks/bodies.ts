/** A request body that the server must refuse, because it is not the JSON that it claims to be. */
export interface BodyAttack {
  readonly name: string;
  /** The request body, as text or as raw bytes. */
  readonly body: string | Uint8Array;
  /** Further header lines of the request. Default: `Content-Type: application/json`. */
  readonly lines?: readonly string[];
}

/** A depth of nesting that every HTTP endpoint refuses. */
const DEEP = 5_000;

const nest = (open: string, close: string): string => `${open.repeat(DEEP)}1${close.repeat(DEEP)}`;

const utf16 = Uint8Array.from(Buffer.from('\ufeff{"jsonrpc":"2.0"}', 'utf16le'));

/** Bodies that are no JSON object, or one that only some parsers accept. */
const TEXTS: readonly BodyAttack[] = [
  ['nothing but spaces', '   '],
  ['an end', '}'],
  ['a beginning', '{'],
  ['half an escape', '{"a":"\\u00'],
  ['half a surrogate pair as a name', '{"\\ud800":1}'],
  ['a comment', '{/* x */"a":1}'],
  ['a comma at the end', '{"a":1,}'],
  ['single quotes', "{'a':1}"],
  ['a name without quotes', '{a:1}'],
  ['not a number', '{"a":NaN}'],
  ['infinity', '{"a":Infinity}'],
  ['a number in hexadecimal', '{"a":0x10}'],
  ['a number that begins with zero', '{"a":010}'],
  ['a number beyond all', '{"a":1e99999}'],
  ['a number of many digits', `{"a":${'9'.repeat(100_000)}}`],
  ['two documents', '{"a":1}{"b":2}'],
  ['two lines', '{"a":1}\n{"b":2}'],
  ['a zero byte behind', '{"a":1}\u0000'],
  ['a zero byte inside', '{"a\u0000":1}'],
  ['a control in a text', '{"a":"\u0001"}'],
  ['a byte order mark', '\u00ef\u00bb\u00bf{"a":1}'],
  ['the protection of another framework', ")]}',\n{}"],
  ['a number', '7'],
  ['null', 'null'],
  ['a text', '"x"'],
  ['a list', '[]'],
  ['a list of lists', '[[[]]]'],
  ['lists in lists', nest('[', ']')],
  ['objects in objects', nest('{"a":', '}')],
  ['a list that never ends', '['.repeat(200_000)],
  ['objects that never end', '{"a":'.repeat(100_000)],
  ['very many members', `{${Array.from({ length: 200_000 }, (_, at) => `"${at}":0`).join(',')}}`],
  ['very many items', `{"params":[${'0,'.repeat(400_000)}0]}`],
  ['a long name', `{"${'x'.repeat(1_000_000)}":1}`],
  ['more than a door reads', `{"a":"${'x'.repeat(20_000_000)}"}`],
  ['XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['YAML', 'a: !!js/function "function(){}"'],
  ['a form', 'jsonrpc=2.0&method=SendMessage'],
].map(([name = '', body = '']) => ({ name, body }));

/**
 * Bodies that would change the prototype of all objects, if a server copied their members without
 * care.
 */
const PROTOTYPES: readonly BodyAttack[] = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"__proto__":null}',
  '{"__proto__":[]}',
  '{"__proto__":{"toString":"x"}}',
  '{"a":{"__proto__":{"polluted":true}}}',
  '{"params":{"__proto__":{"polluted":true}}}',
  '{"params":{"message":{"__proto__":{"polluted":true}}}}',
  '{"message":{"metadata":{"__proto__":{"polluted":true}}}}',
  '{"metadata":{"constructor":{"prototype":{"polluted":true}}},"role":1}',
  '{"payload":{"__proto__":{"polluted":true}},"message_type":"request"}',
  '{"\\u005f_proto__":{"polluted":true}}',
  '{"hasOwnProperty":1,"toString":1,"valueOf":1}',
  '{"__defineGetter__":1,"__lookupSetter__":1}',
  '{"then":{"then":1}}',
  '{"toJSON":"x","length":-1}',
].map((body) => ({ name: body, body }));

/** Content types and encodings under which a body means something else than JSON. */
const TYPES: readonly BodyAttack[] = [
  ['Content-Type: text/plain'],
  ['Content-Type: application/x-www-form-urlencoded'],
  ['Content-Type: multipart/form-data; boundary=x'],
  ['Content-Type: text/html'],
  ['Content-Type: application/xml'],
  ['Content-Type: application/json; charset=utf-7'],
  ['Content-Type: application/json; charset=utf-16'],
  ['Content-Type: application/json, text/plain'],
  ['Content-Type: application/jsonx'],
  ['Content-Type: '],
  [],
  ['Content-Type: application/json', 'Content-Encoding: gzip'],
  ['Content-Type: application/json', 'Content-Encoding: br'],
  ['Content-Type: application/json', 'Content-Encoding: deflate'],
  ['Content-Type: application/json', 'Content-Encoding: zstd'],
  ['Content-Type: application/json', 'Content-Encoding: gzip, gzip'],
  ['Content-Type: application/json', 'Content-Encoding: x'],
].map((lines) => ({ name: lines.join(' and ') || 'no type', body: '{"jsonrpc":"2.0"}', lines }));

const BYTES: readonly BodyAttack[] = [
  { name: 'UTF-16', body: utf16 },
  { name: 'bytes that are no UTF-8', body: Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d) },
  { name: 'an overlong slash', body: Uint8Array.of(0x22, 0xc0, 0xaf, 0x22) },
  { name: 'a surrogate as bytes', body: Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22) },
  { name: 'zero bytes', body: new Uint8Array(1_000) },
];

/**
 * Bodies that every HTTP endpoint must refuse in its own words, at once and without harm to other
 * requests.
 */
export const BODY_ATTACKS: readonly BodyAttack[] = [...TEXTS, ...PROTOTYPES, ...TYPES, ...BYTES];

/**
 * JSON texts with a repeated name, of which one parser takes the first value and another the last.
 */
export const DUPLICATE_ATTACKS: readonly string[] = [
  '{"metadata":{"a":1},"metadata":{"b":2}}',
  '{"metadata":{"a":1,"a":2}}',
  '{"metadata":{"a":1,"\\u0061":2}}',
  '{"metadata":{"a":[{"b":1,"b":1}]}}',
  '{"metadata":{"__proto__":1,"__proto__":2}}',
  '{"metadata":{"":1,"":2}}',
  '{"metadata":{"\\ud83d\\ude00":1,"\\uD83D\\uDE00":2}}',
  '{"metadata":{"a\\/b":1,"a/b":2}}',
];

/** JSON texts with a number that JavaScript changes, each with the JSON pointer to it. */
export const NUMBER_ATTACKS: readonly (readonly [text: string, pointer: string])[] = [
  ['{"metadata":{"id":9007199254740993}}', '/metadata/id'],
  ['{"metadata":{"a/b":[1,{"id":-9007199254740993}]}}', '/metadata/a~1b/1/id'],
  ['{"metadata":[12345678901234567890]}', '/metadata/0'],
  ['{"metadata":{"n":1e400}}', '/metadata/n'],
  ['{"metadata":{"n":-1E-400}}', '/metadata/n'],
  ['{"metadata":{"n":90071992547409.93e2}}', '/metadata/n'],
  // JavaScript has this one, and cannot tell whether it stands for 2^53 + 1.
  ['{"metadata":{"n":9007199254740992}}', '/metadata/n'],
  ['{"metadata":{"n":-1152921504606847E3}}', '/metadata/n'],
  ['{"metadata":{"\\ud83d":9007199254740993}}', '/metadata/\uFFFD'],
];

/** JSON texts with half of a surrogate pair, each with the JSON pointer to it. */
export const HALF_ATTACKS: readonly (readonly [text: string, pointer: string])[] = [
  ['{"metadata":{"a":["\\ud83d\\ude00","x\\uD83D"]}}', '/metadata/a/1'],
  ['{"metadata":{"a":"\\udE00\\ud83d"}}', '/metadata/a'],
  ['{"metadata":{"a":{"\\udc00":1}}}', '/metadata/a/\uFFFD'],
];
