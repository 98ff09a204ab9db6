/** An HTTP endpoint to attack, by a method and a path that it serves. */
export interface AttackedDoor {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** True if pages of this machine may call the endpoint, whatever their port. Default false. */
  readonly servesLocalPages?: boolean;
  /** True if pages of any origin may read the endpoint's answers. Default false. */
  readonly isPublic?: boolean;
}

/** One method and path for each HTTP endpoint of `serveAllDoors()`. */
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
  { method: 'GET', path: '/console/api/tasks' },
  { method: 'POST', path: '/console/api/letters/revive' },
];
