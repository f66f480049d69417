interface ConfigNode extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly type: string;
}

/** The dashboard's page, its look, and the four groups on it. */
export function createPage(): ConfigNode[] {
  const group = (id: string, name: string, width: number, height: number, order: number): ConfigNode => ({
    ...{ id, type: 'ui-group', name, page: 'demo-page', width, height, order, showTitle: false },
    ...{ className: '', visible: true, disabled: false, groupType: 'default' },
  });
  return [
    {
      ...{ id: 'demo-base', type: 'ui-base', name: 'Demo', path: '/dashboard', appIcon: '' },
      ...{ includeClientData: true, acceptsClientConfig: [], showPathInSidebar: false },
      ...{ headerContent: 'page', navigationStyle: 'none', titleBarStyle: 'default' },
      ...{ showReconnectNotification: true, notificationDisplayTime: 1, showDisconnectNotification: true },
      allowInstall: false,
    },
    {
      ...{ id: 'demo-theme', type: 'ui-theme', name: 'Slate' },
      colors: {
        ...{ surface: '#1f2a37', primary: '#0f766e', bgPage: '#eef2f5' },
        ...{ groupBg: '#ffffff', groupOutline: '#dbe2e8' },
      },
      sizes: {
        ...{ density: 'default', pagePadding: '12px', groupGap: '12px' },
        ...{ groupBorderRadius: '8px', widgetGap: '8px' },
      },
    },
    {
      ...{ id: 'demo-page', type: 'ui-page', name: 'Sensor streams that heal themselves', ui: 'demo-base' },
      ...{ path: '/plant', icon: 'pulse', layout: 'grid', theme: 'demo-theme', order: 1, className: '' },
      breakpoints: [
        { name: 'Default', px: 0, cols: 3 },
        { name: 'Tablet', px: 576, cols: 6 },
        { name: 'Desktop', px: 1024, cols: 12 },
      ],
      ...{ visible: true, disabled: false },
    },
    group('group-figures', 'Figures', 12, 2, 1),
    group('group-trends', 'Trends', 8, 12, 2),
    group('group-health', 'Health', 4, 12, 3),
    group('group-fan', 'Forecast', 12, 4, 4),
  ];
}
