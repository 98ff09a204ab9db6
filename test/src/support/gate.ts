/** What a test opens for those that wait at it, so that events come in the order of the test. */
export interface Gate<Value = void> {
  /** Resolves when the gate is opened. */
  readonly opened: Promise<Value>;
  open(value: Value): void;
}

/** Makes a gate that is closed. */
export function createGate<Value = void>(): Gate<Value> {
  let open: (value: Value) => void = () => undefined;
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open: (value) => open(value) };
}
