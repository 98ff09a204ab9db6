/** What a behaviour holds up in a handler, in the process of the agent, by a key that it chose. */
interface Gate {
  readonly opened: Promise<void>;
  open(): void;
  state: 'unknown' | 'held' | 'aborted' | 'opened';
}

/** A program may load this module twice, as Next does for each route. */
const shared = globalThis as { formworkHostGates?: Map<string, Gate> };

/** Returns the gate of a key; makes it if nobody has asked for it. */
export function findGate(key: string): Gate {
  const gates = (shared.formworkHostGates ??= new Map());
  const known = gates.get(key);
  if (known !== undefined) return known;
  const { promise, resolve } = Promise.withResolvers<void>();
  const gate: Gate = {
    opened: promise,
    open() {
      gate.state = 'opened';
      resolve();
    },
    state: 'unknown',
  };
  gates.set(key, gate);
  return gate;
}

/** Returns the key of the gate whose opening closes the agent with a URL. */
export function toClosingKey(url: string): string {
  return `close ${url}`;
}
