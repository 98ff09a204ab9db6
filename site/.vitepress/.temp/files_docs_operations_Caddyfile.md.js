import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Caddyfile","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"docs/operations/Caddyfile"},"relativePath":"files/docs/operations/Caddyfile.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/docs/operations/Caddyfile.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="caddyfile" tabindex="-1">Caddyfile <a class="header-anchor" href="#caddyfile" aria-label="Permalink to &quot;Caddyfile&quot;">​</a></h1><p><code>docs/operations/Caddyfile</code> in the repository:</p><div class="language-txt"><button title="Copy Code" class="copy"></button><span class="lang">txt</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span># A proxy in front of three replicas on this machine; docs/replicas.md tries it out.</span></span>
<span class="line"><span>#</span></span>
<span class="line"><span>#   caddy run --config docs/operations/Caddyfile</span></span>
<span class="line"><span>{</span></span>
<span class="line"><span>	admin off</span></span>
<span class="line"><span>}</span></span>
<span class="line"><span></span></span>
<span class="line"><span>http://:4100 {</span></span>
<span class="line"><span>	# Only this machine can reach the proxy, as it alone can reach the replicas.</span></span>
<span class="line"><span>	bind 127.0.0.1</span></span>
<span class="line"><span>	reverse_proxy 127.0.0.1:4101 127.0.0.1:4102 127.0.0.1:4103 {</span></span>
<span class="line"><span>		# Events of streams are passed on at once.</span></span>
<span class="line"><span>		flush_interval -1</span></span>
<span class="line"><span>		lb_policy round_robin</span></span>
<span class="line"><span>		# A replica that is gone, or not ready, gets no requests until it is ready again.</span></span>
<span class="line"><span>		health_uri /readyz</span></span>
<span class="line"><span>		health_interval 2s</span></span>
<span class="line"><span>		health_timeout 2s</span></span>
<span class="line"><span>		fail_duration 3s</span></span>
<span class="line"><span>		# A request that finds no connection is sent to another replica.</span></span>
<span class="line"><span>		lb_try_duration 5s</span></span>
<span class="line"><span>		lb_try_interval 100ms</span></span>
<span class="line"><span>	}</span></span>
<span class="line"><span>}</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/docs/operations/Caddyfile.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const Caddyfile = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  Caddyfile as default
};
