import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"kubernetes.yaml","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"docs/operations/kubernetes.yaml"},"relativePath":"files/docs/operations/kubernetes.yaml.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/docs/operations/kubernetes.yaml.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kubernetesyaml" tabindex="-1">kubernetes.yaml <a class="header-anchor" href="#kubernetesyaml" aria-label="Permalink to &quot;kubernetes.yaml&quot;">​</a></h1><p><code>docs/operations/kubernetes.yaml</code> in the repository:</p><div class="language-yaml"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment"># Three replicas of a project of \`formwork new\` on a PostgreSQL database that already exists.</span></span>
<span class="line"><span class="c-comment">#</span></span>
<span class="line"><span class="c-comment">#   kubectl create secret generic formwork --from-literal=database-url=postgres://... --from-literal=api-key=...</span></span>
<span class="line"><span class="c-comment">#   kubectl apply --filename kubernetes.yaml</span></span>
<span class="line"><span class="c-keyword">apiVersion</span><span class="c-keyword">:</span><span class="c-string-expression"> apps/v1</span></span>
<span class="line"><span class="c-keyword">kind</span><span class="c-keyword">:</span><span class="c-string-expression"> Deployment</span></span>
<span class="line"><span class="c-keyword">metadata</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">  name</span><span class="c-keyword">:</span><span class="c-string-expression"> agent</span></span>
<span class="line"><span class="c-keyword">  labels</span><span class="c-keyword">:</span> { <span class="c-keyword">app</span><span class="c-keyword">:</span><span class="c-string"> agent</span> }</span>
<span class="line"><span class="c-keyword">spec</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">  replicas</span><span class="c-keyword">:</span><span class="c-constant"> 3</span></span>
<span class="line"><span class="c-keyword">  selector</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">    matchLabels</span><span class="c-keyword">:</span> { <span class="c-keyword">app</span><span class="c-keyword">:</span><span class="c-string"> agent</span> }</span>
<span class="line"><span class="c-keyword">  strategy</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">    type</span><span class="c-keyword">:</span><span class="c-string-expression"> RollingUpdate</span></span>
<span class="line"><span class="c-comment">    # Old and new replicas share the tasks while they are replaced.</span></span>
<span class="line"><span class="c-keyword">    rollingUpdate</span><span class="c-keyword">:</span> { <span class="c-keyword">maxUnavailable</span><span class="c-keyword">:</span><span class="c-constant"> 0</span>,<span class="c-keyword"> maxSurge</span><span class="c-keyword">:</span><span class="c-constant"> 1</span> }</span>
<span class="line"><span class="c-keyword">  template</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">    metadata</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">      labels</span><span class="c-keyword">:</span> { <span class="c-keyword">app</span><span class="c-keyword">:</span><span class="c-string"> agent</span> }</span>
<span class="line"><span class="c-keyword">    spec</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-comment">      # Longer than a server takes to finish its steps and give its tasks to the others.</span></span>
<span class="line"><span class="c-keyword">      terminationGracePeriodSeconds</span><span class="c-keyword">:</span><span class="c-constant"> 20</span></span>
<span class="line"><span class="c-keyword">      securityContext</span><span class="c-keyword">:</span> { <span class="c-keyword">runAsNonRoot</span><span class="c-keyword">:</span><span class="c-constant"> true</span>,<span class="c-keyword"> runAsUser</span><span class="c-keyword">:</span><span class="c-constant"> 1000</span> }</span>
<span class="line"><span class="c-comment">      # Spread over machines, because all replicas on one machine fail with it.</span></span>
<span class="line"><span class="c-keyword">      topologySpreadConstraints</span><span class="c-keyword">:</span></span>
<span class="line">        - <span class="c-keyword">maxSkew</span><span class="c-keyword">:</span><span class="c-constant"> 1</span></span>
<span class="line"><span class="c-keyword">          topologyKey</span><span class="c-keyword">:</span><span class="c-string-expression"> kubernetes.io/hostname</span></span>
<span class="line"><span class="c-keyword">          whenUnsatisfiable</span><span class="c-keyword">:</span><span class="c-string-expression"> ScheduleAnyway</span></span>
<span class="line"><span class="c-keyword">          labelSelector</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">            matchLabels</span><span class="c-keyword">:</span> { <span class="c-keyword">app</span><span class="c-keyword">:</span><span class="c-string"> agent</span> }</span>
<span class="line"><span class="c-keyword">      containers</span><span class="c-keyword">:</span></span>
<span class="line">        - <span class="c-keyword">name</span><span class="c-keyword">:</span><span class="c-string-expression"> agent</span></span>
<span class="line"><span class="c-keyword">          image</span><span class="c-keyword">:</span><span class="c-string-expression"> registry.example.com/agent:1.0.0</span></span>
<span class="line"><span class="c-keyword">          ports</span><span class="c-keyword">:</span> [{ <span class="c-keyword">name</span><span class="c-keyword">:</span><span class="c-string"> http</span>,<span class="c-keyword"> containerPort</span><span class="c-keyword">:</span><span class="c-constant"> 4100</span> }]</span>
<span class="line"><span class="c-keyword">          env</span><span class="c-keyword">:</span></span>
<span class="line">            - <span class="c-keyword">name</span><span class="c-keyword">:</span><span class="c-string-expression"> DATABASE_URL</span></span>
<span class="line"><span class="c-keyword">              valueFrom</span><span class="c-keyword">:</span> { <span class="c-keyword">secretKeyRef</span><span class="c-keyword">:</span> { <span class="c-keyword">name</span><span class="c-keyword">:</span><span class="c-string"> formwork</span>,<span class="c-keyword"> key</span><span class="c-keyword">:</span><span class="c-string"> database-url</span> } }</span>
<span class="line">            - <span class="c-keyword">name</span><span class="c-keyword">:</span><span class="c-string-expression"> FORMWORK_API_KEY</span></span>
<span class="line"><span class="c-keyword">              valueFrom</span><span class="c-keyword">:</span> { <span class="c-keyword">secretKeyRef</span><span class="c-keyword">:</span> { <span class="c-keyword">name</span><span class="c-keyword">:</span><span class="c-string"> formwork</span>,<span class="c-keyword"> key</span><span class="c-keyword">:</span><span class="c-string"> api-key</span> } }</span>
<span class="line">            - <span class="c-keyword">name</span><span class="c-keyword">:</span><span class="c-string-expression"> FORMWORK_PUBLIC_URL</span></span>
<span class="line"><span class="c-keyword">              value</span><span class="c-keyword">:</span><span class="c-string-expression"> https://agents.example.com</span></span>
<span class="line"><span class="c-keyword">          securityContext</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">            allowPrivilegeEscalation</span><span class="c-keyword">:</span><span class="c-constant"> false</span></span>
<span class="line"><span class="c-keyword">            capabilities</span><span class="c-keyword">:</span> { <span class="c-keyword">drop</span><span class="c-keyword">:</span> [<span class="c-string">ALL</span>] }</span>
<span class="line"><span class="c-keyword">          resources</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">            requests</span><span class="c-keyword">:</span> { <span class="c-keyword">cpu</span><span class="c-keyword">:</span><span class="c-string"> 250m</span>,<span class="c-keyword"> memory</span><span class="c-keyword">:</span><span class="c-string"> 256Mi</span> }</span>
<span class="line"><span class="c-keyword">            limits</span><span class="c-keyword">:</span> { <span class="c-keyword">memory</span><span class="c-keyword">:</span><span class="c-string"> 512Mi</span> }</span>
<span class="line"><span class="c-comment">          # A slow start must not count as a failure.</span></span>
<span class="line"><span class="c-keyword">          startupProbe</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">            httpGet</span><span class="c-keyword">:</span> { <span class="c-keyword">path</span><span class="c-keyword">:</span><span class="c-string"> /healthz</span>,<span class="c-keyword"> port</span><span class="c-keyword">:</span><span class="c-string"> http</span> }</span>
<span class="line"><span class="c-keyword">            failureThreshold</span><span class="c-keyword">:</span><span class="c-constant"> 30</span></span>
<span class="line"><span class="c-keyword">            periodSeconds</span><span class="c-keyword">:</span><span class="c-constant"> 2</span></span>
<span class="line"><span class="c-keyword">          livenessProbe</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">            httpGet</span><span class="c-keyword">:</span> { <span class="c-keyword">path</span><span class="c-keyword">:</span><span class="c-string"> /healthz</span>,<span class="c-keyword"> port</span><span class="c-keyword">:</span><span class="c-string"> http</span> }</span>
<span class="line"><span class="c-keyword">            periodSeconds</span><span class="c-keyword">:</span><span class="c-constant"> 10</span></span>
<span class="line"><span class="c-keyword">            timeoutSeconds</span><span class="c-keyword">:</span><span class="c-constant"> 5</span></span>
<span class="line"><span class="c-comment">          # A replica is not ready while it closes, or while the database accepts no writes.</span></span>
<span class="line"><span class="c-keyword">          readinessProbe</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">            httpGet</span><span class="c-keyword">:</span> { <span class="c-keyword">path</span><span class="c-keyword">:</span><span class="c-string"> /readyz</span>,<span class="c-keyword"> port</span><span class="c-keyword">:</span><span class="c-string"> http</span> }</span>
<span class="line"><span class="c-keyword">            periodSeconds</span><span class="c-keyword">:</span><span class="c-constant"> 5</span></span>
<span class="line"><span class="c-keyword">            timeoutSeconds</span><span class="c-keyword">:</span><span class="c-constant"> 5</span></span>
<span class="line">---</span>
<span class="line"><span class="c-keyword">apiVersion</span><span class="c-keyword">:</span><span class="c-string-expression"> v1</span></span>
<span class="line"><span class="c-keyword">kind</span><span class="c-keyword">:</span><span class="c-string-expression"> Service</span></span>
<span class="line"><span class="c-keyword">metadata</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">  name</span><span class="c-keyword">:</span><span class="c-string-expression"> agent</span></span>
<span class="line"><span class="c-keyword">  labels</span><span class="c-keyword">:</span> { <span class="c-keyword">app</span><span class="c-keyword">:</span><span class="c-string"> agent</span> }</span>
<span class="line"><span class="c-keyword">spec</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">  selector</span><span class="c-keyword">:</span> { <span class="c-keyword">app</span><span class="c-keyword">:</span><span class="c-string"> agent</span> }</span>
<span class="line"><span class="c-keyword">  ports</span><span class="c-keyword">:</span> [{ <span class="c-keyword">name</span><span class="c-keyword">:</span><span class="c-string"> http</span>,<span class="c-keyword"> port</span><span class="c-keyword">:</span><span class="c-constant"> 80</span>,<span class="c-keyword"> targetPort</span><span class="c-keyword">:</span><span class="c-string"> http</span> }]</span>
<span class="line">---</span>
<span class="line"><span class="c-keyword">apiVersion</span><span class="c-keyword">:</span><span class="c-string-expression"> policy/v1</span></span>
<span class="line"><span class="c-keyword">kind</span><span class="c-keyword">:</span><span class="c-string-expression"> PodDisruptionBudget</span></span>
<span class="line"><span class="c-keyword">metadata</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">  name</span><span class="c-keyword">:</span><span class="c-string-expression"> agent</span></span>
<span class="line"><span class="c-keyword">spec</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-comment">  # When machines are drained, at most one replica is down at a time.</span></span>
<span class="line"><span class="c-keyword">  maxUnavailable</span><span class="c-keyword">:</span><span class="c-constant"> 1</span></span>
<span class="line"><span class="c-keyword">  selector</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">    matchLabels</span><span class="c-keyword">:</span> { <span class="c-keyword">app</span><span class="c-keyword">:</span><span class="c-string"> agent</span> }</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/docs/operations/kubernetes.yaml.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const kubernetes_yaml = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  kubernetes_yaml as default
};
