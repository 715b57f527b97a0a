import { createElement } from 'react';
import { AddonPanel } from 'storybook/internal/components';
import { addons, types } from 'storybook/manager-api';
import { Panel } from './Panel.js';
import { showStatuses } from './showStatuses.js';

const addonId = 'svc';
const panelId = `${addonId}/panel`;

// A built Storybook has no server that could ask the service.
if (Reflect.get(globalThis, 'CONFIG_TYPE') === 'DEVELOPMENT') {
  addons.register(addonId, (api) => {
    showStatuses(api, addonId, () => {
      api.setSelectedPanel(panelId);
      api.togglePanel(true);
    });
    addons.add(panelId, {
      type: types.PANEL,
      title: 'Snapshots',
      match: ({ viewMode }) => viewMode === 'story',
      render: ({ active = false }) => createElement(AddonPanel, { active, children: createElement(Panel) }),
    });
  });
}
