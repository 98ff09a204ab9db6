import { fileURLToPath } from 'node:url';

/** The path of the built page, the folder `dist/page` of this package. */
export const PAGE_FOLDER: string = fileURLToPath(new URL('../../dist/page', import.meta.url));
