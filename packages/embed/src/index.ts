// Everything named here is public; nothing else is.
export { createPublicFormsAdapter } from './create-public-forms-adapter.ts';
export { readElementFile, type ElementFile } from './element-file.ts';
export { createFormLink, type FormLinkOptions } from './form-link.ts';
export type { PublicFormsOptions } from './public-forms-options.ts';
