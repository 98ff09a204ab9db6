import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Decisions","description":"","frontmatter":{},"headers":[],"relativePath":"docs/decisions/index.md","filePath":"docs/decisions/README.md"}');
const _sfc_main = { name: "docs/decisions/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="decisions" tabindex="-1">Decisions <a class="header-anchor" href="#decisions" aria-label="Permalink to &quot;Decisions&quot;">​</a></h1><p>Decisions and their reasons, by topic. A decision that no longer holds is removed; the history of this folder keeps it.</p><ul><li><a href="/docs/decisions/protocol.html">The protocol</a>: cards, doors and the request flow: how a message of A2A becomes a task, and how it is answered.</li><li><a href="/docs/decisions/json-schema.html">JSON Schema</a>: one evaluator, the vetting of schemas, types and comparisons made from them.</li><li><a href="/docs/decisions/handlers.html">Handlers</a>: a skill while it runs: steps, questions, attempts, files, its end.</li><li><a href="/docs/decisions/engines.html">Engines</a>: storage of tasks: commits, files, blobs, time, and failures of the storage.</li><li><a href="/docs/decisions/network.html">Webhooks and the network</a>: notifications, and requests to addresses that somebody else chose.</li><li><a href="/docs/decisions/observation.html">Observation</a>: traces, metrics, health, the audit, and the data that they leave out.</li><li><a href="/docs/decisions/trust.html">Trust</a>: signed cards: the content of signatures, and trusted keys.</li><li><a href="/docs/decisions/client.html">The client</a>: calls by skill: retries, doors, streams, credentials.</li><li><a href="/docs/decisions/command-line.html">The command line</a>: the command <code>formwork</code>.</li><li><a href="/docs/decisions/forms-and-results.html">Forms and results</a>: from a schema to a form, and from a value to its display.</li><li><a href="/docs/decisions/public-forms.html">Public forms</a>: forms without an account: receipts, the element, links.</li><li><a href="/docs/decisions/page.html">The page</a>: the page of forms and the gateway that serves it.</li><li><a href="/docs/decisions/looks.html">Looks</a>: how the pages look, compared with others, and how it is proved that everybody can use them.</li><li><a href="/docs/decisions/people.html">The people door</a>: the history, drafts and shares of people who have signed in.</li><li><a href="/docs/decisions/mcp.html">MCP</a>: skills as tools, and servers as agents.</li><li><a href="/docs/decisions/registry.html">The registry</a>: registration of agents, and trust in their claims.</li><li><a href="/docs/decisions/sessions-and-envelopes.html">Sessions and envelopes</a>: other protocols to the same agent.</li><li><a href="/docs/decisions/documents.html">Documents</a>: schemas of A2A and its neighbours, and the check of documents.</li><li><a href="/docs/decisions/workspace.html">The workspace</a>: how the project is built, tested, measured and installed.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/decisions/README.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const README = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  README as default
};
