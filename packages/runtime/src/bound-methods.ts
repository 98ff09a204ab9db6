/**
 * Makes a plain object of the methods of an object, each of which may be called without it. Users
 * spread what a public factory returns into an object with other methods of their own, or take
 * single functions out of it; neither works with the methods of a class.
 */
export function bindMethods<Value extends object>(
  value: Value,
): { [Name in keyof Value]: Value[Name] } {
  const bound = { ...value };
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(value))) {
    const method: unknown = Reflect.get(value, name);
    if (name !== 'constructor' && typeof method === 'function') {
      Reflect.set(bound, name, method.bind(value));
    }
  }
  return bound;
}
