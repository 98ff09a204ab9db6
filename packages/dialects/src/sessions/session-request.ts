/** A path of the session API ("API Endpoints"). */
export interface SessionRoute {
  readonly kind: 'card' | 'sessions' | 'session' | 'messages' | 'stream';
  /** Of the session; empty for paths without one. */
  readonly id: string;
}

/** What stands behind the base path; `undefined` for a path that is not of the API. */
export function findSessionRoute(path: string): SessionRoute | undefined {
  const [first, id, last, ...rest] = path.replace(/^\/|\/$/gu, '').split('/');
  if (id === undefined) {
    if (first === 'card') return { kind: 'card', id: '' };
    return first === 'sessions' ? { kind: 'sessions', id: '' } : undefined;
  }
  if (first !== 'sessions' || id === '' || rest.length > 0) return undefined;
  if (last === undefined) return { kind: 'session', id };
  return last === 'messages' || last === 'stream' ? { kind: last, id } : undefined;
}

/** True for paths that the API takes for itself, wherever it stands. */
export function isSessionPath(path: string): boolean {
  return /^\/(?:card\/?$|sessions(?:\/|$))/u.test(path);
}
