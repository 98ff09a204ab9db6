/**
 * Makes the function that recognizes paths of an agent by its routes, such as `/a2a/rest/tasks/:id`;
 * a program may have others. The rest of a route after its first parameter does not count.
 */
export function createOwnPaths(routes: readonly string[]): (path: string) => boolean {
  const places = new Set(routes.map((route) => route.split('/:')[0] ?? ''));
  return (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (places.has(path.slice(0, end))) return true;
    }
    return false;
  };
}
