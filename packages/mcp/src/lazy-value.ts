/** A value that is loaded when it is first needed, and again if loading has failed. */
export class LazyValue<Value> {
  readonly #load: () => Promise<Value>;
  #value: Promise<Value> | undefined;

  constructor(load: () => Promise<Value>) {
    this.#load = load;
  }

  /** Returns the value, and loads it if that has not happened yet. */
  get(): Promise<Value> {
    this.#value ??= this.#load().catch((error: unknown): never => {
      this.#value = undefined;
      throw error;
    });
    return this.#value;
  }

  /** Returns the value if it is there or under way, without loading it. */
  peek(): Promise<Value> | undefined {
    return this.#value;
  }
}
