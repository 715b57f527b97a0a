import { useState } from 'react';
import { readTheme, setTheme, type Theme } from '../../../client/theme.js';
import { SelectField } from '../../../ui/fields/SelectField.js';
import { Panel } from '../Panel.js';

const options: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Same as the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** How the pages look in this browser. */
export function ThemePanel() {
  const [theme, show] = useState(readTheme);
  return (
    <Panel title="Theme" about="For this browser only.">
      <SelectField
        label="Theme"
        isLabelHidden
        value={theme}
        options={options}
        onChange={(chosen) => {
          setTheme(chosen);
          show(chosen);
        }}
        className="max-w-60 p-5"
      />
    </Panel>
  );
}
