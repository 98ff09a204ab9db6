import { CharacterList, FIRST_PAGE, PAGE_SIZE, sortPages } from './character-list.ts';
import type { PatternProgram } from './pattern-program.ts';
import type { StepMeter } from './step-meter.ts';

/** The steps for each instruction of a program, which is written when a text first needs it. */
const STEPS_PER_INSTRUCTION = 60;

/** The steps to ask the engine of the host which characters of the first page are in a set. */
const STEPS_PER_FIRST_PAGE = 3000;

/** The steps to find the one character of a set. */
const STEPS_PER_LITERAL = 12;

/** The steps to tell the characters of the first page apart. */
const STEPS_PER_KINDS = 1000;

/** The steps for each page of which a text has a character. */
const STEPS_PER_PAGE = 300;

/** The steps for each character, and once more for each class that is asked about it. */
const [STEPS_PER_CHARACTER, STEPS_PER_ANSWER] = [16, 8];

/** The steps for each range of characters of a class. */
const STEPS_PER_RANGE = 30;

/** The most ranges of characters that a class has. */
const MAX_RANGES = 1500;

/** The most pages of characters that are remembered between texts. */
const MAX_PAGES = 1024;

const NO_CHARACTERS = new CharacterList([]);

/** What an evaluation knows of a character of a page: it is new in this text, or was met before. */
const [NEW, MET] = [1, 2];

const ALL_MET = new Uint8Array(PAGE_SIZE).fill(MET);

/**
 * What each evaluation is charged once for a pattern: for its program, and for the characters about
 * which its sets are asked. What earlier evaluations have left behind is charged as well, so that a
 * verdict does not depend on them.
 */
export class FirstCharges {
  readonly #instructions: number;
  readonly #literalCount: number;
  readonly #classCount: number;
  #meter: WeakRef<StepMeter> | undefined;
  /** The characters that this evaluation has met. */
  #pages = new Map<number, Uint8Array>();
  #hasFirstPage = false;
  /** The pages that evaluations have met since they were forgotten. */
  #read = 0;

  constructor(programs: readonly PatternProgram[]) {
    const size = programs.reduce((sum, { instructions }) => sum + instructions.length, 0);
    this.#instructions = size * STEPS_PER_INSTRUCTION;
    const sets = [...new Set(programs.flatMap((program) => program.sets))];
    this.#literalCount = sets.filter(({ isLiteral }) => isLiteral).length;
    this.#classCount = sets.length - this.#literalCount;
  }

  /** True if the meter is that of another evaluation than before, which is then charged. */
  begin(meter: StepMeter): boolean {
    if (this.#meter?.deref() === meter) return false;
    this.#meter = new WeakRef(meter);
    this.#clear();
    meter.steps -= this.#instructions;
    return true;
  }

  /** True if so many pages were read since they were forgotten that they take much memory. */
  areMany(): boolean {
    const areMany = this.#read > 4 * MAX_PAGES;
    if (areMany) this.#read = 0;
    return areMany;
  }

  /** True if this evaluation has met so many pages that they are forgotten and charged anew. */
  areTooMany(): boolean {
    if (this.#pages.size <= MAX_PAGES) return false;
    this.#clear();
    return true;
  }

  /** Charges for the characters of a text that this evaluation meets first, and lists them. */
  take(text: string, meter: StepMeter): readonly CharacterList[] {
    // eslint-disable-next-line no-control-regex
    const isPlain = !/[^\0-\xff]/u.test(text);
    meter.steps -= text.length >>> (isPlain ? 2 : 0);
    const lists: CharacterList[] = [];
    if (!this.#hasFirstPage) {
      this.#hasFirstPage = true;
      this.#read += 1;
      lists.push(FIRST_PAGE);
      meter.steps -= STEPS_PER_KINDS + this.#classCount * STEPS_PER_FIRST_PAGE;
      meter.steps -= this.#literalCount * STEPS_PER_LITERAL;
    }
    const before = this.#pages.size;
    const list = isPlain ? NO_CHARACTERS : this.#meet(text);
    const count = list.codes.length;
    if (count === 0) return lists;
    const perClass = count * STEPS_PER_ANSWER + Math.min(count, MAX_RANGES) * STEPS_PER_RANGE;
    meter.steps -= count * STEPS_PER_CHARACTER + this.#classCount * perClass;
    meter.steps -= this.#literalCount * STEPS_PER_LITERAL;
    meter.steps -= (this.#pages.size - before) * STEPS_PER_PAGE;
    return [...lists, list];
  }

  /** Lists the characters of a text that this evaluation has not met, without those of the first page. */
  #meet(text: string): CharacterList {
    const numbers = new Set<number>();
    let last = 0;
    let page: Uint8Array = ALL_MET;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.codePointAt(at) ?? 0;
      if (code > 0xff_ff) at += 1;
      const number = code >>> 8;
      if (number !== last) {
        page = number === 0 ? ALL_MET : this.#toPage(number);
        last = number;
      }
      if (page[code & 0xff] !== 0) continue;
      page[code & 0xff] = NEW;
      numbers.add(number);
    }
    const codes: number[] = [];
    for (const number of sortPages(numbers)) {
      const met = this.#toPage(number);
      for (let at = 0; at < PAGE_SIZE; at += 1) {
        if (met[at] !== NEW) continue;
        met[at] = MET;
        codes.push(number * PAGE_SIZE + at);
      }
    }
    return codes.length === 0 ? NO_CHARACTERS : new CharacterList(codes);
  }

  #toPage(number: number): Uint8Array {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    const page = new Uint8Array(PAGE_SIZE);
    this.#pages.set(number, page);
    this.#read += 1;
    return page;
  }

  #clear(): void {
    this.#pages.clear();
    this.#hasFirstPage = false;
  }
}
