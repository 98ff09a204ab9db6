import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"nginx.conf","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"docs/operations/nginx.conf"},"relativePath":"files/docs/operations/nginx.conf.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/docs/operations/nginx.conf.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="nginxconf" tabindex="-1">nginx.conf <a class="header-anchor" href="#nginxconf" aria-label="Permalink to &quot;nginx.conf&quot;">​</a></h1><p><code>docs/operations/nginx.conf</code> in the repository:</p><div class="language-txt"><button title="Copy Code" class="copy"></button><span class="lang">txt</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span># A site of nginx in front of an agent on the same machine, for the context &quot;http&quot;, such as</span></span>
<span class="line"><span># /etc/nginx/conf.d/agent.conf. The agent runs with FORMWORK_PUBLIC_URL=https://agents.example.com.</span></span>
<span class="line"><span>upstream agent {</span></span>
<span class="line"><span>	server 127.0.0.1:4100;</span></span>
<span class="line"><span>	keepalive 32;</span></span>
<span class="line"><span>}</span></span>
<span class="line"><span></span></span>
<span class="line"><span>server {</span></span>
<span class="line"><span>	listen 443 ssl;</span></span>
<span class="line"><span>	server_name agents.example.com;</span></span>
<span class="line"><span>	ssl_certificate /etc/ssl/agents.example.com.pem;</span></span>
<span class="line"><span>	ssl_certificate_key /etc/ssl/private/agents.example.com.key;</span></span>
<span class="line"><span></span></span>
<span class="line"><span>	# The bodyLimit of the server, 1mb by default.</span></span>
<span class="line"><span>	client_max_body_size 1m;</span></span>
<span class="line"><span></span></span>
<span class="line"><span>	location / {</span></span>
<span class="line"><span>		proxy_pass http://agent;</span></span>
<span class="line"><span>		proxy_http_version 1.1;</span></span>
<span class="line"><span>		proxy_set_header Connection &quot;&quot;;</span></span>
<span class="line"><span>		# The agent accepts its public name and refuses others.</span></span>
<span class="line"><span>		proxy_set_header Host $host;</span></span>
<span class="line"><span>		# Events of streams are passed on at once. A quiet stream gets a line every 15 seconds.</span></span>
<span class="line"><span>		proxy_buffering off;</span></span>
<span class="line"><span>		proxy_read_timeout 60s;</span></span>
<span class="line"><span>	}</span></span>
<span class="line"><span>}</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/docs/operations/nginx.conf.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const nginx_conf = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  nginx_conf as default
};
