/** Light and dark, by the reader's own setting. Each method keeps one colour throughout. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #667085; --line: #e4e7ec; --page: #ffffff; --accent: #1570ef; --truth: #c4320a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #98a2b3; --line: #2b3445; --page: #12161f; --accent: #66a6ff; --truth: #ff8f66; } }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 900px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 22px; overflow-wrap: anywhere; } h2 { font-size: 18px; margin-top: 36px; }
table { border-collapse: collapse; width: 100%; } th, td { padding: 5px 10px; border-bottom: 1px solid var(--line); text-align: right; font-variant-numeric: tabular-nums; }
th:first-child, th:last-child, .what { text-align: left; } .what, .note { color: var(--soft); } tbody .m-adaptive { font-weight: 600; }
@media (max-width: 600px) { th, td { padding: 4px 6px; } .what { min-width: 180px; } h1 { font-size: 19px; } }
figure { margin: 12px 0; } figcaption { font-weight: 600; } svg { width: 100%; height: auto; display: block; }
.grid { stroke: var(--line); } .tick { fill: var(--soft); font-size: 11px; } svg text { font-size: 12px; fill: var(--ink); }
.seen { fill: none; stroke: var(--soft); stroke-width: 1.2; } .estimate { fill: none; stroke: var(--accent); stroke-width: 1.8; }
.band { fill: var(--accent); fill-opacity: 0.18; } .truth { fill: none; stroke: var(--truth); stroke-width: 1.2; }
.legend span { margin-right: 16px; white-space: nowrap; } .legend span::before { content: ""; display: inline-block; box-sizing: border-box; width: 18px; margin-right: 6px; vertical-align: middle; border: 0 solid currentColor; }
.legend .k-seen::before { border-top-width: 2px; color: var(--soft); } .legend .k-estimate::before { border-top-width: 2px; color: var(--accent); }
.legend .k-truth::before { width: 8px; height: 8px; border-width: 1.5px; border-radius: 50%; color: var(--truth); } .legend .k-band::before { height: 12px; background: var(--accent); opacity: 0.18; }
.legend .k-outline::before { height: 8px; background: var(--soft); opacity: 0.6; } .legend .k-began::before, .legend .k-found::before { width: 2px; height: 14px; border-left-width: 2px; color: var(--accent); }
.legend .k-found::before { border-left-style: dashed; color: var(--truth); } .legend .k-clipped::before { width: 0; border-width: 0 4.5px 8px; border-color: transparent transparent var(--truth); }
.clipped { fill: var(--truth); } .scroll { overflow-x: auto; } .scroll svg { min-width: 640px; }
.outline { fill: var(--soft); fill-opacity: 0.5; stroke: var(--soft); stroke-width: 1; }
.began { stroke: var(--accent); stroke-width: 1.8; } .found { stroke: var(--truth); stroke-width: 1.2; stroke-dasharray: 4 3; }
.method path { fill: none; stroke: currentColor; stroke-width: 1.6; } .method circle, .method text, .bar rect { fill: currentColor; }
.m-adaptive path { stroke-width: 3; } .promise { stroke: var(--ink); stroke-dasharray: 4 3; }
svg .m-adaptive { color: var(--accent); } svg .m-last { color: #98a2b3; } svg .m-mean { color: #667085; } svg .m-level { color: #12a594; }
svg .m-rls { color: #d4a017; } svg .m-rls-own { color: #b54708; } svg .m-psmf { color: #9e77ed; } svg .m-rpsmf { color: #d444a8; }
`;
