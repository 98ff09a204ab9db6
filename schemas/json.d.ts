/** What every JSON document of the package is to TypeScript: its types are in `types/`. */
declare const content: { readonly [key: string]: unknown };
// oxlint-disable-next-line import/no-default-export -- what an import of JSON gives
export default content;
