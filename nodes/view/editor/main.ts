import { button, element } from './element.js';
import { label, loadLabels } from './labels.js';
import { isPsmf, type EditorNode, type Red } from './red.js';
import { LiveView } from './view.js';

/** What may add, remove or rename a node. */
const FLOW_EVENTS = ['deploy', 'nodes:add', 'nodes:remove', 'nodes:change', 'flows:change'];

let whenReady: Promise<void> | null = null;

/** Loads what the view needs, once: uPlot, styles, words. */
export function prepare(red: Red, base: string): Promise<void> {
  whenReady ??= Promise.all([
    loadElement(element('script', { src: `${base}/uplot.js` })),
    loadElement(element('link', { rel: 'stylesheet', href: `${base}/uplot.css` })),
    loadElement(element('link', { rel: 'stylesheet', href: `${base}/view.css` })),
    loadLabels(base, red.i18n.lang()),
  ]).then(() => {});
  whenReady.catch(() => (whenReady = null));
  return whenReady;
}

function loadElement(part: HTMLScriptElement | HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    part.addEventListener('load', () => resolve());
    part.addEventListener('error', () => reject(new Error('not loaded')));
    document.head.append(part);
  });
}

/** The sidebar: which node to look at, and its view. The node that is selected in the flow is the one in view. */
export function openSidebar(red: Red, host: HTMLElement): { refresh(): void; close(): void } {
  const view = new LiveView(red, true);
  const choice = element('select', { class: 'psmf-choice', 'aria-label': label('node') });
  const list = (): void => {
    view.refresh();
    const nodes: EditorNode[] = [];
    red.nodes.eachNode((node) => {
      if (isPsmf(node) && node.d !== true) nodes.push(node);
    });
    choice.replaceChildren(
      ...nodes.map((node) =>
        element('option', { value: node.id }, node.name || `${node.type} ${node.id.slice(0, 6)}`),
      ),
    );
    const selected = red.view.selection().nodes?.find(isPsmf);
    const current = nodes.find(({ id }) => id === (selected?.id ?? shown)) ?? nodes[0] ?? null;
    look(current);
  };
  let shown = '';
  const look = (node: EditorNode | null): void => {
    shown = node?.id ?? '';
    choice.value = shown;
    choice.hidden = node === null;
    view.look(node);
  };
  choice.addEventListener('change', () => look(red.nodes.node(choice.value)));
  host.replaceChildren(
    element('div', { class: 'psmf-choose' }, choice, button('refresh', label('refresh'), list)),
    view.root,
  );
  list();
  let isOpen = true;
  const onSelection = (): void => {
    const selected = red.view.selection().nodes?.find(isPsmf);
    if (selected !== undefined && selected.id !== shown) list();
  };
  const onChange = (): void => {
    window.setTimeout(() => isOpen && list(), 0);
  };
  red.events.on('view:selection-changed', onSelection);
  for (const event of FLOW_EVENTS) red.events.on(event, onChange);
  return {
    refresh: list,
    close() {
      isOpen = false;
      red.events.off('view:selection-changed', onSelection);
      for (const event of FLOW_EVENTS) red.events.off(event, onChange);
      view.close();
      host.replaceChildren();
    },
  };
}

/** The table at the top of a node's dialog; it goes when the dialog does. */
export function openInDialog(red: Red, host: HTMLElement, node: EditorNode): void {
  const view = new LiveView(red, false);
  host.replaceChildren(view.root);
  view.look(node);
  const watch = window.setInterval(() => {
    if (host.isConnected) return;
    window.clearInterval(watch);
    view.close();
  }, 500);
}
