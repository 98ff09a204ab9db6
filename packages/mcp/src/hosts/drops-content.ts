import { findHost } from './host-profiles.ts';

/** True for a host that is known to show models the data of a result, and nothing beside it. */
export function dropsContent(name: string | undefined): boolean {
  return name !== undefined && findHost(name)?.results === 'data';
}
