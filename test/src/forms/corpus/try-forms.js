/** Draws forms one after another on a page and presses "Send" in each. */
export async function tryForms(page, trials) {
    return page.evaluate(async (text) => {
        const outcomes = [];
        for (const { schema, data } of JSON.parse(text)) {
            const start = performance.now();
            window.draw(data === undefined ? { schema } : { schema, initialData: data });
            const reason = document.querySelector('form > p')?.textContent ?? '';
            const controls = document.querySelectorAll('.fw-form form :is(input, textarea, select, button):not([type=submit])').length;
            document.querySelector('button[type=submit]')?.click();
            // Judging may be done elsewhere: it is over when something was sent or said.
            const said = '[data-fw-summary] a, form [aria-invalid=true]';
            while (window.sent.length === 0 &&
                document.querySelector(said) === null &&
                performance.now() - start < 5000) {
                await new Promise((resolve) => setTimeout(resolve));
            }
            outcomes.push({
                drawn: reason === '' ? 'fields' : reason.startsWith('Cannot draw') ? 'refused' : 'failed',
                reason,
                controls,
                sent: window.sent.length === 1 ? JSON.stringify(window.sent[0]) : undefined,
                problems: [...document.querySelectorAll('[data-fw-summary] a')].map(({ textContent }) => textContent),
                changes: window.changed.length,
                took: performance.now() - start,
            });
        }
        return outcomes;
    }, JSON.stringify(trials));
}
