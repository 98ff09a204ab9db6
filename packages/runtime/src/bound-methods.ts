/**
 * Makes a plain object of the members of an object, whose methods may be called without it. Users
 * spread what a public factory returns into an object with other methods of their own, or take
 * single functions out of it; neither works with the methods of a class. Methods of superclasses
 * are there as well, and a getter is asked each time. A proxy would do the same, and slow down
 * every call.
 */
export function bindMethods<Value extends object>(
  value: Value,
): { [Name in keyof Value]: Value[Name] } {
  const bound = {} as { [Name in keyof Value]: Value[Name] };
  let owner: object | null = value;
  while (owner !== null && owner !== Object.prototype) {
    for (const name of Reflect.ownKeys(owner)) {
      const member = Object.getOwnPropertyDescriptor(owner, name);
      if (member === undefined || name === 'constructor' || Object.hasOwn(bound, name)) continue;
      Object.defineProperty(bound, name, toBound(value, name, member));
    }
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return bound;
}

function toBound(
  value: object,
  name: string | symbol,
  member: PropertyDescriptor,
): PropertyDescriptor {
  const settings = { enumerable: true, configurable: true };
  if (member.get !== undefined) return { ...settings, get: () => Reflect.get(value, name) };
  // Asks the object itself, which may be a proxy.
  const method: unknown = Reflect.get(value, name);
  const boundMember: unknown = typeof method === 'function' ? method.bind(value) : method;
  return { ...settings, value: boundMember, writable: true };
}
