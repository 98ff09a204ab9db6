// Replaces `fast-uri` in the form library, which needs it for schemas with `$id`. Form schemas have
// no `$id`, and refer by JSON pointers only.
const uri: {
  equal(a: string, b: string): boolean;
  resolve(base: string, reference: string): string;
} = {
  equal: (a, b) => a === b,
  resolve: (base, reference) =>
    URL.canParse(reference, base) ? new URL(reference, base).href : reference,
};

export default uri;
