import { fileURLToPath } from 'node:url';

/** Where the built page is: `dist/page` of this package, whether its code runs built or as source. */
export const PAGE_FOLDER: string = fileURLToPath(new URL('../../dist/page', import.meta.url));
