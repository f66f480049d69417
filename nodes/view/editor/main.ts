import { button, element } from './element.js';
import { label, loadLabels } from './labels.js';
import type { EditorNode, Red } from './red.js';
import { listRunning, type RunningNode } from './running-nodes.js';
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
  let nodes: readonly RunningNode[] = [];
  let shown = '';
  let waiting: number | undefined;
  const findSelected = (): RunningNode | undefined => {
    const selected = red.view.selection().nodes ?? [];
    return nodes.find(({ within }) => selected.some(({ id }) => within.includes(id)));
  };
  const look = (node: RunningNode | undefined): void => {
    shown = node?.id ?? '';
    choice.value = shown;
    choice.hidden = node === undefined;
    view.look(node ?? null);
  };
  const list = (isSelectedMeant = false): void => {
    nodes = listRunning(red);
    choice.replaceChildren(...nodes.map(({ id, name }) => element('option', { value: id }, name)));
    const selected = isSelectedMeant ? findSelected() : undefined;
    look(selected ?? nodes.find(({ id }) => id === shown) ?? nodes[0]);
  };
  const lookAtSelected = (): void => list(true);
  const refresh = (): void => {
    list();
    view.refresh();
  };
  /** Once for all that happens at a time: an import adds thousands of nodes one by one. */
  const listSoon = (): void => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(refresh, 0);
  };
  choice.addEventListener('change', () => look(nodes.find(({ id }) => id === choice.value)));
  host.replaceChildren(
    element('div', { class: 'psmf-choose' }, choice, button('refresh', label('refresh'), refresh)),
    view.root,
  );
  lookAtSelected();
  red.events.on('view:selection-changed', lookAtSelected);
  for (const event of FLOW_EVENTS) red.events.on(event, listSoon);
  return {
    refresh,
    close() {
      window.clearTimeout(waiting);
      red.events.off('view:selection-changed', lookAtSelected);
      for (const event of FLOW_EVENTS) red.events.off(event, listSoon);
      view.close();
      host.replaceChildren();
    },
  };
}

/** The table at the top of a node's dialog; it goes when the dialog does. */
export function openInDialog(red: Red, host: HTMLElement, node: EditorNode): void {
  const view = new LiveView(red, false);
  host.replaceChildren(view.root);
  view.look(listRunning(red).find(({ within }) => within.includes(node.id)) ?? asItIs(node));
  const watch = window.setInterval(() => {
    if (host.isConnected) return;
    window.clearInterval(watch);
    view.close();
  }, 500);
}

const asItIs = ({ id, type, name = '' }: EditorNode): RunningNode => ({ id, type, name, within: [id] });
