import { createElement } from 'react';
import { AddonPanel } from 'storybook/internal/components';
import { addons, experimental_getStatusStore, types } from 'storybook/manager-api';
import { addonId } from '../protocol.js';
import { keepAsking } from './keepAsking.js';
import { Panel } from './Panel.js';

const panelId = `${addonId}/panel`;

// A built Storybook has no server that could ask the service.
if (Reflect.get(globalThis, 'CONFIG_TYPE') === 'DEVELOPMENT') {
  addons.register(addonId, (api) => {
    experimental_getStatusStore(addonId).onSelect(() => {
      api.setSelectedPanel(panelId);
      api.togglePanel(true);
    });
    keepAsking(api);
    addons.add(panelId, {
      type: types.PANEL,
      title: 'Snapshots',
      match: ({ viewMode }) => viewMode === 'story',
      render: ({ active = false }) => createElement(AddonPanel, { active, children: createElement(Panel) }),
    });
  });
}
