/**
 * The content security policy of a view that requests no permissions: the strictest one that MCP
 * Apps names.
 */
export const VIEW_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * The HTML of the host's page: it holds the view in a sandboxed frame, and passes messages between
 * the view and the test.
 */
export const HOST_PAGE = `<!doctype html>
<html lang="en">
  <head><title>A host</title><link rel="icon" href="data:," /></head>
  <body>
    <main>
      <h1>A host</h1>
      <label>Chat <input id="chat"></label>
      <iframe title="Tool" id="view" sandbox="allow-scripts" width="600" height="400"></iframe>
    </main>
    <script>
      const frame = document.getElementById('view');
      globalThis.toView = (message) => frame.contentWindow.postMessage(message, '*');
      globalThis.resize = (height) => { frame.height = height; };
      addEventListener('message', (event) => {
        if (event.source === frame.contentWindow) globalThis.fromView(JSON.stringify(event.data));
      });
      globalThis.begin = () => { frame.src = '/view'; };
    </script>
  </body>
</html>`;
