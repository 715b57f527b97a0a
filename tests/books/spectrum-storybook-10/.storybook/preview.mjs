import '@spectrum-web-components/theme/sp-theme.js';
import '@spectrum-web-components/theme/src/themes.js';
import { html } from 'lit';

export default {
  decorators: [
    (story) => html`<sp-theme theme="spectrum" color="light" scale="medium">${story()}</sp-theme>`,
  ],
};
