/** The same type for who might change what it has. */
export type Writable<Value> = Value extends readonly (infer Item)[]
  ? Writable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Writable<Value[Key]> }
    : Value;

/** Data as a handler returns them: types made of schemas are those of JSON, which is nobody's to protect. */
export function toWritable<Value>(value: Value): Writable<Value> {
  // Nothing is changed; only the type could be told.
  return value as Writable<Value>;
}
