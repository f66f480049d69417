/** Light and dark, by the reader's own setting. Each method keeps one colour throughout. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5d6778; --line: #e4e7ec; --page: #ffffff; --accent: #1062cf; --truth: #c4320a;
--m-adaptive: var(--accent); --m-last: #7d8798; --m-mean: #5d6778; --m-level: #0b8074; --m-rls: #9a7000; --m-rls-own: #b54708; --m-psmf: #7a4fd8; --m-rpsmf: #b52c8b; --m-joint: #3d6b1f; --m-seasonal: #8a5a44; --m-naive: #4a6a8a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #98a2b3; --line: #2b3445; --page: #12161f; --accent: #66a6ff; --truth: #ff8f66;
--m-last: #8a94a6; --m-mean: #b3bccb; --m-level: #2fc4b2; --m-rls: #e0b84c; --m-rls-own: #f08c4a; --m-psmf: #b79cff; --m-rpsmf: #f07fce; --m-joint: #9ccc65; --m-seasonal: #d0a58f; --m-naive: #9db8d6; } }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1100px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 22px; overflow-wrap: anywhere; } h2 { font-size: 18px; margin-top: 36px; }
table { border-collapse: collapse; width: 100%; } th, td { padding: 5px 10px; border-bottom: 1px solid var(--line); text-align: right; font-variant-numeric: tabular-nums; }
th:first-child, th:last-child, .what { text-align: left; } .what, .note { color: var(--soft); } tbody .m-adaptive { font-weight: 600; }
@media (max-width: 600px) { th, td { padding: 4px 6px; } .what { min-width: 180px; } h1 { font-size: 19px; } }
.scroll { overflow-x: auto; } figure { margin: 16px 0; } figcaption { font-weight: 600; overflow-wrap: anywhere; } .plot { min-width: 0; }
.u-legend { font-size: 12px; text-align: left; } .u-legend th, .u-legend td { border: 0; padding: 1px 4px; text-align: left; font-weight: normal; } .u-legend .u-value { min-width: 4em; }
.legend span { margin-right: 16px; white-space: nowrap; } .legend span::before { content: ""; display: inline-block; height: 14px; margin-right: 6px; vertical-align: middle; border-left: 2px solid var(--accent); }
.legend .k-found::before { border-left: 2px dashed var(--truth); }
`;
