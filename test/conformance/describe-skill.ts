/** The schema of an input that may be any object. */
export const any = { type: 'object' } as const;

/** Returns the members that all skills for the suite share; a tool is named like its skill. */
export function describeSkill<const Id extends string>(
  id: Id,
): { readonly id: Id; readonly name: Id; readonly description: string; readonly tags: [] } {
  return { id, name: id, description: `The tool ${id} of the suite.`, tags: [] };
}
