/** Whatever a host sends. */
export const any = { type: 'object' } as const;

/** What all skills of the suite have in common; tools are called as the skills are. */
export function describeSkill<const Id extends string>(
  id: Id,
): { readonly id: Id; readonly name: Id; readonly description: string; readonly tags: [] } {
  return { id, name: id, description: `The tool ${id} of the suite.`, tags: [] };
}
