import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Decisions: the registry","description":"","frontmatter":{},"headers":[],"relativePath":"docs/decisions/registry.md","filePath":"docs/decisions/registry.md"}');
const _sfc_main = { name: "docs/decisions/registry.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="decisions-the-registry" tabindex="-1">Decisions: the registry <a class="header-anchor" href="#decisions-the-registry" aria-label="Permalink to &quot;Decisions: the registry&quot;">​</a></h1><p>Registration of agents, and trust in their claims.</p><p><strong>A registry does not trust the caller who registers an agent.</strong> The caller only gives an address; the registry lists what it has read there itself, within the limits for untrusted cards. So registering somebody else&#39;s agent does no harm, and only the owner may remove an agent or send heartbeats for it.</p><p><strong>A heartbeat is only a claim, a card that was read is proof.</strong> A heartbeat keeps an agent healthy between two checks, but does not make an agent with a missing card healthy. It only makes the registry read the card again, at most every ten seconds, so that nobody can misuse a registry for a flood of requests.</p><p><strong>One origin gets a quarter of the places for reading cards.</strong> With all places, a server that answers just before the time limit would delay every check and every registration. Agents whose origin is busy are passed over and stay claimed, so other processes do not read them either.</p><p><strong>A file of the origin names the owners of its agents.</strong> A challenge would need a program on the agent&#39;s side. An operator can create a file by hand, one file works for every registry, and registries read it anew each time. Redirects of this file are not followed.</p><p><strong>Our own table is the index of words.</strong> The full-text searches of SQLite and PostgreSQL split words differently, so that the same query would find different agents. A table of terms works the same on both, and takes milliseconds among 10,000 agents. <code>Intl.Segmenter</code> splits the words.</p><p><strong>Cursors are not signed.</strong> A cursor is a place in a list that its holder may read anyway; a digest of the place and the query detects changed cursors and cursors of other queries. A signing key would have to be shared by all processes, and replacing it would end every cursor.</p><p><strong>Agents of a registry are called as untrusted agents.</strong> An operator who names a registry does not vouch for its agents: forms treat them as addresses that somebody typed, the bridge calls them only over https at public addresses, and credentials are sent only to the registry.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/decisions/registry.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const registry = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  registry as default
};
