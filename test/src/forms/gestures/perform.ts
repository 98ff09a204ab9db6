import type { Json, JsonSchema } from '@formwork/schema';
import type { Page } from 'playwright-core';

/** What a hand does with a form. A place is the id of an element without the prefix of its form. */
export type Act =
  | {
      readonly do: 'type' | 'paste-text' | 'paste-rows';
      readonly at: string;
      readonly text: string;
    }
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
  | { readonly do: 'press'; readonly label: string }
  | { readonly do: 'send' };

/** What a form shows and holds after a gesture. */
export interface Moment {
  /** The data as JSON; `none` if the form has not reported any yet. */
  readonly data: string;
  /** What each field shows, by its place. */
  readonly shown: Readonly<Record<string, string>>;
  /** The places in the list of problems, sorted. */
  readonly listed: readonly string[];
  /** The places of the fields that are marked as wrong. */
  readonly marked: readonly string[];
  /** The data that were sent by the gesture, as JSON; `none` if it sent nothing. */
  readonly sent: string;
  /** Why the gesture could not be made; `''` if it was. */
  readonly fault: string;
}

/** Draws the form of a schema and makes gestures in it; returns the first moment, and one after each. */
export function perform(
  page: Page,
  form: PerformedForm,
  acts: readonly Act[],
): Promise<readonly Moment[]> {
  return page.evaluate(runInPage, JSON.stringify({ ...form, acts }));
}

/** A form in which gestures are made, with the example that it offers. */
interface PerformedForm {
  readonly schema: JsonSchema;
  readonly example: Json;
  /** The most fields that the form draws at once. */
  readonly limits: { readonly visible: number };
}

/** Runs within the page, so it uses nothing from outside. */
async function runInPage(text: string): Promise<readonly Moment[]> {
  const { schema, example, limits, acts }: PerformedForm & { acts: readonly Act[] } =
    JSON.parse(text);
  const examples = [{ label: 'Sample', data: example }];
  const channel = new MessageChannel();
  channel.port1.start();
  let prefix = '';
  let wasSent = false;
  const MOST_FRAMES = 600;
  window.draw({ schema, limits, examples });
  await settle();
  const moments = [look('')];
  for (const act of acts) {
    let fault = '';
    window.sent = [];
    try {
      // oxlint-disable-next-line no-await-in-loop -- Each gesture follows the one before.
      await make(act);
    } catch (error) {
      fault = String(error);
    }
    // A form that was sent, or shows a problem, looks at what is left after the gesture.
    // oxlint-disable-next-line no-await-in-loop -- The same.
    if (wasSent || document.querySelector('[aria-invalid=true]') !== null)
      await new Promise((resolve) => setTimeout(resolve));
    await settle();
    moments.push(look(fault));
    if (fault !== '') break;
  }
  return moments;

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 3 || document.querySelector('.fw-late') !== null; turn += 1) {
      const turned = new Promise((resolve) => {
        channel.port1.addEventListener('message', resolve, { once: true });
      });
      channel.port2.postMessage('');
      await turned;
    }
    prefix = document.querySelector('.fw-root')?.id ?? '';
    // A card that is folded hides its fields, and so does a group with values.
    const folded = ':is(.fw-item > .fw-toggle, .fw-folded > button)[aria-expanded=false]';
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
    const links = [...document.querySelectorAll<HTMLElement>('[data-fw-summary] a')];
    const listed = links.map((link) => toPlace((link.getAttribute('href') ?? '').slice(1)));
    const wrong = document.querySelectorAll<HTMLElement>('.fw-form form [aria-invalid=true][id]');
    return {
      data,
      shown,
      listed: [...new Set(listed)].toSorted(),
      marked: [...wrong].map(({ id }) => toPlace(id)),
      sent: window.sent.length === 0 ? 'none' : JSON.stringify(window.sent[0]),
      fault,
    };
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

  /** Pastes a text where the browser would insert it, unless the form takes it. */
  function paste(target: HTMLElement, pasted: string): void {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    const isLeft = target.dispatchEvent(event);
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isLeft && isField) write(target, pasted);
  }

  async function pasteRows(list: HTMLElement, rows: string): Promise<void> {
    paste(list.querySelector<HTMLElement>('input:not([type=radio])') ?? list, rows);
    const panel = ':scope > .fw-paste > .fw-actions-bar > button';
    for (let frame = 0; list.querySelector(panel) === null; frame += 1) {
      if (frame === MOST_FRAMES) throw new Error('no panel takes the rows');
      // oxlint-disable-next-line no-await-in-loop -- The code of the panel is loaded first.
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    list.querySelector<HTMLElement>(panel)?.click();
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
    const setter = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set;
    control.focus();
    // The browser reports no change if the same option is chosen again.
    if (control.value === found.value) return control.blur();
    setter?.call(control, found.value);
    control.dispatchEvent(new Event('change', { bubbles: true }));
    control.blur();
  }

  async function make(act: Act): Promise<void> {
    switch (act.do) {
      case 'restore':
        wasSent = false;
        window.draw({ schema, limits, examples, initialData: act.data });
        return;
      case 'press': {
        const chips = [...document.querySelectorAll<HTMLElement>('.fw-examples button')];
        need(
          chips.find(({ textContent }) => textContent.startsWith(act.label)),
          act.label,
        ).click();
        return;
      }
      case 'send':
        wasSent = true;
        document.querySelector<HTMLElement>('button[type=submit]')?.click();
        return;
      case 'type':
      case 'paste-text': {
        const field = find(act.at);
        field.focus();
        if (act.do === 'type') write(field, act.text);
        else paste(field, act.text);
        field.blur();
        return;
      }
      case 'paste-rows':
        await pasteRows(find(act.at), act.text);
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
