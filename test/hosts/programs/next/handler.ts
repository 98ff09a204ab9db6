export { handler } from '../handler.ts';
