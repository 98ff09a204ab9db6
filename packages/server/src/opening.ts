/** The moment at which a server opens, for those who come before it. */
export interface Opening<Value> {
  /** Resolves to what was opened; rejects if the server is closed before. */
  readonly opened: Promise<Value>;
  readonly open: (value: Value) => void;
  /** Gives up, unless the server has opened. */
  readonly giveUp: (reason: Error) => void;
}

export function createOpening<Value>(): Opening<Value> {
  let open: Opening<Value>['open'] = () => {};
  let giveUp: Opening<Value>['giveUp'] = () => {};
  const opened = new Promise<Value>((resolve, reject) => {
    open = resolve;
    giveUp = reject;
  });
  // Often nothing waits for it.
  opened.catch(() => {});
  return { opened, open, giveUp };
}
