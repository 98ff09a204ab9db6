/** Said of an agent that is no longer configured. */
export function toGone(alias: string): string {
  return `The agent ${JSON.stringify(alias)} is not one of this server's.`;
}
