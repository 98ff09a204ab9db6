/** Stands in for the worker of `@formwork/react`, of which a single file has none. */
export const pageChecker = {
  prepare: (): void => {},
  check: () => Promise.resolve({ kind: 'unchecked' } as const),
};
