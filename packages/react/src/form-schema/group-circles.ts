/**
 * Numbers definitions that lead to one another, the same for all of a group; none for those that
 * lead back to nowhere. By Tarjan's algorithm, without a stack of calls.
 */
export function groupCircles(
  leads: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  for (const start of leads.keys()) {
    if (order.has(start)) continue;
    const calls = [enter(start)];
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      const { name, rest } = call;
      const next = rest.next();
      if (next.done === true) {
        calls.pop();
        const outer = calls.at(-1);
        if (outer !== undefined) lower(outer.name, lowest.get(name));
        if (lowest.get(name) === order.get(name)) close(name);
      } else if (!order.has(next.value)) {
        calls.push(enter(next.value));
      } else if (isOpen.has(next.value)) {
        lower(name, order.get(next.value));
      }
    }
  }
  return groups;

  function enter(name: string): { readonly name: string; readonly rest: Iterator<string> } {
    order.set(name, order.size);
    lowest.set(name, order.size - 1);
    open.push(name);
    isOpen.add(name);
    return { name, rest: (leads.get(name) ?? new Set<string>()).values() };
  }

  function lower(name: string, to: number | undefined): void {
    lowest.set(name, Math.min(lowest.get(name) ?? 0, to ?? 0));
  }

  function close(name: string): void {
    const members = open.splice(open.lastIndexOf(name));
    for (const member of members) isOpen.delete(member);
    if (members.length === 1 && leads.get(name)?.has(name) !== true) return;
    for (const member of members) groups.set(member, order.get(name) ?? 0);
  }
}
