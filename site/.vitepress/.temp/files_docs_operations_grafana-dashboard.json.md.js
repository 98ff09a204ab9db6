import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"grafana-dashboard.json","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"docs/operations/grafana-dashboard.json"},"relativePath":"files/docs/operations/grafana-dashboard.json.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/docs/operations/grafana-dashboard.json.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="grafana-dashboardjson" tabindex="-1">grafana-dashboard.json <a class="header-anchor" href="#grafana-dashboardjson" aria-label="Permalink to &quot;grafana-dashboard.json&quot;">​</a></h1><p><code>docs/operations/grafana-dashboard.json</code> in the repository:</p><div class="language-json"><button title="Copy Code" class="copy"></button><span class="lang">json</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line">{</span>
<span class="line"><span class="c-keyword">  &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Formwork agents&quot;</span>,</span>
<span class="line"><span class="c-keyword">  &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;formwork-agents&quot;</span>,</span>
<span class="line"><span class="c-keyword">  &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Every metric of docs/operations.md.&quot;</span>,</span>
<span class="line"><span class="c-keyword">  &quot;tags&quot;</span>: [<span class="c-string-expression">&quot;formwork&quot;</span>],</span>
<span class="line"><span class="c-keyword">  &quot;schemaVersion&quot;</span>:<span class="c-constant"> 39</span>,</span>
<span class="line"><span class="c-keyword">  &quot;version&quot;</span>:<span class="c-constant"> 1</span>,</span>
<span class="line"><span class="c-keyword">  &quot;editable&quot;</span>:<span class="c-constant"> true</span>,</span>
<span class="line"><span class="c-keyword">  &quot;graphTooltip&quot;</span>:<span class="c-constant"> 1</span>,</span>
<span class="line"><span class="c-keyword">  &quot;refresh&quot;</span>:<span class="c-string-expression"> &quot;30s&quot;</span>,</span>
<span class="line"><span class="c-keyword">  &quot;time&quot;</span>: {</span>
<span class="line"><span class="c-keyword">    &quot;from&quot;</span>:<span class="c-string-expression"> &quot;now-3h&quot;</span>,</span>
<span class="line"><span class="c-keyword">    &quot;to&quot;</span>:<span class="c-string-expression"> &quot;now&quot;</span></span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  &quot;templating&quot;</span>: {</span>
<span class="line"><span class="c-keyword">    &quot;list&quot;</span>: [</span>
<span class="line">      {</span>
<span class="line"><span class="c-keyword">        &quot;name&quot;</span>:<span class="c-string-expression"> &quot;datasource&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;datasource&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;query&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;label&quot;</span>:<span class="c-string-expression"> &quot;Data source&quot;</span></span>
<span class="line">      },</span>
<span class="line">      {</span>
<span class="line"><span class="c-keyword">        &quot;name&quot;</span>:<span class="c-string-expression"> &quot;job&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;query&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;label&quot;</span>:<span class="c-string-expression"> &quot;Job&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;query&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;query&quot;</span>:<span class="c-string-expression"> &quot;label_values(formwork_request_duration_seconds_count, job)&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;job&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;refresh&quot;</span>:<span class="c-constant"> 2</span>,</span>
<span class="line"><span class="c-keyword">        &quot;includeAll&quot;</span>:<span class="c-constant"> true</span>,</span>
<span class="line"><span class="c-keyword">        &quot;multi&quot;</span>:<span class="c-constant"> true</span>,</span>
<span class="line"><span class="c-keyword">        &quot;allValue&quot;</span>:<span class="c-string-expression"> &quot;.*&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;current&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;text&quot;</span>:<span class="c-string-expression"> &quot;All&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;value&quot;</span>:<span class="c-string-expression"> &quot;$__all&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    ]</span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  &quot;panels&quot;</span>: [</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 1</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Requests&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Requests by door and method.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 0</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;reqps&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (door, method) (rate(formwork_request_duration_seconds_count{job=~\\&quot;$job\\&quot;}[$__rate_interval]))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{door}} {{method}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 2</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Outcomes other than ok&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Requests that were refused, failed or went away.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;reqps&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (outcome) (rate(formwork_request_duration_seconds_count{job=~\\&quot;$job\\&quot;, outcome!=\\&quot;ok\\&quot;}[$__rate_interval]))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{outcome}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 3</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Time of a request&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Streams last as long as somebody reads them.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 16</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;s&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.5, sum by (le, method) (rate(formwork_request_duration_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;p50 {{method}}&quot;</span></span>
<span class="line">        },</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;B&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.99, sum by (le, method) (rate(formwork_request_duration_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;p99 {{method}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 4</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Refusals&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;By reason, and by the schema that data did not fit.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 0</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 8</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;reqps&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (reason, schema) (rate(formwork_request_refusals_total{job=~\\&quot;$job\\&quot;}[$__rate_interval]))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{reason}} {{schema}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 5</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Readers of streams&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Streams that somebody reads now.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 8</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;short&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (method) (formwork_stream_readers{job=~\\&quot;$job\\&quot;})&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{method}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 6</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Tasks by state&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Tasks that came to a state.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 16</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 8</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;ops&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (state) (rate(formwork_task_states_total{job=~\\&quot;$job\\&quot;}[$__rate_interval]))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{state}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 7</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Attempts&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;By skill, and by what they came to.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 0</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 16</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;ops&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (skill, outcome) (rate(formwork_attempt_duration_seconds_count{job=~\\&quot;$job\\&quot;}[$__rate_interval]))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{skill}} {{outcome}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Time of an attempt&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Until the handler returned or was told to stop.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 16</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;s&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.5, sum by (le, skill) (rate(formwork_attempt_duration_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;p50 {{skill}}&quot;</span></span>
<span class="line">        },</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;B&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.99, sum by (le, skill) (rate(formwork_attempt_duration_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;p99 {{skill}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 9</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Running&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Attempts that run now, over all processes.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 16</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 16</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;short&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (skill) (formwork_attempts_running{job=~\\&quot;$job\\&quot;})&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{skill}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 10</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Queue&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;How long tasks had waited when their first attempt began.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 0</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 24</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;s&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.5, sum by (le, skill) (rate(formwork_queue_age_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;p50 {{skill}}&quot;</span></span>
<span class="line">        },</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;B&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.99, sum by (le, skill) (rate(formwork_queue_age_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;p99 {{skill}}&quot;</span></span>
<span class="line">        },</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;C&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;max(formwork_queue_oldest_seconds{job=~\\&quot;$job\\&quot;})&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;oldest now&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 11</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Leases lost&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Work that is done again elsewhere.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 24</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;short&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (instance) (increase(formwork_lease_losses_total{job=~\\&quot;$job\\&quot;}[$__rate_interval]))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{instance}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 12</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Lag of notifications&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;From an event to the end of an attempt to notify a receiver of it.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 16</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 24</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;s&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.5, sum by (le, outcome) (rate(formwork_webhook_lag_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;p50 {{outcome}}&quot;</span></span>
<span class="line">        },</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;B&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.99, sum by (le, outcome) (rate(formwork_webhook_lag_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;p99 {{outcome}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 13</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Calls of other agents&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Requests of the client by outcome, and their time in seconds.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 0</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 32</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;short&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (outcome) (rate(formwork_call_duration_seconds_count{job=~\\&quot;$job\\&quot;}[$__rate_interval]))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{outcome}}&quot;</span></span>
<span class="line">        },</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;B&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.99, sum by (le) (rate(formwork_call_duration_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;p99&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 14</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Tools of MCP&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Calls through the bridge by outcome, and their time in seconds.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 32</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;short&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (outcome) (rate(formwork_mcp_call_duration_seconds_count{job=~\\&quot;$job\\&quot;}[$__rate_interval]))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{outcome}}&quot;</span></span>
<span class="line">        },</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;B&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.99, sum by (le) (rate(formwork_mcp_call_duration_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;p99&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 15</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Tasks kept&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Tasks that the engine keeps now, by state. Every process over the same storage reports the same ones.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 16</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 32</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;short&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;max by (state) (formwork_tasks{job=~\\&quot;$job\\&quot;})&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{state}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 16</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Failures by reason&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;Tasks that failed or were declined, by skill and kind of error.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 12</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 0</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 40</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;ops&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;sum by (skill, reason) (rate(formwork_task_failures_total{job=~\\&quot;$job\\&quot;}[$__rate_interval]))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{skill}}: {{reason}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    },</span>
<span class="line">    {</span>
<span class="line"><span class="c-keyword">      &quot;id&quot;</span>:<span class="c-constant"> 17</span>,</span>
<span class="line"><span class="c-keyword">      &quot;type&quot;</span>:<span class="c-string-expression"> &quot;timeseries&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;title&quot;</span>:<span class="c-string-expression"> &quot;Slow steps&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;description&quot;</span>:<span class="c-string-expression"> &quot;The time within which 95 of 100 steps were done.&quot;</span>,</span>
<span class="line"><span class="c-keyword">      &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">        &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;gridPos&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;h&quot;</span>:<span class="c-constant"> 8</span>,</span>
<span class="line"><span class="c-keyword">        &quot;w&quot;</span>:<span class="c-constant"> 12</span>,</span>
<span class="line"><span class="c-keyword">        &quot;x&quot;</span>:<span class="c-constant"> 12</span>,</span>
<span class="line"><span class="c-keyword">        &quot;y&quot;</span>:<span class="c-constant"> 40</span></span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;fieldConfig&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;defaults&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;unit&quot;</span>:<span class="c-string-expression"> &quot;s&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;min&quot;</span>:<span class="c-constant"> 0</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;overrides&quot;</span>: []</span>
<span class="line">      },</span>
<span class="line"><span class="c-keyword">      &quot;targets&quot;</span>: [</span>
<span class="line">        {</span>
<span class="line"><span class="c-keyword">          &quot;refId&quot;</span>:<span class="c-string-expression"> &quot;A&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;datasource&quot;</span>: {</span>
<span class="line"><span class="c-keyword">            &quot;type&quot;</span>:<span class="c-string-expression"> &quot;prometheus&quot;</span>,</span>
<span class="line"><span class="c-keyword">            &quot;uid&quot;</span>:<span class="c-string-expression"> &quot;\${datasource}&quot;</span></span>
<span class="line">          },</span>
<span class="line"><span class="c-keyword">          &quot;expr&quot;</span>:<span class="c-string-expression"> &quot;histogram_quantile(0.95, sum by (le, skill, step) (rate(formwork_step_duration_seconds_bucket{job=~\\&quot;$job\\&quot;}[$__rate_interval])))&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;legendFormat&quot;</span>:<span class="c-string-expression"> &quot;{{skill}}: {{step}}&quot;</span></span>
<span class="line">        }</span>
<span class="line">      ],</span>
<span class="line"><span class="c-keyword">      &quot;options&quot;</span>: {</span>
<span class="line"><span class="c-keyword">        &quot;legend&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;displayMode&quot;</span>:<span class="c-string-expression"> &quot;list&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;placement&quot;</span>:<span class="c-string-expression"> &quot;bottom&quot;</span></span>
<span class="line">        },</span>
<span class="line"><span class="c-keyword">        &quot;tooltip&quot;</span>: {</span>
<span class="line"><span class="c-keyword">          &quot;mode&quot;</span>:<span class="c-string-expression"> &quot;multi&quot;</span>,</span>
<span class="line"><span class="c-keyword">          &quot;sort&quot;</span>:<span class="c-string-expression"> &quot;desc&quot;</span></span>
<span class="line">        }</span>
<span class="line">      }</span>
<span class="line">    }</span>
<span class="line">  ]</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/docs/operations/grafana-dashboard.json.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const grafanaDashboard_json = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  grafanaDashboard_json as default
};
