import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"call.py","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/calls/call.py"},"relativePath":"files/apps/examples/calls/call.py.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/calls/call.py.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="callpy" tabindex="-1">call.py <a class="header-anchor" href="#callpy" aria-label="Permalink to &quot;call.py&quot;">​</a></h1><p><code>apps/examples/calls/call.py</code> in the repository:</p><div class="language-txt"><button title="Copy Code" class="copy"></button><span class="lang">txt</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span>&quot;&quot;&quot;Calls the agent of the README with Python&#39;s standard library alone.</span></span>
<span class="line"><span></span></span>
<span class="line"><span>python3 call.py http://127.0.0.1:4100</span></span>
<span class="line"><span>&quot;&quot;&quot;</span></span>
<span class="line"><span></span></span>
<span class="line"><span>import json</span></span>
<span class="line"><span>import sys</span></span>
<span class="line"><span>import urllib.request</span></span>
<span class="line"><span>import uuid</span></span>
<span class="line"><span></span></span>
<span class="line"><span>OBJECT_SCHEMAS = (</span></span>
<span class="line"><span>    &quot;https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1&quot;</span></span>
<span class="line"><span>)</span></span>
<span class="line"><span></span></span>
<span class="line"><span></span></span>
<span class="line"><span>class Refused(Exception):</span></span>
<span class="line"><span>    &quot;&quot;&quot;The agent refused the input; \`fields\` are its pointers, each with what is wrong there.&quot;&quot;&quot;</span></span>
<span class="line"><span></span></span>
<span class="line"><span>    def __init__(self, error: dict) -&gt; None:</span></span>
<span class="line"><span>        super().__init__(error[&quot;message&quot;])</span></span>
<span class="line"><span>        self.fields = {</span></span>
<span class="line"><span>            violation[&quot;field&quot;]: violation[&quot;description&quot;]</span></span>
<span class="line"><span>            for detail in error.get(&quot;data&quot;, [])</span></span>
<span class="line"><span>            for violation in detail.get(&quot;fieldViolations&quot;, [])</span></span>
<span class="line"><span>        }</span></span>
<span class="line"><span></span></span>
<span class="line"><span></span></span>
<span class="line"><span>def request(url: str, body: dict | None = None) -&gt; dict:</span></span>
<span class="line"><span>    data = None if body is None else json.dumps(body).encode()</span></span>
<span class="line"><span>    headers = {&quot;Content-Type&quot;: &quot;application/json&quot;, &quot;A2A-Version&quot;: &quot;1.0&quot;}</span></span>
<span class="line"><span>    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as response:</span></span>
<span class="line"><span>        return json.load(response)</span></span>
<span class="line"><span></span></span>
<span class="line"><span></span></span>
<span class="line"><span>def read_schemas(card: dict) -&gt; dict:</span></span>
<span class="line"><span>    &quot;&quot;&quot;Returns the schemas that an agent publishes in its card, by name.&quot;&quot;&quot;</span></span>
<span class="line"><span>    for extension in card[&quot;capabilities&quot;][&quot;extensions&quot;]:</span></span>
<span class="line"><span>        if extension[&quot;uri&quot;] == OBJECT_SCHEMAS:</span></span>
<span class="line"><span>            return extension[&quot;params&quot;][&quot;schemas&quot;]</span></span>
<span class="line"><span>    return {}</span></span>
<span class="line"><span></span></span>
<span class="line"><span></span></span>
<span class="line"><span>def call(url: str, schema: str, data: dict) -&gt; dict:</span></span>
<span class="line"><span>    &quot;&quot;&quot;Sends data that should fit a schema, and returns the data of the result.&quot;&quot;&quot;</span></span>
<span class="line"><span>    # The parameter &quot;schema&quot; of the media type names the schema.</span></span>
<span class="line"><span>    part = {&quot;data&quot;: data, &quot;mediaType&quot;: f&quot;application/json;schema={schema}&quot;}</span></span>
<span class="line"><span>    message = {&quot;messageId&quot;: str(uuid.uuid4()), &quot;role&quot;: &quot;ROLE_USER&quot;, &quot;parts&quot;: [part]}</span></span>
<span class="line"><span>    params = {</span></span>
<span class="line"><span>        &quot;message&quot;: message,</span></span>
<span class="line"><span>        &quot;configuration&quot;: {&quot;acceptedOutputModes&quot;: [&quot;application/json&quot;]},</span></span>
<span class="line"><span>    }</span></span>
<span class="line"><span>    answer = request(</span></span>
<span class="line"><span>        url, {&quot;jsonrpc&quot;: &quot;2.0&quot;, &quot;id&quot;: 1, &quot;method&quot;: &quot;SendMessage&quot;, &quot;params&quot;: params}</span></span>
<span class="line"><span>    )</span></span>
<span class="line"><span>    if &quot;error&quot; in answer:</span></span>
<span class="line"><span>        raise Refused(answer[&quot;error&quot;])</span></span>
<span class="line"><span>    task = answer[&quot;result&quot;][&quot;task&quot;]</span></span>
<span class="line"><span>    if task[&quot;status&quot;][&quot;state&quot;] != &quot;TASK_STATE_COMPLETED&quot;:</span></span>
<span class="line"><span>        raise RuntimeError(f&quot;The task ended as {task[&#39;status&#39;][&#39;state&#39;]}.&quot;)</span></span>
<span class="line"><span>    return task[&quot;artifacts&quot;][0][&quot;parts&quot;][0][&quot;data&quot;]</span></span>
<span class="line"><span></span></span>
<span class="line"><span></span></span>
<span class="line"><span>agent = sys.argv[1] if len(sys.argv) &gt; 1 else &quot;http://127.0.0.1:4100&quot;</span></span>
<span class="line"><span>card = request(f&quot;{agent}/.well-known/agent-card.json&quot;)</span></span>
<span class="line"><span>door = next(</span></span>
<span class="line"><span>    interface[&quot;url&quot;]</span></span>
<span class="line"><span>    for interface in card[&quot;supportedInterfaces&quot;]</span></span>
<span class="line"><span>    if interface[&quot;protocolBinding&quot;] == &quot;JSONRPC&quot; and interface[&quot;protocolVersion&quot;] == &quot;1.0&quot;</span></span>
<span class="line"><span>)</span></span>
<span class="line"><span>print(&quot;Schemas:&quot;, &quot;, &quot;.join(read_schemas(card)))</span></span>
<span class="line"><span></span></span>
<span class="line"><span>try:</span></span>
<span class="line"><span>    call(door, &quot;fightComparison&quot;, {&quot;a&quot;: &quot;Lion&quot;, &quot;bb&quot;: &quot;Tiger&quot;})</span></span>
<span class="line"><span>except Refused as refused:</span></span>
<span class="line"><span>    # The message is written for people and models, the fields are for programs.</span></span>
<span class="line"><span>    print(refused)</span></span>
<span class="line"><span>    assert list(refused.fields) == [&quot;/b&quot;]</span></span>
<span class="line"><span></span></span>
<span class="line"><span>print(call(door, &quot;fightComparison&quot;, {&quot;a&quot;: &quot;Lion&quot;, &quot;b&quot;: &quot;Tiger&quot;}))</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/calls/call.py.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const call_py = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  call_py as default
};
