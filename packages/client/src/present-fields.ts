/** Fields of these names that are present. */
type Present<Fields, Name extends keyof Fields> = {
  [Each in Name]?: Exclude<Fields[Each], undefined>;
};

/** Picks the fields of these names that are present, because options take none that is undefined. */
export function pickPresent<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Present<Fields, Name> {
  const present = names.flatMap((name) =>
    fields[name] === undefined ? [] : [[name, fields[name]]],
  );
  // The type of the object is that of its fields.
  return Object.fromEntries(present) as Present<Fields, Name>;
}
