import type { TaggedError } from '../validation/tag-branches.ts';

/** An error together with the errors of the alternatives that caused it. */
export interface ErrorNode {
  readonly error: TaggedError;
  /** By index of the branch; empty unless the keyword is one of alternatives. */
  readonly branches: ReadonlyMap<number, readonly ErrorNode[]>;
}

/**
 * Nests errors that a validator reported in a row: what a branch of `oneOf` and the like reported
 * comes right before the error of the keyword, one tag deeper.
 */
export function toErrorTree(errors: readonly TaggedError[]): readonly ErrorNode[] {
  const stack: ErrorNode[] = [];
  for (const error of errors) {
    let start = stack.length;
    while (start > 0 && toTagDepth(stack[start - 1]) > toTagDepth({ error })) start -= 1;
    stack.push({ error, branches: groupByBranch(stack.splice(start)) });
  }
  return stack;
}

function toTagDepth(node: Pick<ErrorNode, 'error'> | undefined): number {
  return node?.error.branches?.length ?? 0;
}

function groupByBranch(nodes: readonly ErrorNode[]): ReadonlyMap<number, readonly ErrorNode[]> {
  const groups = new Map<number, ErrorNode[]>();
  for (const node of nodes) {
    // Tags are innermost first, and the node's own alternatives have already taken theirs.
    const branch = node.error.branches?.[0] ?? 0;
    const group = groups.get(branch);
    if (group === undefined) groups.set(branch, [node]);
    else group.push(node);
  }
  return groups;
}
