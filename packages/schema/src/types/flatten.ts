/** Shows an intersection of objects as one object, in editors and in compiler messages. */
export type Flatten<T> = { [Key in keyof T]: T[Key] } & {};

/**
 * Removes `readonly` from a type at every depth: `const` type parameters add it, although the data
 * does not have it.
 */
export type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;

/** The type of a property, or the fallback if there is no such property. */
export type PropertyOr<T, Key, Fallback> = Key extends keyof T ? T[Key] : Fallback;
