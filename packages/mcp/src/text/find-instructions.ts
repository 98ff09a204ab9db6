/** Ways in which descriptions of tools have been used to give orders to the model that reads them. */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|earlier|other|all)\b.{0,40}\b(?:instruction|prompt|rule|message|tool)/isu,
  /[<‹]\s*\/?\s*(?:important|system|instructions?|secret|assistant|user)\s*[>›]/iu,
  /\b(?:do not|don't|never)\b.{0,20}\b(?:tell|mention|inform|reveal|show)\b.{0,30}\b(?:user|human|person|anyone|this)/isu,
  /\bbefore (?:using|calling) (?:this|any|other) tools?\b.{0,80}\b(?:read|send|call|include|pass)\b/isu,
  /\b(?:system prompt|conversation history|chain of thought)\b/iu,
];

/** The first passage that reads like an order to the model; `undefined` if there is none. */
export function findInstructions(text: string): string | undefined {
  for (const order of ORDERS) {
    const [found] = order.exec(text.slice(0, 10_000)) ?? [];
    if (found !== undefined) return found.slice(0, 120);
  }
  return undefined;
}
