/**
 * Describes an object that holds something that JSON leaves out without an error: members under
 * symbols, members of a list beside its items, and members that only its class has, which are
 * private fields with their getters. `undefined` if there is nothing of that kind.
 *
 * Methods of a class are no data. Members that are not enumerable count as hidden on purpose: model
 * providers' libraries keep the id of a request in such a member of each answer.
 *
 * @throws TypeError for a proxy that is revoked or whose traps throw
 */
export function describeHiddenMembers(value: object, keys: readonly string[]): string | undefined {
  for (const symbol of Object.getOwnPropertySymbols(value)) {
    if (isEnumerable(value, symbol)) return `an object with a member ${String(symbol)}`;
  }
  const isList = Array.isArray(value);
  if (isList && keys.length > value.length) {
    const extra = keys.find((key) => !isIndex(key, value.length));
    if (extra !== undefined) return `a list with a member ${JSON.stringify(extra)}`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === Array.prototype) return undefined;
  return describeInstance(prototype, isList || keys.length > 0);
}

function isEnumerable(value: object, key: string | symbol): boolean {
  return Object.prototype.propertyIsEnumerable.call(value, key);
}

function isIndex(key: string, length: number): boolean {
  const index = Number(key);
  return Number.isInteger(index) && index >= 0 && index < length && String(index) === key;
}

/** The members of a class, as far as they decide whether JSON carries its instances. */
interface ClassMembers {
  /** A member that holds data, such as a getter; absent if there is none. */
  readonly data?: string;
  readonly hasMethods: boolean;
}

const classes = new WeakMap<object, ClassMembers>();

function describeInstance(prototype: unknown, hasFields: boolean): string | undefined {
  let hasMethods = false;
  for (let link = prototype; isClass(link); link = Object.getPrototypeOf(link)) {
    const members = readMembers(link);
    if (members.data !== undefined) {
      return `an instance of ${nameClass(prototype)}, of which JSON leaves out ${JSON.stringify(members.data)}`;
    }
    hasMethods ||= members.hasMethods;
  }
  return hasMethods && !hasFields
    ? `an instance of ${nameClass(prototype)}, whose fields are private`
    : undefined;
}

/** Returns false for the prototypes of plain objects and lists, also those of another realm. */
function isClass(link: unknown): link is object {
  if (typeof link !== 'object' || link === null || Array.isArray(link)) return false;
  return Object.getPrototypeOf(link) !== null || !Object.hasOwn(link, 'isPrototypeOf');
}

function readMembers(prototype: object): ClassMembers {
  const known = classes.get(prototype);
  if (known !== undefined) return known;
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  const data = names.find((name) => holdsData(Object.getOwnPropertyDescriptor(prototype, name)));
  const members = { ...(data !== undefined && { data }), hasMethods: names.length > 0 };
  classes.set(prototype, members);
  return members;
}

function holdsData(member: PropertyDescriptor | undefined): boolean {
  if (member === undefined) return false;
  return member.get !== undefined || ('value' in member && typeof member.value !== 'function');
}

function nameClass(prototype: unknown): string {
  const { constructor } = prototype as { readonly constructor?: unknown };
  return typeof constructor === 'function' && constructor.name !== ''
    ? constructor.name
    : 'a class';
}
