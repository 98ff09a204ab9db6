// Finds circles of imports among the files and folders of each package, at every level.

/**
 * Finds circles of imports among files and folders. Folders count as well as files: a folder
 * imports whatever its files import. Imports of types count, because a reader follows them, too.
 *
 * @param {readonly import('./source-tree.js').SourceFile[]} files
 * @returns {{ folder: string, members: string[] }[]} Every circle, with the nodes that are part of it.
 */
export function findCircles(files) {
  const levels = new Map();
  for (const { path, imports } of files) {
    for (const target of imports) addEdge(levels, path.split('/'), target.split('/'));
  }
  return [...levels].flatMap(([folder, edges]) =>
    findComponents(edges).map((members) => ({ folder, members: members.toSorted() })),
  );
}

function addEdge(levels, from, to) {
  let depth = 0;
  while (from[depth] === to[depth] && depth < from.length) depth += 1;
  if (depth >= from.length) return;
  const folder = from.slice(0, depth).join('/');
  const edges = levels.get(folder) ?? new Map();
  levels.set(folder, edges);
  edges.set(from[depth], (edges.get(from[depth]) ?? new Set()).add(to[depth]));
}

/**
 * Finds groups of files or folders that import one another (Tarjan's strongly connected components
 * with more than one member).
 */
function findComponents(edges) {
  const [index, low, stack, found] = [new Map(), new Map(), [], []];
  function visit(node) {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) === index.get(node)) {
      const members = stack.splice(stack.indexOf(node));
      if (members.length > 1) found.push(members);
    }
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}
