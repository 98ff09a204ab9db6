import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"formwork.service","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"docs/operations/formwork.service"},"relativePath":"files/docs/operations/formwork.service.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/docs/operations/formwork.service.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="formworkservice" tabindex="-1">formwork.service <a class="header-anchor" href="#formworkservice" aria-label="Permalink to &quot;formwork.service&quot;">​</a></h1><p><code>docs/operations/formwork.service</code> in the repository:</p><div class="language-txt"><button title="Copy Code" class="copy"></button><span class="lang">txt</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span># A project of \`formwork new\` as a service of systemd, with its tasks in /var/lib/my-agent.</span></span>
<span class="line"><span>#</span></span>
<span class="line"><span>#   cp -r my-agent /srv/my-agent &amp;&amp; cd /srv/my-agent &amp;&amp; npm ci --omit=dev</span></span>
<span class="line"><span>#   cp formwork.service /etc/systemd/system/my-agent.service</span></span>
<span class="line"><span>#   install -m 600 /dev/null /etc/my-agent.env   # FORMWORK_API_KEY=..., a line for each variable</span></span>
<span class="line"><span>#   systemctl enable --now my-agent</span></span>
<span class="line"><span>[Unit]</span></span>
<span class="line"><span>Description=An agent made with Formwork</span></span>
<span class="line"><span>Wants=network-online.target</span></span>
<span class="line"><span>After=network-online.target</span></span>
<span class="line"><span></span></span>
<span class="line"><span>[Service]</span></span>
<span class="line"><span>WorkingDirectory=/srv/my-agent</span></span>
<span class="line"><span># Not through npm, which would keep SIGTERM for itself. Node has to be 22.18 or newer.</span></span>
<span class="line"><span>ExecStart=/usr/bin/node src/main.ts</span></span>
<span class="line"><span>Environment=FORMWORK_PUBLIC_URL=https://agents.example.com</span></span>
<span class="line"><span>Environment=FORMWORK_STORE=/var/lib/my-agent/tasks.sqlite</span></span>
<span class="line"><span>EnvironmentFile=/etc/my-agent.env</span></span>
<span class="line"><span>Restart=on-failure</span></span>
<span class="line"><span># Longer than a server takes to finish its steps.</span></span>
<span class="line"><span>TimeoutStopSec=15</span></span>
<span class="line"><span></span></span>
<span class="line"><span># A user of its own, who can write to nothing but the tasks.</span></span>
<span class="line"><span>DynamicUser=yes</span></span>
<span class="line"><span>StateDirectory=my-agent</span></span>
<span class="line"><span>StateDirectoryMode=0700</span></span>
<span class="line"><span>ProtectSystem=strict</span></span>
<span class="line"><span>ProtectHome=yes</span></span>
<span class="line"><span>PrivateTmp=yes</span></span>
<span class="line"><span>NoNewPrivileges=yes</span></span>
<span class="line"><span></span></span>
<span class="line"><span>[Install]</span></span>
<span class="line"><span>WantedBy=multi-user.target</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/docs/operations/formwork.service.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const formwork_service = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  formwork_service as default
};
