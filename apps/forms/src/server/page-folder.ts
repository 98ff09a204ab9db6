import { fileURLToPath } from 'node:url';

/**
 * The folder of the built page: `dist/page` of this package, whether its code runs built or from
 * source.
 */
export const PAGE_FOLDER: string = fileURLToPath(new URL('../../dist/page', import.meta.url));
