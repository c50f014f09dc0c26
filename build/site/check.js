// Opens each page of a site in Chromium and says what axe finds, and which pages are wider than the window: each once narrow and light, once
// wide and dark. One browser shows all pages, one after the other, in a frame of a page that this program serves; it says by requests which
// page it looks at, and what it finds.
//   node check.js SITE AXE [PART]     PART: only pages with this in their path
const { spawn } = require('child_process');
const { createServer } = require('http');
const { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } = require('fs');
const { join, extname, relative } = require('path');
const { tmpdir } = require('os');

const [site, axe, part = ''] = process.argv.slice(2);
const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' };

function pagesIn(folder) {
    return readdirSync(folder).sort().flatMap(name => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? pagesIn(path) : name.endsWith('.html') ? ['/' + relative(site, path)] : [];
    });
}

const pages = pagesIn(site).filter(page => page.includes(part));

// Runs in the browser.
async function look(pages) {
    const frame = document.querySelector('iframe'), found = [];
    // The theme gives what scrolls its focus by a script, at a time of its own: a fast machine looks before it.
    const whole = { 'scrollable-region-focusable': { enabled: false } };
    const settled = () => new Promise(resolve => setTimeout(resolve, 100));
    for (const page of pages) {
        await fetch('/at', { method: 'POST', body: page });
        // The theme gives what scrolls its focus a moment after a change of the width.
        frame.width = 360;
        await new Promise(resolve => { frame.onload = resolve; frame.src = page; });
        const view = frame.contentWindow, body = view.document.body;
        await new Promise(resolve => {
            const script = view.document.createElement('script');
            script.src = '/axe.js';
            script.onload = resolve;
            body.append(script);
        });
        body.append(Object.assign(view.document.createElement('style'), { textContent: '* { transition: none !important }' }));
        for (const [width, scheme, rules] of [[360, 'default', null], [1400, 'slate', ['color-contrast', 'link-in-text-block']]]) {
            frame.width = width;
            body.setAttribute('data-md-color-scheme', scheme);
            await settled();
            const root = view.document.documentElement;
            if (root.scrollWidth > width) {
                const right = element => element.getBoundingClientRect().right;
                const widest = [...body.querySelectorAll('article *')].sort((a, b) => right(b) - right(a))[0];
                found.push(`${page} at ${width}: ${root.scrollWidth} pixels wide, ${right(widest)} by ${widest.outerHTML.slice(0, 200)}`);
            }
            for (const violation of (await view.axe.run(view.document, { resultTypes: ['violations'], ...rules ? { runOnly: rules } : { rules: whole } })).violations) {
                for (const node of violation.nodes.slice(0, 3))
                    found.push(`${page} at ${width}, ${scheme}: ${violation.id}: ${node.target}: ${node.failureSummary.replace(/\s+/g, ' ')}`);
            }
        }
    }
    await fetch('/found', { method: 'POST', body: JSON.stringify(found) });
}

const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    if (path === '/at') {
        request.on('data', page => waitFor('' + page)).on('end', () => response.end());
        return;
    }
    if (path === '/found') {
        let text = '';
        request.on('data', part => text += part).on('end', () => { response.end(); done(JSON.parse(text)); });
        return;
    }
    try {
        const body = path === '/look'
            ? `<!doctype html><iframe width="1400" height="900"></iframe><script>
                (${look})(${JSON.stringify(pages)}).catch(e => fetch('/found', { method: 'POST', body: JSON.stringify(['' + e]) }));</script>`
            : readFileSync(path === '/axe.js' ? axe : join(site, path.endsWith('/') ? path + 'index.html' : path));
        response.setHeader('Content-Type', path === '/look' ? 'text/html' : types[extname(path) || '.html'] || 'application/octet-stream');
        response.end(body);
    } catch {
        response.statusCode = 404;
        response.end();
    }
});

let browser, limit;
// How long all pages take depends on what else runs; that a single one takes minutes doesn't happen.
function waitFor(page) {
    clearTimeout(limit);
    limit = setTimeout(() => done([`${page}: Chromium took longer than five minutes for it.`]), 300_000).unref();
}

const profile = mkdtempSync(join(tmpdir(), 'site-'));
function done(found) {
    for (const line of found)
        console.log(line);
    console.log(`${pages.length} pages, at 360 pixels in light and at 1,400 in dark: ${found.length} faults.`);
    browser.on('exit', () => {
        try {
            process.kill(-browser.pid, 'SIGKILL');
        } catch { }
        try {
            rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
        } catch (e) {
            // Chromium's helpers may outlive it for a moment, and write into its cache; that is no fault of the pages.
            console.log(`The folder ${profile} is left: ${e.code}.`);
        }
        process.exit(found.length ? 1 : 0);
    });
    browser.kill();
}

server.listen(0, '127.0.0.1', () => {
    browser = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, '--window-size=1600,1000',
        '--virtual-time-budget=1000000000', '--dump-dom', `http://127.0.0.1:${server.address().port}/look`], { stdio: 'ignore', detached: true });
    waitFor('The first page');
});
