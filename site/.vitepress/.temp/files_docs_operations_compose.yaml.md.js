import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"compose.yaml","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"docs/operations/compose.yaml"},"relativePath":"files/docs/operations/compose.yaml.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/docs/operations/compose.yaml.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="composeyaml" tabindex="-1">compose.yaml <a class="header-anchor" href="#composeyaml" aria-label="Permalink to &quot;compose.yaml&quot;">​</a></h1><p><code>docs/operations/compose.yaml</code> in the repository:</p><div class="language-yaml"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment"># Three replicas of a project of \`formwork new\`, a PostgreSQL database and a proxy, for Docker Compose.</span></span>
<span class="line"><span class="c-comment">#</span></span>
<span class="line"><span class="c-comment">#   cp compose.yaml your-project/ &amp;&amp; cd your-project</span></span>
<span class="line"><span class="c-comment">#   npm install ./vendor/formwork-postgres-*.tgz   # without the folder &quot;vendor&quot;: @formwork/postgres</span></span>
<span class="line"><span class="c-comment">#   export DATABASE_PASSWORD=... FORMWORK_API_KEY=... FORMWORK_PUBLIC_URL=https://agents.example.com</span></span>
<span class="line"><span class="c-comment">#   docker compose up --build --detach</span></span>
<span class="line"><span class="c-keyword">services</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">  database</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">    image</span><span class="c-keyword">:</span><span class="c-string-expression"> postgres:17</span></span>
<span class="line"><span class="c-keyword">    restart</span><span class="c-keyword">:</span><span class="c-string-expression"> unless-stopped</span></span>
<span class="line"><span class="c-keyword">    environment</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">      POSTGRES_USER</span><span class="c-keyword">:</span><span class="c-string-expression"> formwork</span></span>
<span class="line"><span class="c-keyword">      POSTGRES_DB</span><span class="c-keyword">:</span><span class="c-string-expression"> agents</span></span>
<span class="line"><span class="c-keyword">      POSTGRES_PASSWORD</span><span class="c-keyword">:</span><span class="c-string-expression"> \${DATABASE_PASSWORD:?a password for the database}</span></span>
<span class="line"><span class="c-keyword">    volumes</span><span class="c-keyword">:</span> [<span class="c-string">tasks:/var/lib/postgresql/data</span>]</span>
<span class="line"><span class="c-keyword">    healthcheck</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">      test</span><span class="c-keyword">:</span> [<span class="c-string">CMD</span>,<span class="c-string"> pg_isready</span>,<span class="c-string"> --username=formwork</span>,<span class="c-string"> --dbname=agents</span>]</span>
<span class="line"><span class="c-keyword">      interval</span><span class="c-keyword">:</span><span class="c-string-expression"> 5s</span></span>
<span class="line"><span class="c-keyword">      start_period</span><span class="c-keyword">:</span><span class="c-string-expression"> 30s</span></span>
<span class="line"></span>
<span class="line"><span class="c-keyword">  agent</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">    build</span><span class="c-keyword">:</span><span class="c-constant"> .</span></span>
<span class="line"><span class="c-keyword">    restart</span><span class="c-keyword">:</span><span class="c-string-expression"> unless-stopped</span></span>
<span class="line"><span class="c-comment">    # Longer than a server takes to finish its steps and give its tasks to the others.</span></span>
<span class="line"><span class="c-keyword">    stop_grace_period</span><span class="c-keyword">:</span><span class="c-string-expression"> 15s</span></span>
<span class="line"><span class="c-keyword">    environment</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">      DATABASE_URL</span><span class="c-keyword">:</span><span class="c-string-expression"> postgres://formwork:\${DATABASE_PASSWORD}@database/agents</span></span>
<span class="line"><span class="c-keyword">      FORMWORK_API_KEY</span><span class="c-keyword">:</span><span class="c-string-expression"> \${FORMWORK_API_KEY:?a key for callers}</span></span>
<span class="line"><span class="c-keyword">      FORMWORK_PUBLIC_URL</span><span class="c-keyword">:</span><span class="c-string-expression"> \${FORMWORK_PUBLIC_URL:?the address that callers use}</span></span>
<span class="line"><span class="c-keyword">    depends_on</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">      database</span><span class="c-keyword">:</span> { <span class="c-keyword">condition</span><span class="c-keyword">:</span><span class="c-string"> service_healthy</span> }</span>
<span class="line"><span class="c-keyword">    deploy</span><span class="c-keyword">:</span> { <span class="c-keyword">replicas</span><span class="c-keyword">:</span><span class="c-constant"> 3</span> }</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">  proxy</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">    image</span><span class="c-keyword">:</span><span class="c-string-expression"> caddy:2</span></span>
<span class="line"><span class="c-keyword">    restart</span><span class="c-keyword">:</span><span class="c-string-expression"> unless-stopped</span></span>
<span class="line"><span class="c-keyword">    ports</span><span class="c-keyword">:</span> [<span class="c-string-expression">&#39;8080:8080&#39;</span>]</span>
<span class="line"><span class="c-comment">    # A request that finds no connection is sent to another replica, a replica that failed gets none</span></span>
<span class="line"><span class="c-comment">    # for 5 seconds, and events of streams are passed on at once. The name &quot;agent&quot; has the addresses of all replicas.</span></span>
<span class="line"><span class="c-keyword">    command</span><span class="c-keyword">:</span></span>
<span class="line">      - <span class="c-string-expression">sh</span></span>
<span class="line">      - <span class="c-string-expression">-c</span></span>
<span class="line">      - <span class="c-keyword">|</span></span>
<span class="line"><span class="c-string">        exec caddy run --adapter caddyfile --config - &lt;&lt;END</span></span>
<span class="line"><span class="c-string">        http://:8080 {</span></span>
<span class="line"><span class="c-string">          reverse_proxy {</span></span>
<span class="line"><span class="c-string">            dynamic a {</span></span>
<span class="line"><span class="c-string">              name agent</span></span>
<span class="line"><span class="c-string">              port 4100</span></span>
<span class="line"><span class="c-string">              refresh 2s</span></span>
<span class="line"><span class="c-string">            }</span></span>
<span class="line"><span class="c-string">            flush_interval -1</span></span>
<span class="line"><span class="c-string">            fail_duration 5s</span></span>
<span class="line"><span class="c-string">            lb_try_duration 5s</span></span>
<span class="line"><span class="c-string">            lb_try_interval 100ms</span></span>
<span class="line"><span class="c-string">          }</span></span>
<span class="line"><span class="c-string">        }</span></span>
<span class="line"><span class="c-string">        END</span></span>
<span class="line"><span class="c-keyword">    depends_on</span><span class="c-keyword">:</span> [<span class="c-string">agent</span>]</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">volumes</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">  tasks</span><span class="c-keyword">:</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/docs/operations/compose.yaml.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const compose_yaml = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  compose_yaml as default
};
