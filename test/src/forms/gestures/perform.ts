import type { Json, JsonSchema } from '@formwork/schema';
import type { Page } from 'playwright-core';

/** What a hand does with a form. A place is the id of an element without the prefix of its form. */
export type Act =
  | { readonly do: 'type'; readonly at: string; readonly text: string }
  | { readonly do: 'choose'; readonly at: string; readonly label: string }
  | { readonly do: 'flip' | 'open' | 'close' | 'add-row' | 'add-entry'; readonly at: string }
  | {
      readonly do: 'row';
      readonly at: string;
      readonly row: number;
      readonly part: 'remove' | 'up';
    }
  | { readonly do: 'remove-entry'; readonly at: string; readonly entry: number }
  | {
      readonly do: 'name-entry';
      readonly at: string;
      readonly entry: number;
      readonly text: string;
    }
  | { readonly do: 'restore'; readonly data: Json }
  | { readonly do: 'press'; readonly label: string };

/** What a form shows and holds after a gesture. */
interface Moment {
  /** The data as JSON; `none` if the form has not reported any yet. */
  readonly data: string;
  /** What each field shows, by its place. */
  readonly shown: Readonly<Record<string, string>>;
  /** Why the gesture could not be made; `''` if it was. */
  readonly fault: string;
}

/** The course of a sequence: the first moment, one after each act, and what was sent at the end. */
interface Course {
  readonly moments: readonly Moment[];
  /** The sent data as JSON; `none` if the form was refused. */
  readonly sent: string;
  /** The places with a problem, sorted. */
  readonly problems: readonly string[];
}

/** Draws the form of a schema on a page, makes gestures in it and sends it. */
export function perform(page: Page, form: PerformedForm, acts: readonly Act[]): Promise<Course> {
  return page.evaluate(runInPage, JSON.stringify({ ...form, acts }));
}

/** A form in which gestures are made, with the example that it offers. */
interface PerformedForm {
  readonly schema: JsonSchema;
  readonly example: Json;
}

/** Runs within the page, so it uses nothing from outside. */
async function runInPage(text: string): Promise<Course> {
  const { schema, example, acts }: PerformedForm & { acts: readonly Act[] } = JSON.parse(text);
  const examples = [{ label: 'Sample', data: example }];
  const channel = new MessageChannel();
  channel.port1.start();
  let prefix = '';
  window.draw({ schema, examples });
  await settle();
  const moments = [look('')];
  for (const act of acts) {
    let fault = '';
    try {
      make(act);
    } catch (error) {
      fault = String(error);
    }
    await settle();
    moments.push(look(fault));
    if (fault !== '') break;
  }
  window.sent = [];
  document.querySelector<HTMLElement>('button[type=submit]')?.click();
  await settle();
  const links = [...document.querySelectorAll<HTMLElement>('[data-fw-summary] a')];
  const places = links.map((link) => (link.getAttribute('href') ?? '').slice(1));
  return {
    moments,
    sent: window.sent.length === 0 ? 'none' : JSON.stringify(window.sent[0]),
    problems: [...new Set(places.map(toPlace))].toSorted(),
  };

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 3 || document.querySelector('.fw-late') !== null; turn += 1) {
      const turned = new Promise((resolve) => {
        channel.port1.addEventListener('message', resolve, { once: true });
      });
      channel.port2.postMessage('');
      await turned;
    }
    prefix = document.querySelector('.fw-root')?.id ?? '';
    // A card that is folded hides its fields.
    const folded = '.fw-item > .fw-toggle[aria-expanded=false]';
    const card = document.querySelector<HTMLElement>(folded);
    if (card === null) return;
    card.click();
    await settle();
  }

  function look(fault: string): Moment {
    const shown: Record<string, string> = {};
    const controls = '.fw-form form :is(input, textarea, select, [role=radiogroup])';
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      if (control.closest('.fw-paste') !== null || control.id === '') continue;
      shown[toPlace(control.id)] = readControl(control);
    }
    const { changed } = window;
    const data = changed.length === 0 ? 'none' : (JSON.stringify(changed.at(-1)) ?? 'nothing');
    return { data, shown, fault };
  }

  function readControl(control: HTMLElement): string {
    if (control instanceof HTMLSelectElement)
      return toWord(control.selectedOptions[0]?.textContent);
    if (control.role === 'radiogroup') {
      return toWord(control.querySelector('input:checked')?.closest('label')?.textContent);
    }
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement))
      return '?';
    if (control.role !== 'switch') return control.value;
    return control instanceof HTMLInputElement && control.checked ? 'Yes' : 'No';
  }

  function toWord(label: string | null | undefined): string {
    const word = (label ?? '').trim();
    return word === 'None' ? '' : word;
  }

  function toPlace(id: string): string {
    return id.startsWith(prefix) ? id.slice(prefix.length) : `(${id})`;
  }

  function find(at: string): HTMLElement {
    const found = document.getElementById(prefix + at);
    if (found === null) throw new Error(`there is no ${at}`);
    return found;
  }

  function need<Found>(found: Found | null | undefined, what: string): Found {
    if (found === null || found === undefined) throw new Error(`there is no ${what}`);
    return found;
  }

  function pressIn(parent: HTMLElement, word: string): void {
    const own = [...parent.querySelectorAll<HTMLElement>(':scope > button')];
    need(
      own.find(({ textContent }) => textContent.startsWith(word)),
      word,
    ).click();
  }

  function write(field: HTMLElement, value: string): void {
    const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    // The library notices a change only if the browser's own setter made it.
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function findEntry(at: string, entry: number): HTMLElement {
    const all = ':scope > .fw-fields > .fw-field > .fw-entry';
    return need(find(at).querySelectorAll<HTMLElement>(all)[entry], `entry ${entry} in ${at}`);
  }

  function choose(control: HTMLElement, label: string): void {
    const all = [...control.querySelectorAll<HTMLElement>('option, label')];
    const found = need(
      all.find(({ textContent }) => textContent.trim() === label),
      label,
    );
    if (!(control instanceof HTMLSelectElement && found instanceof HTMLOptionElement)) {
      found.click();
      return;
    }
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(
      control,
      found.value,
    );
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }

  function make(act: Act): void {
    switch (act.do) {
      case 'restore':
        window.draw({ schema, examples, initialData: act.data });
        return;
      case 'press': {
        const chips = [...document.querySelectorAll<HTMLElement>('.fw-examples button')];
        need(
          chips.find(({ textContent }) => textContent.startsWith(act.label)),
          act.label,
        ).click();
        return;
      }
      case 'type':
        write(find(act.at), act.text);
        return;
      case 'choose':
        choose(find(act.at), act.label);
        return;
      case 'flip':
      case 'open':
        find(act.at).click();
        return;
      case 'close':
        pressIn(find(act.at), 'Remove');
        return;
      case 'add-row':
        find(`${act.at}--add`).click();
        return;
      case 'add-entry':
        pressIn(find(act.at), 'Add');
        return;
      case 'row': {
        const row = `${prefix}${act.at}--row${act.row}`;
        const all = [
          ...find(`${act.at}--row${act.row}`).querySelectorAll<HTMLElement>(
            `[data-fw-do=${act.part}]`,
          ),
        ];
        need(
          all.find((one) => one.closest('[id*="--row"]')?.id === row),
          act.part,
        ).click();
        return;
      }
      case 'remove-entry':
        pressIn(findEntry(act.at, act.entry), 'Remove');
        return;
      case 'name-entry': {
        const name = need(findEntry(act.at, act.entry).querySelector('input'), 'name');
        name.focus();
        write(name, act.text);
        name.blur();
      }
    }
  }
}
