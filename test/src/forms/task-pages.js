/** Opens a page and sends the first message. */
export async function beginTask(pages, options = {}, settings = {}) {
    const page = await pages.open({ viewport: { width: 900, height: 900 }, ...settings });
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
        if (message.type() === 'error')
            errors.push(message.text());
    });
    await page.evaluate((given) => window.begin(given), options);
    await page.waitForSelector('.fw-task');
    return { page, errors };
}
/** Lets the agent speak. */
export async function say(page, ...names) {
    await page.evaluate((given) => window.say(...given), [...names]);
}
