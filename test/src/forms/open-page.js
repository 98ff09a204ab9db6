import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { trimForms } from '@formwork/react/vite';
import { findBrowser } from '../support/find-browser.ts';
/** What forms must do without: generated code, inline scripts and styles, anything from elsewhere. */
const POLICY = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
].join('; ');
/** Rules that pages are judged by. */
export const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Names that lead to the other React that the package supports. */
const REACT_18 = { 'react-dom': 'react-dom-18', react: 'react-18' };
/** Builds the page as an app would, serves it and starts Chromium. */
export async function openFormPages(options = {}) {
    const { react = 19, trims = true, policy = POLICY, folder = 'page' } = options;
    const names = react === 18 ? REACT_18 : {};
    const { files, modules } = await buildPage(names, { trims, folder });
    const server = createServer((request, response) => {
        const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html';
        const file = files.get(name);
        response.setHeader('content-security-policy', policy);
        response.setHeader('content-type', toMediaType(name));
        response.writeHead(file === undefined ? 404 : 200).end(file);
    });
    await new Promise((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${server.address().port}/`;
    const browser = await launch();
    return {
        files,
        modules,
        async open(contextOptions = {}) {
            const context = await browser.newContext(contextOptions);
            const page = await context.newPage();
            await page.goto(url);
            await page.waitForSelector('#root', { state: 'attached' });
            return page;
        },
        async close() {
            await browser.close();
            server.closeAllConnections();
            server.close();
        },
    };
}
/** Draws a form on a page; resolves when it stands there. */
export async function draw(page, options) {
    await page.evaluate((text) => {
        window.draw(JSON.parse(text));
    }, JSON.stringify(options));
}
async function launch() {
    const executablePath = findBrowser();
    if (executablePath === undefined) {
        throw new Error('Cannot open a page as there is no Chromium: install one (Debian: apt-get install chromium; elsewhere: npx playwright-core install chromium), or name it by CHROMIUM_PATH.');
    }
    try {
        return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    }
    catch (error) {
        throw new Error(`Cannot open a page as ${executablePath} must start: name another Chromium by CHROMIUM_PATH.`, { cause: error });
    }
}
async function buildPage(names, settings) {
    // The test runner has a mode of its own, in which React is three times its size.
    const mode = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
        return await buildFiles(names, settings);
    }
    finally {
        process.env['NODE_ENV'] = mode;
    }
}
async function buildFiles(names, { folder, trims }) {
    const result = (await build({
        configFile: false,
        root: fileURLToPath(new URL(folder, import.meta.url)),
        logLevel: 'silent',
        resolve: {
            conditions: ['module', 'browser', 'production', '@formwork/source'],
            alias: toFiles(names),
        },
        plugins: trims ? [trimForms()] : [],
        build: { write: false, target: 'es2023' },
    }));
    const files = result.output.map((file) => [
        file.fileName,
        Buffer.from(file.type === 'asset' ? file.source : file.code),
    ]);
    const modules = result.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    return { files: new Map(files), modules };
}
/** Folders of packages, so that whoever imports a name gets the same one. */
function toFiles(names) {
    const { resolve } = createRequire(import.meta.url);
    return Object.fromEntries(Object.entries(names).map(([name, other]) => [name, dirname(resolve(`${other}/package.json`))]));
}
function toMediaType(name) {
    if (name.endsWith('.js'))
        return 'text/javascript';
    return name.endsWith('.css') ? 'text/css' : 'text/html';
}
