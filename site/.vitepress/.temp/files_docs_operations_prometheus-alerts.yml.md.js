import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"prometheus-alerts.yml","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"docs/operations/prometheus-alerts.yml"},"relativePath":"files/docs/operations/prometheus-alerts.yml.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/docs/operations/prometheus-alerts.yml.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="prometheus-alertsyml" tabindex="-1">prometheus-alerts.yml <a class="header-anchor" href="#prometheus-alertsyml" aria-label="Permalink to &quot;prometheus-alerts.yml&quot;">​</a></h1><p><code>docs/operations/prometheus-alerts.yml</code> in the repository:</p><div class="language-yaml"><button title="Copy Code" class="copy"></button><span class="lang">yaml</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment"># Rules for Prometheus: when to look at an agent. docs/operations.md explains the metrics.</span></span>
<span class="line"><span class="c-keyword">groups</span><span class="c-keyword">:</span></span>
<span class="line">  - <span class="c-keyword">name</span><span class="c-keyword">:</span><span class="c-string-expression"> formwork</span></span>
<span class="line"><span class="c-keyword">    rules</span><span class="c-keyword">:</span></span>
<span class="line">      - <span class="c-keyword">alert</span><span class="c-keyword">:</span><span class="c-string-expression"> FormworkRequestsFail</span></span>
<span class="line"><span class="c-keyword">        expr</span><span class="c-keyword">:</span><span class="c-keyword"> |</span></span>
<span class="line"><span class="c-string">          sum by (job) (rate(formwork_request_duration_seconds_count{outcome=~&quot;INTERNAL|UNAVAILABLE|failed&quot;}[5m]))</span></span>
<span class="line"><span class="c-string">            / sum by (job) (rate(formwork_request_duration_seconds_count[5m])) &gt; 0.02</span></span>
<span class="line"><span class="c-keyword">        for</span><span class="c-keyword">:</span><span class="c-string-expression"> 10m</span></span>
<span class="line"><span class="c-keyword">        labels</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          severity</span><span class="c-keyword">:</span><span class="c-string-expression"> critical</span></span>
<span class="line"><span class="c-keyword">        annotations</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          summary</span><span class="c-keyword">:</span><span class="c-string-expression"> More than 2 % of the requests to {{ $labels.job }} fail.</span></span>
<span class="line"><span class="c-keyword">          description</span><span class="c-keyword">:</span><span class="c-string-expression"> The log has an errorId for each failed request. /readyz says whether the engine can write.</span></span>
<span class="line">      - <span class="c-keyword">alert</span><span class="c-keyword">:</span><span class="c-string-expression"> FormworkTasksFail</span></span>
<span class="line"><span class="c-keyword">        expr</span><span class="c-keyword">:</span><span class="c-keyword"> |</span></span>
<span class="line"><span class="c-string">          sum by (job, skill) (rate(formwork_attempt_duration_seconds_count{outcome=~&quot;failed|timeout&quot;}[15m]))</span></span>
<span class="line"><span class="c-string">            / sum by (job, skill) (rate(formwork_attempt_duration_seconds_count[15m])) &gt; 0.1</span></span>
<span class="line"><span class="c-keyword">        for</span><span class="c-keyword">:</span><span class="c-string-expression"> 15m</span></span>
<span class="line"><span class="c-keyword">        labels</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          severity</span><span class="c-keyword">:</span><span class="c-string-expression"> warning</span></span>
<span class="line"><span class="c-keyword">        annotations</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          summary</span><span class="c-keyword">:</span><span class="c-string-expression"> More than 10 % of the attempts at {{ $labels.skill }} of {{ $labels.job }} fail.</span></span>
<span class="line"><span class="c-keyword">          description</span><span class="c-keyword">:</span><span class="c-string-expression"> The log has the errors, in entries &quot;Task failed&quot;.</span></span>
<span class="line">      - <span class="c-keyword">alert</span><span class="c-keyword">:</span><span class="c-string-expression"> FormworkTasksWait</span></span>
<span class="line"><span class="c-keyword">        expr</span><span class="c-keyword">:</span><span class="c-string-expression"> histogram_quantile(0.9, sum by (job, le) (rate(formwork_queue_age_seconds_bucket[10m]))) &gt; 60</span></span>
<span class="line"><span class="c-keyword">        for</span><span class="c-keyword">:</span><span class="c-string-expression"> 10m</span></span>
<span class="line"><span class="c-keyword">        labels</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          severity</span><span class="c-keyword">:</span><span class="c-string-expression"> warning</span></span>
<span class="line"><span class="c-keyword">        annotations</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          summary</span><span class="c-keyword">:</span><span class="c-string-expression"> One task in ten waits longer than a minute at {{ $labels.job }}.</span></span>
<span class="line"><span class="c-keyword">          description</span><span class="c-keyword">:</span><span class="c-string-expression"> The processes run as many tasks as they may. Raise runner.concurrency, or start another process on the same storage.</span></span>
<span class="line">      - <span class="c-keyword">alert</span><span class="c-keyword">:</span><span class="c-string-expression"> FormworkNothingRuns</span></span>
<span class="line"><span class="c-keyword">        expr</span><span class="c-keyword">:</span><span class="c-keyword"> |</span></span>
<span class="line"><span class="c-string">          sum by (job) (increase(formwork_task_states_total{state=&quot;submitted&quot;}[10m])) &gt; 0</span></span>
<span class="line"><span class="c-string">            and sum by (job) (formwork_attempts_running) == 0</span></span>
<span class="line"><span class="c-string">            and sum by (job) (increase(formwork_attempt_duration_seconds_count[10m])) == 0</span></span>
<span class="line"><span class="c-keyword">        for</span><span class="c-keyword">:</span><span class="c-string-expression"> 5m</span></span>
<span class="line"><span class="c-keyword">        labels</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          severity</span><span class="c-keyword">:</span><span class="c-string-expression"> critical</span></span>
<span class="line"><span class="c-keyword">        annotations</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          summary</span><span class="c-keyword">:</span><span class="c-string-expression"> Tasks come to {{ $labels.job }}, and none is run.</span></span>
<span class="line"><span class="c-keyword">          description</span><span class="c-keyword">:</span><span class="c-string-expression"> Every process has runner.concurrency 0, or none can claim. Look for &quot;Cannot claim tasks&quot; in the log.</span></span>
<span class="line">      - <span class="c-keyword">alert</span><span class="c-keyword">:</span><span class="c-string-expression"> FormworkLeasesAreLost</span></span>
<span class="line"><span class="c-keyword">        expr</span><span class="c-keyword">:</span><span class="c-string-expression"> sum by (job) (increase(formwork_lease_losses_total[15m])) &gt; 5</span></span>
<span class="line"><span class="c-keyword">        for</span><span class="c-keyword">:</span><span class="c-string-expression"> 5m</span></span>
<span class="line"><span class="c-keyword">        labels</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          severity</span><span class="c-keyword">:</span><span class="c-string-expression"> warning</span></span>
<span class="line"><span class="c-keyword">        annotations</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          summary</span><span class="c-keyword">:</span><span class="c-string-expression"> Processes of {{ $labels.job }} lose their leases.</span></span>
<span class="line"><span class="c-keyword">          description</span><span class="c-keyword">:</span><span class="c-string-expression"> A process cannot renew its leases while a handler blocks the event loop or the storage is slow. Another process does the work again.</span></span>
<span class="line">      - <span class="c-keyword">alert</span><span class="c-keyword">:</span><span class="c-string-expression"> FormworkReceiversAreLate</span></span>
<span class="line"><span class="c-keyword">        expr</span><span class="c-keyword">:</span><span class="c-string-expression"> histogram_quantile(0.9, sum by (job, le) (rate(formwork_webhook_lag_seconds_bucket{outcome=&quot;delivered&quot;}[15m]))) &gt; 300</span></span>
<span class="line"><span class="c-keyword">        for</span><span class="c-keyword">:</span><span class="c-string-expression"> 15m</span></span>
<span class="line"><span class="c-keyword">        labels</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          severity</span><span class="c-keyword">:</span><span class="c-string-expression"> warning</span></span>
<span class="line"><span class="c-keyword">        annotations</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          summary</span><span class="c-keyword">:</span><span class="c-string-expression"> Receivers of notifications of {{ $labels.job }} learn of events five minutes late.</span></span>
<span class="line"><span class="c-keyword">          description</span><span class="c-keyword">:</span><span class="c-string-expression"> Receivers answer slowly, or fail and are tried again. The log names them, in entries &quot;Cannot deliver a notification yet&quot;.</span></span>
<span class="line">      - <span class="c-keyword">alert</span><span class="c-keyword">:</span><span class="c-string-expression"> FormworkCallersAreTurnedAway</span></span>
<span class="line"><span class="c-keyword">        expr</span><span class="c-keyword">:</span><span class="c-string-expression"> sum by (job, reason) (rate(formwork_request_refusals_total{reason=~&quot;UNAUTHENTICATED|HOST|ORIGIN&quot;}[5m])) &gt; 1</span></span>
<span class="line"><span class="c-keyword">        for</span><span class="c-keyword">:</span><span class="c-string-expression"> 10m</span></span>
<span class="line"><span class="c-keyword">        labels</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          severity</span><span class="c-keyword">:</span><span class="c-string-expression"> warning</span></span>
<span class="line"><span class="c-keyword">        annotations</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          summary</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;Requests to {{ $labels.job }} are turned away: {{ $labels.reason }}.&#39;</span></span>
<span class="line"><span class="c-keyword">          description</span><span class="c-keyword">:</span><span class="c-string-expression"> Somebody tries to get in, or a proxy passes on another host name. The audit has the addresses.</span></span>
<span class="line">      - <span class="c-keyword">alert</span><span class="c-keyword">:</span><span class="c-string-expression"> FormworkInputDoesNotFit</span></span>
<span class="line"><span class="c-keyword">        expr</span><span class="c-keyword">:</span><span class="c-string-expression"> sum by (job, schema) (rate(formwork_request_refusals_total{reason=&quot;STRUCTURED_INPUT_INVALID&quot;}[15m])) &gt; 0.2</span></span>
<span class="line"><span class="c-keyword">        for</span><span class="c-keyword">:</span><span class="c-string-expression"> 15m</span></span>
<span class="line"><span class="c-keyword">        labels</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          severity</span><span class="c-keyword">:</span><span class="c-string-expression"> info</span></span>
<span class="line"><span class="c-keyword">        annotations</span><span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">          summary</span><span class="c-keyword">:</span><span class="c-string-expression"> Callers of {{ $labels.job }} send data that does not fit {{ $labels.schema }}.</span></span>
<span class="line"><span class="c-keyword">          description</span><span class="c-keyword">:</span><span class="c-string-expression"> They may know an older version of the schema.</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/docs/operations/prometheus-alerts.yml.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const prometheusAlerts_yml = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  prometheusAlerts_yml as default
};
