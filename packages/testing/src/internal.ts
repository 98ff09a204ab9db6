// For packages of this workspace only: these names may change with any version.
export { createRandom, type Draw } from './random.ts';
