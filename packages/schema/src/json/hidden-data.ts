/**
 * Returns true for an instance of a class whose data JSON cannot see: it has no field of its own,
 * and its class has private fields or getters. JSON would carry `{}` in its place.
 *
 * Methods and getters beside fields are no data of their own, so JSON leaves them out.
 *
 * @throws TypeError for a proxy that is revoked or whose traps throw
 */
export function hidesItsData(instance: object): boolean {
  for (
    let link: unknown = Object.getPrototypeOf(instance);
    isClass(link);
    link = Object.getPrototypeOf(link)
  ) {
    if (holdsHiddenData(link)) return true;
  }
  return false;
}

/** Returns the name of the class of an instance. */
export function nameClass(instance: object): string {
  const { constructor } = instance as { readonly constructor?: unknown };
  return typeof constructor === 'function' && constructor.name !== ''
    ? constructor.name
    : 'a class';
}

/** Returns false for the prototypes of plain objects and lists, also those of another realm. */
function isClass(link: unknown): link is object {
  if (typeof link !== 'object' || link === null || Array.isArray(link)) return false;
  return Object.getPrototypeOf(link) !== null || !Object.hasOwn(link, 'isPrototypeOf');
}

/** Which prototypes belong to classes with private fields or getters. */
const classes = new WeakMap<object, boolean>();

function holdsHiddenData(prototype: object): boolean {
  const stored = classes.get(prototype);
  if (stored !== undefined) return stored;
  const holds = hasGetter(prototype) || declaresPrivate(prototype.constructor);
  classes.set(prototype, holds);
  return holds;
}

function hasGetter(prototype: object): boolean {
  const members = Object.values(Object.getOwnPropertyDescriptors(prototype));
  return members.some((member) => member.get !== undefined);
}

/**
 * A private member where it is read, as in `this.#cents`, or declared at the start of a line or
 * statement. Colours and fragments in texts and comments have something else before them.
 */
const PRIVATE =
  /\.\s*#[\p{ID_Start}$_]|[{};\n][\t\r ]*(?:(?:static|async|get|set) )*#[\p{ID_Start}$_][\p{ID_Continue}$]*[\t ]*[=;(\r\n}]/u;

/** No function of JavaScript lists private fields, so the source of the class is searched. */
function declaresPrivate(constructor: unknown): boolean {
  if (typeof constructor !== 'function') return false;
  return PRIVATE.test(Function.prototype.toString.call(constructor));
}
