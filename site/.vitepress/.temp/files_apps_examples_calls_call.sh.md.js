import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"call.sh","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/calls/call.sh"},"relativePath":"files/apps/examples/calls/call.sh.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/calls/call.sh.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="callsh" tabindex="-1">call.sh <a class="header-anchor" href="#callsh" aria-label="Permalink to &quot;call.sh&quot;">​</a></h1><p><code>apps/examples/calls/call.sh</code> in the repository:</p><div class="language-txt"><button title="Copy Code" class="copy"></button><span class="lang">txt</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span>#!/bin/sh</span></span>
<span class="line"><span># Calls the agent of the README with curl alone: sh call.sh http://127.0.0.1:4100</span></span>
<span class="line"><span>set -eu</span></span>
<span class="line"><span>agent=\${1:-http://127.0.0.1:4100}</span></span>
<span class="line"><span></span></span>
<span class="line"><span># Sends data to the skill that takes the schema &quot;fightComparison&quot;, and prints the answer.</span></span>
<span class="line"><span># The parameter &quot;schema&quot; of the media type names the schema.</span></span>
<span class="line"><span>send() {</span></span>
<span class="line"><span>  id=$(od -An -N16 -tx1 /dev/urandom | tr -d &#39; \\n&#39;)</span></span>
<span class="line"><span>  curl --silent --show-error &quot;$agent/a2a&quot; \\</span></span>
<span class="line"><span>    --header &#39;Content-Type: application/json&#39; \\</span></span>
<span class="line"><span>    --header &#39;A2A-Version: 1.0&#39; \\</span></span>
<span class="line"><span>    --data &#39;{</span></span>
<span class="line"><span>      &quot;jsonrpc&quot;: &quot;2.0&quot;,</span></span>
<span class="line"><span>      &quot;id&quot;: 1,</span></span>
<span class="line"><span>      &quot;method&quot;: &quot;SendMessage&quot;,</span></span>
<span class="line"><span>      &quot;params&quot;: {</span></span>
<span class="line"><span>        &quot;message&quot;: {</span></span>
<span class="line"><span>          &quot;messageId&quot;: &quot;&#39;&quot;$id&quot;&#39;&quot;,</span></span>
<span class="line"><span>          &quot;role&quot;: &quot;ROLE_USER&quot;,</span></span>
<span class="line"><span>          &quot;parts&quot;: [{ &quot;data&quot;: &#39;&quot;$1&quot;&#39;, &quot;mediaType&quot;: &quot;application/json;schema=fightComparison&quot; }]</span></span>
<span class="line"><span>        },</span></span>
<span class="line"><span>        &quot;configuration&quot;: { &quot;acceptedOutputModes&quot;: [&quot;application/json&quot;] }</span></span>
<span class="line"><span>      }</span></span>
<span class="line"><span>    }&#39;</span></span>
<span class="line"><span>  echo</span></span>
<span class="line"><span>}</span></span>
<span class="line"><span></span></span>
<span class="line"><span># Wrong data gets an answer that says how to repair it: &quot;bb&quot; has to be &quot;b&quot;.</span></span>
<span class="line"><span>send &#39;{ &quot;a&quot;: &quot;Lion&quot;, &quot;bb&quot;: &quot;Tiger&quot; }&#39;</span></span>
<span class="line"><span></span></span>
<span class="line"><span># The repaired data gets a task with the result.</span></span>
<span class="line"><span>send &#39;{ &quot;a&quot;: &quot;Lion&quot;, &quot;b&quot;: &quot;Tiger&quot; }&#39;</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/calls/call.sh.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const call_sh = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  call_sh as default
};
