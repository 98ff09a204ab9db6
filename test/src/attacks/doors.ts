/** A door, and a request that it reads. */
export interface AttackedDoor {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** True for what pages of this machine may call, whatever their port. */
  readonly servesLocalPages?: boolean;
  /** True for what any page may read. */
  readonly isPublic?: boolean;
}

/** One request for each door of `serveAllDoors()`. */
export const ATTACKED_DOORS: readonly AttackedDoor[] = [
  { method: 'POST', path: '/a2a' },
  { method: 'POST', path: '/a2a/rest/message:send' },
  { method: 'GET', path: '/a2a/rest/tasks' },
  { method: 'GET', path: '/.well-known/agent-card.json', isPublic: true },
  { method: 'POST', path: '/sessions-api/sessions' },
  { method: 'POST', path: '/messages' },
  { method: 'POST', path: '/mcp', servesLocalPages: true },
  { method: 'GET', path: '/forms/api/config' },
  { method: 'POST', path: '/forms/api/describe' },
];
