import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Guides by task","description":"","frontmatter":{},"headers":[],"relativePath":"docs/guides/index.md","filePath":"docs/guides/README.md"}');
const _sfc_main = { name: "docs/guides/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="guides-by-task" tabindex="-1">Guides by task <a class="header-anchor" href="#guides-by-task" aria-label="Permalink to &quot;Guides by task&quot;">​</a></h1><p>New here? <a href="/docs/tutorial.html">The tutorial</a> goes from an empty folder to a tested agent. Each guide solves one task, with code from <a href="/apps/examples/">programs</a> that the tests run.</p><ul><li><a href="/docs/guides/zod.html">Zod</a>: write schemas in Zod</li><li><a href="/docs/guides/questions.html">Questions and approvals</a>: ask a person in the middle of a task, and go on days later</li><li><a href="/docs/guides/long-tasks.html">Long tasks</a> that survive failures and restarts</li><li><a href="/docs/guides/files.html">Files</a>: take some and send some back</li><li><a href="/docs/guides/agents.html">Agents that call agents</a></li><li><a href="/docs/guides/express.html">An agent in your express app</a></li><li><a href="/docs/guides/react.html">Forms in a React app</a></li><li><a href="/docs/guides/versions.html">Two versions of an input</a>: change a schema without breaking callers</li><li><a href="/docs/guides/deployment.html">Deploy an agent</a></li><li><a href="/docs/move-from-the-sdk.html">Move an agent from the SDK</a></li></ul><p>Elsewhere: <a href="/docs/sign-in.html">let callers sign in</a>, <a href="/docs/test-your-agent.html">test your agent</a>, <a href="/docs/mcp.html#the-other-way-an-mcp-server-as-an-agent">serve an MCP server as an agent</a>, <a href="/docs/call-an-agent.html#without-the-client">call with curl or Python</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/guides/README.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const README = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  README as default
};
